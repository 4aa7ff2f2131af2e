import OmamoriCore

/// Why a key or a key set was refused.
@nonexhaustive
public enum KeyFault: Sendable, Hashable {
  /// It is not a JSON Web Key.
  case malformed
  /// Its type, curve or algorithm is not offered.
  case unsupported
  /// It is too short, or known to be weak.
  case weak
  /// Its point is not on its curve, or its parts do not belong together.
  case invalidPoint
  /// Its use or operations do not allow this.
  case useNotAllowed
  /// It is for another algorithm.
  case algorithmMismatch
  /// Two keys of the set have one identifier.
  case duplicateIdentifier
  /// The set mixes secret and public keys.
  case mixedSet
  /// The set has more keys than this.
  case tooMany(limit: Int)
  /// A private key is needed, and this is a public one.
  case privateKeyNeeded
}

extension KeyFault {
  var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not a JSON Web Key.",
        ja: "JSON Web Key ではありません。")
    case .unsupported:
      LocalizedText(
        "Its type, curve or algorithm is not offered.",
        ja: "鍵の種類、曲線またはアルゴリズムに対応していません。")
    case .weak:
      LocalizedText(
        "It is too short, or known to be weak.",
        ja: "鍵が短すぎるか、弱い鍵として知られています。")
    case .invalidPoint:
      LocalizedText(
        "Its parts do not belong together.",
        ja: "鍵の構成要素が整合していません。")
    case .useNotAllowed:
      LocalizedText(
        "Its use or operations do not allow this.",
        ja: "鍵の用途では許可されていません。")
    case .algorithmMismatch:
      LocalizedText(
        "It is for another algorithm.",
        ja: "別のアルゴリズムの鍵です。")
    case .duplicateIdentifier:
      LocalizedText(
        "Two keys of the set have one identifier.",
        ja: "鍵セットに同じ識別子の鍵が複数あります。")
    case .mixedSet:
      LocalizedText(
        "The set mixes secret and public keys.",
        ja: "鍵セットに共通鍵と公開鍵が混在しています。")
    case .tooMany(let limit):
      LocalizedText(
        "The set has more than \(limit) keys.",
        ja: "鍵セットの鍵が \(limit) 個を超えています。")
    case .privateKeyNeeded:
      LocalizedText(
        "A private key is needed, and this is a public one.",
        ja: "秘密鍵が必要ですが、公開鍵が渡されました。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Give a key that RFC 7517 and RFC 7518 allow for this use.",
      ja: "RFC 7517 と RFC 7518 に従い、この用途に使える鍵を指定してください。")
  }
}
