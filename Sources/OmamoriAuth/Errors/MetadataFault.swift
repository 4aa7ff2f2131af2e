import OmamoriCore

/// Why the description that a server gives of itself was refused.
@nonexhaustive
public enum MetadataFault: Sendable, Hashable {
  /// It is not a metadata document.
  case malformed
  /// It is about another issuer.
  case issuerMismatch
  /// An endpoint is not an https URL.
  case endpointInsecure
  /// The query of the authorization endpoint has a parameter twice, or one that the login sets (RFC 6749 §3.1).
  case endpointParameter
  /// The server does not state that it takes PKCE with S256.
  case proofKeyUnsupported
  /// The server has no metadata document.
  case unavailable
}

extension MetadataFault {
  var explanation: LocalizedText {
    switch self {
    case .malformed:
      LocalizedText(
        "It is not a metadata document.",
        ja: "メタデータの文書ではありません。")
    case .issuerMismatch:
      LocalizedText(
        "It is about another issuer.",
        ja: "別の発行者のメタデータです。")
    case .endpointInsecure:
      LocalizedText(
        "An endpoint is not an https URL.",
        ja: "エンドポイントが https の URL ではありません。")
    case .endpointParameter:
      LocalizedText(
        "The query of the authorization endpoint has a parameter twice, or one that the login sets.",
        ja: "認可エンドポイントのクエリに、重複したパラメーターか、サインインで使うパラメーターが含まれています。")
    case .proofKeyUnsupported:
      LocalizedText(
        "The server does not state that it takes PKCE with S256.",
        ja: "サーバーが PKCE（S256）への対応を表明していません。")
    case .unavailable:
      LocalizedText(
        "The server has no metadata document.",
        ja: "サーバーにメタデータの文書がありません。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Check the issuer's URL with the operator of the server.",
      ja: "発行者の URL をサーバーの運営者に確認してください。")
  }
}
