package import OmamoriCore

/// What is wrong with a policy; found when it is made, not when it is needed.
@nonexhaustive
public enum PolicyFault: Sendable, Hashable {
  /// A pin is not the Base64 of 32 bytes.
  case malformedPin
  /// A pin set has no pin.
  case noPins
  /// A pin set has more pins than are allowed.
  case tooManyPins
  /// A list of pins has no backup.
  case noBackupPin
  /// The greatest depth keeps pins from ever matching.
  case unreachablePins
  /// An address has no subdomains.
  case subdomainsOfAddress
  /// There are two rules for one pattern.
  case duplicateRule
  /// There are more rules than are allowed.
  case tooManyRules
  /// No root is trusted.
  case noAnchors
  /// A root certificate cannot be read.
  case malformedAnchor
  /// There are more root certificates than are allowed.
  case tooManyAnchors
}

extension PolicyFault {
  package var explanation: LocalizedText {
    switch self {
    case .malformedPin:
      LocalizedText("A pin is not the Base64 of 32 bytes.", ja: "ピンが 32 バイトの Base64 ではありません。")
    case .noPins: LocalizedText("A pin set has no pin.", ja: "ピンのセットにピンがありません。")
    case .tooManyPins:
      LocalizedText(
        "A pin set has more than \(PinSet.greatestCount) pins.",
        ja: "ピンのセットのピンが \(PinSet.greatestCount) 個を超えています。")
    case .noBackupPin:
      LocalizedText("A list of pins has no backup pin.", ja: "ピンの一覧に予備のピンがありません。")
    case .unreachablePins:
      LocalizedText(
        "The greatest depth keeps pins from ever matching.", ja: "深さの上限により、一致し得ないピンがあります。")
    case .subdomainsOfAddress:
      LocalizedText("An address has no subdomains.", ja: "アドレスにはサブドメインがありません。")
    case .duplicateRule:
      LocalizedText("There are two rules for the same hosts.", ja: "同じホストの規則が二つあります。")
    case .tooManyRules:
      LocalizedText(
        "There are more than \(TransportPolicy.greatestRuleCount) rules.",
        ja: "規則が \(TransportPolicy.greatestRuleCount) 個を超えています。")
    case .noAnchors:
      LocalizedText("No root certificate is trusted.", ja: "信頼するルート証明書がありません。")
    case .malformedAnchor:
      LocalizedText("A root certificate cannot be read.", ja: "ルート証明書を読み取れません。")
    case .tooManyAnchors:
      LocalizedText(
        "There are more than \(TrustAnchors.greatestBundleCount) root certificates, or their file is too large.",
        ja: "ルート証明書が \(TrustAnchors.greatestBundleCount) 個を超えているか、ファイルが大きすぎます。")
    }
  }

  var recovery: LocalizedText {
    switch self {
    case .malformedPin:
      LocalizedText(
        "Let omamori pin fetch write the pins of a server.", ja: "omamori pin fetch で、サーバーのピンを出力してください。")
    case .noBackupPin:
      LocalizedText(
        "Add the pin of a key in reserve, or state that none is required.",
        ja: "予備の鍵のピンを追加するか、予備が不要であることを明示してください。")
    case .malformedAnchor, .tooManyAnchors:
      LocalizedText(
        "Give one certificate in DER, or certificates alone in PEM.",
        ja: "DER 形式の証明書を一つ、または PEM 形式の証明書だけを指定してください。")
    default: LocalizedText("Correct the policy.", ja: "ポリシーを修正してください。")
    }
  }
}
