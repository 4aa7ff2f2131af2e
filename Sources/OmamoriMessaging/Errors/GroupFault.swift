package import OmamoriCore

/// Why a message or a change of a group is refused.
@nonexhaustive
public enum GroupFault: Sendable, Hashable {
  /// The sender or we are not a member at this epoch.
  case notMember
  /// It belongs to another epoch.
  case wrongEpoch
  /// The member may not do this.
  case notAllowed
  /// The sender has not given us the key of this epoch yet.
  case missingKey
  /// A signature or a binding is wrong.
  case invalid
  /// The group has had as many changes as a new member can be shown.
  case exhausted
}

extension GroupFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .notMember:
      LocalizedText(
        "The sender is not a member of the group at this epoch.",
        ja: "送信者はこのエポックのグループメンバーではありません。")
    case .wrongEpoch:
      LocalizedText(
        "It belongs to another epoch of the group.",
        ja: "グループの別のエポックに属しています。")
    case .notAllowed:
      LocalizedText(
        "The member may not make this change.",
        ja: "このメンバーにはこの変更を行う権限がありません。")
    case .missingKey:
      LocalizedText(
        "The sender's key for this epoch has not arrived.",
        ja: "このエポックの送信者鍵がまだ届いていません。")
    case .invalid:
      LocalizedText(
        "Its signature does not verify for this group, epoch and sender.",
        ja: "このグループ・エポック・送信者に対する署名が正しくありません。")
    case .exhausted:
      LocalizedText(
        "The group has had as many changes as a new member can be shown.",
        ja: "グループの変更が、新しいメンバーに提示できる上限に達しました。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .notMember:
      LocalizedText(
        "Ask a member for the current state of the group.",
        ja: "メンバーにグループの最新状態を問い合わせてください。")
    case .wrongEpoch:
      LocalizedText(
        "It is kept, and opened when the change comes that it needs.",
        ja: "保持され、必要な変更が届いた時点で開かれます。")
    case .notAllowed:
      LocalizedText(
        "Ask an administrator of the group.",
        ja: "グループの管理者に依頼してください。")
    case .missingKey:
      LocalizedText(
        "It is kept, and opened when the key comes. If none comes, ask its sender to send it again.",
        ja: "保持され、鍵が届いた時点で開かれます。届かない場合は、送信者に再送を依頼してください。")
    case .invalid:
      LocalizedText(
        "Drop it.",
        ja: "破棄してください。")
    case .exhausted:
      LocalizedText(
        "Create a new group with the same members.",
        ja: "同じメンバーで新しいグループを作成してください。")
    }
  }
}
