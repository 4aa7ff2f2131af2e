public import OmamoriCore

/// Why a request or an examination of a server was not done, or was given up.
///
/// It holds codes, numbers and verdicts only, never a header, a body, a credential or a URL.
@nonexhaustive
public enum TransportError: OmamoriError {
  /// A host name or address cannot be read.
  case malformedHost
  /// The URL is not an absolute `https` URL without a user name.
  case malformedURL
  /// The endpoint leads to another host, port or scheme than the base URL.
  case endpointLeavesOrigin
  /// The policy contradicts itself.
  case policy(PolicyFault)
  /// No rule of the policy is for the host, and such hosts are refused.
  case hostNotListed
  /// The server was refused; the verdict says why.
  case refused(ConnectionVerdict)
  /// The server and the policy have no version or cipher suite of TLS in common, or the handshake broke off.
  case handshakeFailed(alert: UInt8?)
  /// What answers on the port does not speak TLS, or breaks its rules from the first record on.
  case notTLS
  /// The proxy did not open a tunnel to the server and answered with this status, such as 407.
  case proxyRefused(status: Int)
  /// The server asks for a client certificate, and there is none or it was refused.
  case clientCertificateNeeded
  /// The client identity cannot be used.
  case clientIdentity
  /// The server sent more certificates than are taken.
  case chainTooLong
  /// The name of the server cannot be resolved.
  case nameNotResolved
  /// The server cannot be reached.
  case notConnected
  /// The connection broke.
  case connectionLost
  /// It took too long.
  case timedOut
  /// The caller cancelled.
  case cancelled
  /// Too many requests wait in the session.
  case busy
  /// The session was closed.
  case closed
  /// The redirect is not allowed.
  case redirectRefused
  /// The response is larger than this many bytes.
  case responseTooLarge(limit: Int)
  /// The response is not HTTP, or its header is malformed.
  case malformedResponse
  /// The status is not one that was asked for.
  case status(Int)
  /// The body is not of the media type that was asked for.
  case unexpectedMediaType
  /// The body cannot be decoded.
  case undecodableBody
  /// The body of the request cannot be encoded or read.
  case unreadableBody
  /// A header field's name or value is not allowed.
  case headerNotAllowed
  /// A response lacks security header fields that the policy asks for, or they are wrong.
  case insecureHeaders([HeaderFinding])
  /// A document cannot be read; `line` is counted from 1 where it is known.
  case malformedDocument(line: Int?)
  /// A signed document is not signed by the key, or was changed.
  case signatureInvalid
  /// A signed document is older than the one that is known.
  case rolledBack(expected: UInt64, found: UInt64)
  /// A signed document has expired, or was made in the future.
  case notCurrent
  /// A signed pin set has pins for none of the patterns that may be updated.
  case noUpdatablePattern
  /// A secret store could not answer.
  case secretStore(SecretStoreProblem)
  /// A file could not be read or written; `code` is the system's error number.
  case file(code: Int32)
  /// This system cannot do it.
  case unsupported
  /// The operating system refused a call, such as one for a thread; `code` is its error number.
  case system(code: Int32)
  /// A library failed in a way that valid use does not cause.
  case backend(code: Int)

  /// What failed, as a sentence.
  public var explanation: LocalizedText { Self.explanation(of: self) }
  /// What to do about it, as a sentence.
  public var recovery: LocalizedText { Self.recovery(from: self) }
}

