import OmamoriCore

extension TransportError {
  static func explanation(of error: TransportError) -> LocalizedText {
    switch error {
    case .malformedHost:
      LocalizedText("The host name or address cannot be read.", ja: "ホスト名またはアドレスを読み取れません。")
    case .malformedURL:
      LocalizedText(
        "The URL is not an absolute https URL without a user name.",
        ja: "URLが、ユーザー名を含まない絶対https URLではありません。")
    case .endpointLeavesOrigin:
      LocalizedText(
        "The endpoint leads to another host, port or scheme than the base URL.",
        ja: "エンドポイントが、基準URLとは異なるホスト、ポート、またはスキームを指しています。")
    case .policy(let fault): fault.explanation
    case .hostNotListed:
      LocalizedText(
        "The policy has no rule for the host and refuses such hosts.",
        ja: "ポリシーにこのホストの規則がなく、規則のないホストは拒否されます。")
    case .refused(let verdict): verdict.explanation
    case .handshakeFailed(let alert?):
      LocalizedText(
        "The TLS handshake failed (alert \(alert)).", ja: "TLSハンドシェイクに失敗しました(アラート\(alert))。")
    case .handshakeFailed(nil):
      LocalizedText("The TLS handshake failed.", ja: "TLSハンドシェイクに失敗しました。")
    case .notTLS:
      LocalizedText("What answers on this port does not speak TLS.", ja: "このポートの応答はTLSではありません。")
    case .proxyRefused(let status):
      LocalizedText(
        "The proxy refused a tunnel to the server (status \(status)).",
        ja: "プロキシがサーバーへのトンネルを拒否しました(ステータス\(status))。")
    case .clientCertificateNeeded:
      LocalizedText("The server asks for a client certificate.", ja: "サーバーがクライアント証明書を要求しています。")
    case .clientIdentity:
      LocalizedText(
        "The client certificate or its key cannot be used.", ja: "クライアント証明書、またはその鍵を使用できません。")
    case .chainTooLong:
      LocalizedText("The server sent too many certificates.", ja: "サーバーが送信した証明書が多すぎます。")
    case .nameNotResolved:
      LocalizedText("The server's name cannot be resolved.", ja: "サーバーの名前を解決できません。")
    case .notConnected: LocalizedText("The server cannot be reached.", ja: "サーバーに接続できません。")
    case .connectionLost: LocalizedText("The connection broke.", ja: "接続が切断されました。")
    case .timedOut: LocalizedText("It took too long.", ja: "時間切れになりました。")
    case .cancelled: LocalizedText("The request was cancelled.", ja: "要求が取り消されました。")
    case .busy: LocalizedText("Too many requests wait in the session.", ja: "セッションで待機中の要求が多すぎます。")
    case .closed: LocalizedText("The session was closed.", ja: "セッションは閉じられています。")
    case .redirectRefused:
      LocalizedText(
        "The server redirects to where the policy does not go.", ja: "ポリシーが許可しない宛先へのリダイレクトです。")
    case .responseTooLarge(let limit):
      LocalizedText("The response is larger than \(limit) bytes.", ja: "応答が\(limit)バイトを超えています。")
    case .malformedResponse:
      LocalizedText("The response is not well-formed HTTP.", ja: "応答が正しいHTTPではありません。")
    case .status(let code):
      LocalizedText("The server answered with status \(code).", ja: "サーバーがステータス\(code)を返しました。")
    case .unexpectedMediaType:
      LocalizedText("The body is of another media type.", ja: "本文のメディアタイプが異なります。")
    case .undecodableBody: LocalizedText("The body cannot be decoded.", ja: "本文をデコードできません。")
    case .unreadableBody:
      LocalizedText("The body of the request cannot be read.", ja: "要求の本文を読み取れません。")
    case .headerNotAllowed:
      LocalizedText("A header field is not allowed.", ja: "許可されていないヘッダーフィールドです。")
    case .insecureHeaders(let findings):
      LocalizedText(
        (["The response's security headers are not what the policy asks for."]
          + findings.prefix(4).map(\.explanation.english)).joined(separator: " "),
        ja: (["応答のセキュリティヘッダーが、ポリシーの要求を満たしていません。"]
          + findings.prefix(4).map(\.explanation.japanese)).joined())
    case .malformedDocument(let line?):
      LocalizedText("The document is malformed in line \(line).", ja: "文書の\(line)行目の形式が正しくありません。")
    case .malformedDocument(nil):
      LocalizedText("The document is malformed.", ja: "文書の形式が正しくありません。")
    case .signatureInvalid:
      LocalizedText(
        "The document is not signed by the key, or was changed.",
        ja: "文書がこの鍵で署名されていないか、改変されています。")
    case .rolledBack(let expected, let found):
      LocalizedText(
        "The document (\(found)) is older than the one that is known (\(expected)).",
        ja: "文書(\(found))が、確認済みのもの(\(expected))より古くなっています。")
    case .notCurrent:
      LocalizedText(
        "The document has expired, or was made in the future.", ja: "文書の期限が切れているか、作成日時が未来になっています。")
    case .noUpdatablePattern:
      LocalizedText(
        "The pin set has pins for none of the hosts that the app lets be updated.",
        ja: "ピンのセットに、アプリが更新を許可したホストのピンがありません。")
    case .secretStore(let problem): CoreError.secretStore(problem).explanation
    case .file(let code):
      LocalizedText(
        "A file could not be read or written (error \(code)).", ja: "ファイルを読み書きできません(エラー\(code))。")
    case .unsupported: LocalizedText("This system cannot do it.", ja: "このシステムでは実行できません。")
    case .backend(let code):
      LocalizedText(
        "A library failed in an unexpected way (code \(code)).", ja: "ライブラリで予期しないエラーが発生しました(コード\(code))。")
    }
  }
}
