package import OmamoriCore

/// Why an identity of messaging cannot be used.
@nonexhaustive
public enum IdentityFault: Sendable, Hashable {
  /// It is not an identity, or its signature is wrong.
  case invalid
  /// The peer has another identity than before, and nobody has accepted it.
  case changed
  /// It is our own.
  case own
}

extension IdentityFault {
  /// What failed.
  package var explanation: LocalizedText {
    switch self {
    case .invalid:
      LocalizedText(
        "It is not a messaging identity, or its signature does not verify.",
        ja: "メッセージング用の識別情報ではないか、署名が正しくありません。")
    case .changed:
      LocalizedText(
        "The peer's identity has changed and nobody has accepted the new one.",
        ja: "相手の識別情報が以前と異なり、まだ承認されていません。")
    case .own:
      LocalizedText(
        "The peer presents an identity of our own.",
        ja: "相手が自分自身の識別情報を提示しています。")
    }
  }

  /// What can be done.
  package var recovery: LocalizedText {
    switch self {
    case .invalid:
      LocalizedText(
        "Ask the peer to publish the identity again.",
        ja: "相手に識別情報の再公開を依頼してください。")
    case .changed:
      LocalizedText(
        "Compare the safety number with the peer, then accept or refuse the new identity.",
        ja: "相手と安全番号を照合し、新しい識別情報を承認または拒否してください。")
    case .own:
      LocalizedText(
        "Drop it: a message came back, or somebody copies the identity.",
        ja: "破棄してください。メッセージが反射されたか、識別情報が複製されています。")
    }
  }
}
