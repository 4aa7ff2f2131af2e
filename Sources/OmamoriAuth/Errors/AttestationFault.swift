import OmamoriCore

/// Why an attestation or an assertion was refused.
@nonexhaustive
public enum AttestationFault: Sendable, Hashable {
  /// It cannot be read.
  case malformed
  /// Its certificates do not lead to the root.
  case untrustedChain
  /// It does not answer this challenge.
  case nonceMismatch
  /// Its key is not the one that is named.
  case keyMismatch
  /// It is of another app.
  case appMismatch
  /// It is of another environment than is taken.
  case wrongEnvironment
  /// Its counter is not the next one.
  case counter
  /// The signature does not hold.
  case signatureInvalid
  /// The receipt is not signed by Apple, or does not belong to the app or the key.
  case receiptInvalid
  /// It is too old.
  case expired
}

extension AttestationFault {
  var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It cannot be read.",
        ja: "読み取れません。")
    case .untrustedChain:
      LocalizedText(
        "Its certificates do not lead to the root.",
        ja: "証明書がルートにつながりません。")
    case .nonceMismatch:
      LocalizedText(
        "It does not answer this challenge.",
        ja: "このチャレンジへの応答ではありません。")
    case .keyMismatch:
      LocalizedText(
        "Its key is not the one that is named.",
        ja: "指定された鍵ではありません。")
    case .appMismatch:
      LocalizedText(
        "It is of another app.",
        ja: "別のアプリのものです。")
    case .wrongEnvironment:
      LocalizedText(
        "It is of another environment than is taken.",
        ja: "許可していない環境のものです。")
    case .counter:
      LocalizedText(
        "Its counter is not the next one.",
        ja: "カウンターが正しく進んでいません。")
    case .signatureInvalid:
      LocalizedText(
        "The signature does not hold.",
        ja: "署名が正しくありません。")
    case .receiptInvalid:
      LocalizedText(
        "The receipt does not hold.",
        ja: "レシートが正しくありません。")
    case .expired:
      LocalizedText(
        "It is too old.",
        ja: "古すぎます。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Let the app attest a new key with a new challenge.",
      ja: "新しいチャレンジで、アプリの新しい鍵を証明してください。")
  }
}