extension TransportError {
  package static func explanation(of error: TransportError) -> LocalizedText {
    switch error {
    case .malformedHost:
      LocalizedText("The host name or address cannot be read.", ja: "ホスト名またはアドレスを読み取れません。")
    case .malformedURL:
      LocalizedText(
        "The URL is not an absolute https URL without a user name.",
        ja: "https:// で始まり、ユーザー名を含まない URL ではありません。")
    case .endpointLeavesOrigin:
      LocalizedText(
        "The endpoint leads to another host, port or scheme than the base URL.",
        ja: "エンドポイントが、基準 URL とは異なるホスト、ポート、またはスキームを指しています。")
    case .policy(let fault): fault.explanation
    case .hostNotListed:
      LocalizedText(
        "The policy has no rule for the host and refuses such hosts.",
        ja: "ポリシーにこのホストの規則がなく、規則のないホストは拒否されます。")
    case .refused(let verdict): verdict.explanation
    case .handshakeFailed(let alert?):
      LocalizedText(
        "The TLS handshake failed (alert \(alert)).", ja: "TLS ハンドシェイクに失敗しました（アラート \(alert)）。")
    case .handshakeFailed(nil):
      LocalizedText("The TLS handshake failed.", ja: "TLS ハンドシェイクに失敗しました。")
    case .notTLS:
      LocalizedText("What answers on this port does not speak TLS.", ja: "このポートの応答は TLS ではありません。")
    case .proxyRefused(let status):
      LocalizedText(
        "The proxy refused a tunnel to the server (status \(status)).",
        ja: "プロキシがサーバーへのトンネルを拒否しました（ステータス \(status)）。")
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
      LocalizedText("The response is larger than \(limit) bytes.", ja: "応答が \(limit) バイトを超えています。")
    case .malformedResponse:
      LocalizedText("The response is not well-formed HTTP.", ja: "応答が正しい HTTP ではありません。")
    case .status(let code):
      LocalizedText("The server answered with status \(code).", ja: "サーバーがステータス \(code) を返しました。")
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
      LocalizedText("The document is malformed in line \(line).", ja: "文書の \(line) 行目の形式が正しくありません。")
    case .malformedDocument(nil):
      LocalizedText("The document is malformed.", ja: "文書の形式が正しくありません。")
    case .signatureInvalid:
      LocalizedText(
        "The document is not signed by the key, or was changed.",
        ja: "文書がこの鍵で署名されていないか、改変されています。")
    case .rolledBack(let expected, let found):
      LocalizedText(
        "The document (\(found)) is older than the one that is known (\(expected)).",
        ja: "文書（\(found)）が、確認済みのもの（\(expected)）より古くなっています。")
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
        "A file could not be read or written (error \(code)).", ja: "ファイルを読み書きできません（エラー \(code)）。")
    case .unsupported: LocalizedText("This system cannot do it.", ja: "このシステムでは実行できません。")
    case .system(let code):
      LocalizedText(
        "The system refused a call with error \(code).", ja: "システムコールがエラー \(code) で失敗しました。")
    case .backend(let code):
      LocalizedText(
        "A library failed in an unexpected way (code \(code)).", ja: "ライブラリで予期しないエラーが発生しました（コード \(code)）。")
    }
  }
}

extension TransportError {
  static func recovery(from error: TransportError) -> LocalizedText {
    switch error {
    case .malformedHost:
      LocalizedText(
        "Write the name in ASCII (xn--… for other scripts) or an address, without scheme and port.",
        ja: "名前は ASCII（ASCII 以外は xn--…）で、またはアドレスで、スキームとポートを付けずに指定してください。")
    case .malformedURL:
      LocalizedText(
        "Correct the URL; write a host in ASCII (xn--… for other scripts).",
        ja: "URL を修正してください。ホストは ASCII（ASCII 以外は xn--…）で指定してください。")
    case .endpointLeavesOrigin:
      LocalizedText("Correct the URL.", ja: "URL を修正してください。")
    case .policy(let fault): fault.recovery
    case .hostNotListed:
      LocalizedText("Add a rule for the host to the policy.", ja: "ホストの規則をポリシーに追加してください。")
    case .refused(let verdict): verdict.recovery
    case .handshakeFailed:
      LocalizedText(
        "Let omamori tls diagnose say which versions and cipher suites the server has.",
        ja: "omamori tls diagnose で、サーバーのバージョンと暗号スイートを調べてください。")
    case .notTLS:
      LocalizedText(
        "Check the port; omamori tls diagnose says what answers there.",
        ja: "ポートを確認してください。omamori tls diagnose で、応答しているプロトコルが分かります。")
    case .proxyRefused(407):
      LocalizedText(
        "The proxy asks for a password, which is not supported: use one without, or let it admit this machine.",
        ja: "プロキシのパスワード認証には対応していません。認証のないプロキシを使用するか、このマシンを許可してください。")
    case .proxyRefused:
      LocalizedText(
        "Let the proxy admit CONNECT to this host and port, or correct the proxy in the policy.",
        ja: "プロキシでこのホストとポートへの CONNECT を許可するか、ポリシーのプロキシを修正してください。")
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
        ja: "最終の URL を直接要求するか、ポリシーでリダイレクトを許可してください。")
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
      LocalizedText("See Documentation/platforms.md.", ja: "Documentation/platforms.md を参照してください。")
    case .system:
      LocalizedText("Look the number up in errno(3).", ja: "番号の意味は errno(3) で確認してください。")
    case .backend:
      LocalizedText("Report it with the code.", ja: "コードを添えて報告してください。")
    }
  }
}

