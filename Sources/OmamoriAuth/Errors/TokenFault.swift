import OmamoriCore

/// Why a token was refused.
@nonexhaustive
public enum TokenFault: Sendable, Hashable {
  /// It is not a token of the form that was asked for.
  case malformed
  /// It is longer than this many bytes.
  case tooLarge(limit: Int)
  /// Its algorithm is not one that the verifier takes, or not the key's.
  case algorithmNotAllowed
  /// Its header demands an extension that is not understood.
  case criticalHeader
  /// No key of the set is for it.
  case noKey
  /// The signature does not hold.
  case signatureInvalid
  /// It cannot be decrypted; nothing says which step failed.
  case decryptionFailed
  /// It lacks a claim that is demanded.
  case claimMissing(TokenClaim)
  /// A claim is not of its type.
  case claimMalformed(TokenClaim)
  /// A claim has another value than the one that is demanded.
  case claimMismatch(TokenClaim)
  /// It has expired.
  case expired
  /// It is not valid yet.
  case notYetValid
  /// It was issued, or the person was authenticated, too long ago.
  case tooOld
  /// It is a token of another kind.
  case wrongType
  /// It was used before.
  case replayed
}

extension TokenFault {
  var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not a token of the form that was asked for.",
        ja: "要求した形式のトークンではありません。")
    case .tooLarge(let limit):
      LocalizedText(
        "It is longer than \(limit) bytes.",
        ja: "\(limit) バイトを超えています。")
    case .algorithmNotAllowed:
      LocalizedText(
        "Its algorithm is not one that is taken, or not the key's.",
        ja: "許可していないアルゴリズムか、鍵のアルゴリズムと一致しません。")
    case .criticalHeader:
      LocalizedText(
        "Its header demands an extension that is not understood.",
        ja: "ヘッダーが未対応の拡張を必須としています。")
    case .noKey:
      LocalizedText(
        "No key of the set is for it.",
        ja: "鍵セットに該当する鍵がありません。")
    case .signatureInvalid:
      LocalizedText(
        "The signature does not hold.",
        ja: "署名が正しくありません。")
    case .decryptionFailed:
      LocalizedText(
        "It cannot be decrypted.",
        ja: "復号できません。")
    case .claimMissing(let claim):
      LocalizedText(
        "It lacks the claim \(claim.name).",
        ja: "クレーム \(claim.name) がありません。")
    case .claimMalformed(let claim):
      LocalizedText(
        "The claim \(claim.name) is malformed.",
        ja: "クレーム \(claim.name) の形式が正しくありません。")
    case .claimMismatch(let claim):
      LocalizedText(
        "The claim \(claim.name) is not the one that is demanded.",
        ja: "クレーム \(claim.name) が要求した値ではありません。")
    case .expired:
      LocalizedText(
        "It has expired.",
        ja: "有効期限が切れています。")
    case .notYetValid:
      LocalizedText(
        "It is not valid yet.",
        ja: "まだ有効ではありません。")
    case .tooOld:
      LocalizedText(
        "It was issued, or the person was authenticated, too long ago.",
        ja: "発行または本人認証から時間が経ちすぎています。")
    case .wrongType:
      LocalizedText(
        "It is a token of another kind.",
        ja: "別の種類のトークンです。")
    case .replayed:
      LocalizedText(
        "It was used before.",
        ja: "すでに使用されています。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Ask the issuer for a new token; if that is refused too, compare the settings with the issuer's.",
      ja: "発行者から新しいトークンを取得してください。それも拒否される場合は、設定を発行者と照合してください。")
  }
}

/// The claims that errors can name: the registered ones, since the name of any other came from outside.
///
/// The names of RFC 7519 §4.1, OpenID Connect Core §2, RFC 9068 and RFC 9449.
@nonexhaustive
public enum TokenClaim: String, Sendable, Hashable, CaseIterable {
  /// `iss`.
  case issuer = "iss"
  /// `sub`.
  case subject = "sub"
  /// `aud`.
  case audience = "aud"
  /// `exp`.
  case expiry = "exp"
  /// `nbf`.
  case notBefore = "nbf"
  /// `iat`.
  case issuedAt = "iat"
  /// `jti`.
  case identifier = "jti"
  /// `azp`.
  case authorizedParty = "azp"
  /// `nonce`.
  case nonce
  /// `auth_time`.
  case authenticationTime = "auth_time"
  /// `acr`.
  case authenticationContext = "acr"
  /// `at_hash`.
  case accessTokenHash = "at_hash"
  /// `c_hash`.
  case codeHash = "c_hash"
  /// `htm`.
  case method = "htm"
  /// `htu`.
  case target = "htu"
  /// `ath`.
  case tokenHash = "ath"
  /// `events`.
  case events
  /// A claim of the application.
  case other = ""

  /// The name as it stands in a token; `other` for a claim of the application.
  public var name: String { self == .other ? "other" : rawValue }
}
