public import OmamoriCore

extension GroupFault {
  /// What failed.
  public var explanation: LocalizedText {
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
    }
  }

  /// What can be done.
  public var recovery: LocalizedText {
    switch self {
    case .notMember:
      LocalizedText(
        "Ask a member for the current state of the group.",
        ja: "メンバーにグループの最新状態を問い合わせてください。")
    case .wrongEpoch:
      LocalizedText(
        "Take the changes of the group in order, then try again.",
        ja: "グループの変更を順に適用してから再試行してください。")
    case .notAllowed:
      LocalizedText(
        "Ask an administrator of the group.",
        ja: "グループの管理者に依頼してください。")
    case .missingKey:
      LocalizedText(
        "Keep the message, ask its sender for the key, then open it again.",
        ja: "メッセージを保持し、送信者に鍵を要求してから、再度開いてください。")
    case .invalid:
      LocalizedText(
        "Drop it.",
        ja: "破棄してください。")
    }
  }
}
