import OmamoriCore

extension TransportError {
  static func recovery(from error: TransportError) -> LocalizedText {
    switch error {
    case .malformedHost:
      LocalizedText(
        "Write the name in ASCII (xn--… for other scripts) or an address, without scheme and port.",
        ja: "名前はASCII(ASCII以外はxn--…)で、またはアドレスで、スキームとポートを付けずに指定してください。")
    case .malformedURL:
      LocalizedText(
        "Correct the URL; write a host in ASCII (xn--… for other scripts).",
        ja: "URLを修正してください。ホストはASCII(ASCII以外はxn--…)で指定してください。")
    case .endpointLeavesOrigin:
      LocalizedText("Correct the URL.", ja: "URLを修正してください。")
    case .policy(let fault): fault.recovery
    case .hostNotListed:
      LocalizedText("Add a rule for the host to the policy.", ja: "ホストの規則をポリシーに追加してください。")
    case .refused(let verdict): verdict.recovery
    case .handshakeFailed:
      LocalizedText(
        "Let omamori tls diagnose say which versions and cipher suites the server has.",
        ja: "omamori tls diagnoseで、サーバーのバージョンと暗号スイートを調べてください。")
    case .notTLS:
      LocalizedText(
        "Check the port; omamori tls diagnose says what answers there.",
        ja: "ポートを確認してください。omamori tls diagnoseで、応答しているプロトコルが分かります。")
    case .proxyRefused(407):
      LocalizedText(
        "The proxy asks for a password, which is not supported: use one without, or let it admit this machine.",
        ja: "プロキシのパスワード認証には対応していません。認証のないプロキシを使用するか、このマシンを許可してください。")
    case .proxyRefused:
      LocalizedText(
        "Let the proxy admit CONNECT to this host and port, or correct the proxy in the policy.",
        ja: "プロキシでこのホストとポートへのCONNECTを許可するか、ポリシーのプロキシを修正してください。")
    case .clientCertificateNeeded, .clientIdentity:
      LocalizedText(
        "Give the session a client identity that the server accepts.",
        ja: "サーバーが受け入れるクライアント証明書をセッションに設定してください。")
    case .chainTooLong, .malformedResponse, .unexpectedMediaType, .undecodableBody:
      LocalizedText("Correct the server.", ja: "サーバーを修正してください。")
    case .nameNotResolved, .notConnected, .connectionLost, .timedOut:
      LocalizedText("Check the name and the network, then try again.", ja: "名前とネットワークを確認し、やり直してください。")
    case .cancelled: LocalizedText("Nothing has to be done.", ja: "必要な操作はありません。")
    case .busy:
      LocalizedText(
        "Wait until some requests are done, then try again.", ja: "ほかの要求の完了を待ってから、やり直してください。")
    case .closed: LocalizedText("Make a new session.", ja: "新しいセッションを作成してください。")
    case .redirectRefused:
      LocalizedText(
        "Ask the final URL, or allow such redirects in the policy.",
        ja: "最終のURLを直接要求するか、ポリシーでリダイレクトを許可してください。")
    case .responseTooLarge:
      LocalizedText(
        "Stream the body, or raise the limit in the policy.", ja: "本文をストリームで受け取るか、ポリシーの上限を上げてください。")
    case .status: LocalizedText("Look up what the server means by it.", ja: "サーバー側での意味を確認してください。")
    case .unreadableBody, .headerNotAllowed:
      LocalizedText("Correct the request.", ja: "要求を修正してください。")
    case .insecureHeaders:
      LocalizedText(
        "Let the server send them, or let the policy only report it.",
        ja: "サーバーが送信するように設定するか、ポリシーを報告のみにしてください。")
    case .malformedDocument: LocalizedText("Correct the document.", ja: "文書を修正してください。")
    case .signatureInvalid, .rolledBack:
      LocalizedText("Get the document from its author again.", ja: "文書を作成者から取得し直してください。")
    case .noUpdatablePattern:
      LocalizedText(
        "Sign a set with the hosts, and the subdomains, that the app declares; the pins in use stay.",
        ja: "アプリが宣言したホストとサブドメインのピンのセットに署名してください。使用中のピンは変わりません。")
    case .notCurrent:
      LocalizedText("Get a newer document, and check the clock.", ja: "新しい文書を取得し、時刻を確認してください。")
    case .secretStore(let problem): problem.recovery
    case .file: LocalizedText("Check the path and its permissions.", ja: "パスと権限を確認してください。")
    case .unsupported:
      LocalizedText("See Documentation/platforms.md.", ja: "Documentation/platforms.mdを参照してください。")
    case .backend:
      LocalizedText("Report it with the code.", ja: "コードを添えて報告してください。")
    }
  }
}