extension TransportError: SystemCodeError {}

extension TransportError {
  /// What an error of Apple's URL loading system means to the caller.
  ///
  /// Source: <https://developer.apple.com/documentation/foundation/urlerror/code>.
  ///
  /// - Parameters:
  ///   - code: The code in `NSURLErrorDomain`.
  ///   - host: The host that was asked.
  ///   - refusal: The verdict by which a connection to the host was refused, if one was.
  package init(urlLoadingCode code: Int, host: HostName, refusal: ConnectionVerdict?) {
    if let refusal, Self.codesAfterRefusal.contains(code) {
      self = .refused(refusal)
    } else if let fault = Self.faultByCode[code] {
      self = .refused(ConnectionVerdict(host: host, faults: [fault], chain: nil, pins: nil, facts: nil))
    } else {
      self = Self.byCode[code] ?? .backend(code: code)
    }
  }

  /// What a task ends with whose server-trust challenge was cancelled.
  private static let codesAfterRefusal: Set<Int> = [-999, -1012, -1200, -1201, -1202, -1203, -1204]

  /// What the system has against a certificate by itself.
  private static let faultByCode: [Int: TrustFault] = [
    -1201: .expired(depth: 0),  // serverCertificateHasBadDate
    -1202: .untrustedRoot,  // serverCertificateUntrusted
    -1203: .untrustedRoot,  // serverCertificateHasUnknownRoot
    -1204: .notYetValid(depth: 0),  // serverCertificateNotYetValid
  ]

  private static let byCode: [Int: TransportError] = [
    -999: .cancelled,  // cancelled
    -1000: .malformedURL,  // badURL
    -1001: .timedOut,  // timedOut
    -1002: .malformedURL,  // unsupportedURL
    -1003: .nameNotResolved,  // cannotFindHost
    -1004: .notConnected,  // cannotConnectToHost
    -1005: .connectionLost,  // networkConnectionLost
    -1006: .nameNotResolved,  // dnsLookupFailed
    -1007: .redirectRefused,  // httpTooManyRedirects
    -1009: .notConnected,  // notConnectedToInternet
    -1010: .redirectRefused,  // redirectToNonExistentLocation
    -1011: .malformedResponse,  // badServerResponse
    -1014: .malformedResponse,  // zeroByteResource
    -1015: .malformedResponse,  // cannotDecodeRawData
    -1016: .malformedResponse,  // cannotDecodeContentData
    -1017: .malformedResponse,  // cannotParseResponse
    -1018: .notConnected,  // internationalRoamingOff
    -1019: .notConnected,  // callIsActive
    -1020: .notConnected,  // dataNotAllowed
    -1021: .unreadableBody,  // requestBodyStreamExhausted
    -1022: .handshakeFailed(alert: nil),  // appTransportSecurityRequiresSecureConnection
    -1100: .unreadableBody,  // fileDoesNotExist
    -1101: .unreadableBody,  // fileIsDirectory
    -1102: .unreadableBody,  // noPermissionsToReadFile
    -1200: .handshakeFailed(alert: nil),  // secureConnectionFailed
    -1205: .clientCertificateNeeded,  // clientCertificateRejected
    -1206: .clientCertificateNeeded,  // clientCertificateRequired
    -2000: .notConnected,  // cannotLoadFromNetwork
  ]
}

extension DeliveryProblem {
  /// What a failed request means to who wants to hand records on.
  ///
  /// - Parameter error: The error.
  package init(_ error: TransportError) {
    self =
      switch error {
      case .refused, .handshakeFailed, .chainTooLong, .hostNotListed, .insecureHeaders, .policy,
        .malformedHost, .malformedURL, .signatureInvalid, .rolledBack, .notCurrent, .notTLS,
        .noUpdatablePattern:
        .untrusted
      case .clientCertificateNeeded, .clientIdentity, .secretStore, .headerNotAllowed: .denied
      case .responseTooLarge, .malformedResponse, .unexpectedMediaType, .undecodableBody, .redirectRefused,
        .status, .malformedDocument, .endpointLeavesOrigin:
        .invalidAnswer
      case .unreadableBody: .rejected
      case .cancelled: .cancelled
      case .nameNotResolved, .notConnected, .proxyRefused, .connectionLost, .timedOut, .busy, .closed, .file,
        .unsupported, .system,
        .backend:
        .unreachable
      }
  }
}
