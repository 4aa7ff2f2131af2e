import OmamoriCore

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
        ja: "エンドポイントがhttpsのURLではありません。")
    case .endpointParameter:
      LocalizedText(
        "The query of the authorization endpoint has a parameter twice, or one that the login sets.",
        ja: "認可エンドポイントのクエリに、重複したパラメーターか、ログインで使うパラメーターが含まれています。")
    case .proofKeyUnsupported:
      LocalizedText(
        "The server does not state that it takes PKCE with S256.",
        ja: "サーバーがPKCE（S256）への対応を表明していません。")
    case .unavailable:
      LocalizedText(
        "The server has no metadata document.",
        ja: "サーバーにメタデータの文書がありません。")
    }
  }

  var recovery: LocalizedText {
    LocalizedText(
      "Check the issuer's URL with the operator of the server.",
      ja: "発行者のURLをサーバーの運営者に確認してください。")
  }
}
