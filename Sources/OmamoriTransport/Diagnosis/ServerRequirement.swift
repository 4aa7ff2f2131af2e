package import OmamoriATS
package import OmamoriCore

/// Something that App Transport Security or good practice asks of a server.
///
/// The raw value is stable and is the id in every report.
@nonexhaustive
package enum ServerRequirement: String, Sendable, Hashable, CaseIterable {
  /// The server speaks TLS on the port.
  case tls = "tls"
  /// The server can be offered TLS 1.2 and 1.3 together.
  case negotiation = "tls-negotiation"
  /// The version of TLS is 1.2 or newer, or as new as an exception says.
  case version = "tls-version"
  /// What is sent stays secret when the server's key becomes known.
  case forwardSecrecy = "tls-forward-secrecy"
  /// The cipher suite is one of those that are accepted.
  case cipherSuite = "tls-cipher-suite"
  /// The key exchange uses X25519, P-256, P-384 or P-521.
  case group = "tls-group"
  /// Clients without a certificate are served.
  case clientCertificate = "tls-client-certificate"
  /// A chain leads to a trusted root.
  case trustedChain = "certificate-chain"
  /// The server sends the certificates of one chain, and not too many.
  case chainLength = "certificate-chain-length"
  /// The certificate is for the host, by its alternative names.
  case hostName = "certificate-host"
  /// Every certificate is valid now.
  case time = "certificate-time"
  /// The certificate is not valid for too long.
  case lifetime = "certificate-lifetime"
  /// The keys are RSA with 2048 bits or more, or on P-256, P-384 or P-521.
  case key = "certificate-key"
  /// The certificates are signed with SHA-256 or better.
  case signature = "certificate-signature"
  /// The certificate is for servers of TLS.
  case use = "certificate-use"
  /// The certificates can be read, and all that is critical is understood.
  case form = "certificate-form"
  /// The certificate was not revoked.
  case revocation = "certificate-revocation"
  /// TLS 1.2 uses the extended master secret (RFC 7627), as Apple asks of servers for device management (126655).
  case extendedMasterSecret = "tls-extended-master-secret"
  /// TLS 1.2 has a suite of the stricter package that systems from 26.4 know: ECDHE with AES-GCM.
  case strictPackage = "tls-strict-package"
  /// A stapled status is there when the certificate demands it, and is valid.
  case staple = "tls-staple"
  /// TLS 1.0 and 1.1 are off (RFC 8996).
  case oldVersions = "tls-old-versions"
  /// Suites with an RSA key exchange, without encryption or without a certificate are off.
  case weakSuites = "tls-weak-suites"
  /// The certificate follows RFC 5280 and the CA/Browser Forum in every detail.
  case conformance = "certificate-conformance"
}

extension ServerRequirement {
  /// Lines for the configuration of a server that meet the requirement; none when the configuration is not the place.
  ///
  /// Paths and names of files are examples.
  package func configuration(for software: ServerSoftware) -> [String] {
    switch self {
    case .tls: ServerLines.tls(software)
    case .version, .oldVersions, .negotiation: ServerLines.versions(software)
    case .forwardSecrecy, .cipherSuite, .weakSuites: ServerLines.suites(software)
    case .strictPackage: ServerLines.versions(software) + ServerLines.suites(software)
    case .group: ServerLines.groups(software)
    case .clientCertificate: ServerLines.clientCertificate(software)
    case .trustedChain, .hostName, .time, .lifetime, .key, .signature, .use, .form, .revocation, .conformance:
      ServerLines.certificate(software)
    case .extendedMasterSecret: ServerLines.extendedMasterSecret(software)
    // Which certificates are sent is decided by what is in the file.
    case .chainLength:
      ["# This file holds one chain: the server's certificate and its intermediate ones, nothing else."]
        + ServerLines.certificate(software)
    case .staple: ServerLines.staple(software)
    }
  }
}

extension ServerRequirement {
  /// What to do about it, as a sentence.
  package var recovery: LocalizedText {
    switch self {
    case .tls:
      LocalizedText("Turn on TLS 1.2 and 1.3 on this port.", ja: "このポートで TLS 1.2 および 1.3 を有効にしてください。")
    case .negotiation:
      LocalizedText(
        "Update the server, or whatever stands in front of it, and turn on TLS 1.3.",
        ja: "サーバー、またはその手前の機器を更新し、TLS 1.3 を有効にしてください。")
    case .version, .oldVersions:
      LocalizedText("Turn on TLS 1.2 and 1.3, and nothing older.", ja: "TLS 1.2 および 1.3 のみを有効にしてください。")
    case .forwardSecrecy, .cipherSuite, .weakSuites:
      LocalizedText(
        "Allow the suites with ECDHE and AES-GCM or ChaCha20-Poly1305 alone.",
        ja: "ECDHE と、AES-GCM または ChaCha20-Poly1305 を組み合わせたスイートのみを許可してください。")
    case .strictPackage:
      LocalizedText(
        "Turn on TLS 1.3, or the suites of TLS 1.2 with ECDHE and AES-GCM.",
        ja: "TLS 1.3、または TLS 1.2 の ECDHE と AES-GCM のスイートを有効にしてください。")
    case .group:
      LocalizedText(
        "Allow key exchange with X25519, P-256 and P-384.", ja: "X25519、P-256、P-384 での鍵交換を許可してください。")
    case .clientCertificate:
      LocalizedText(
        "Let clients without a certificate in, or give the app an identity.",
        ja: "証明書のないクライアントを許可するか、アプリにクライアント証明書を設定してください。")
    case .trustedChain:
      LocalizedText(
        "Send the server's certificate and all intermediate ones, from an authority that the clients trust.",
        ja: "クライアントが信頼する認証局のサーバー証明書と、すべての中間証明書を送信してください。")
    case .chainLength:
      LocalizedText(
        "Leave in the server's file its own certificate and the intermediate ones of one chain, at most 32 with at most"
          + " 8 authorities below the root.",
        ja: "サーバーのファイルには、サーバー証明書と 1 つのチェーンの中間証明書のみを残してください"
          + "（合計 32 個以内、ルートより下の認証局は 8 個以内）。")
    case .hostName:
      LocalizedText(
        "Get a certificate with the name of the host among its subject alternative names.",
        ja: "Subject Alternative Name にホスト名を含む証明書を取得してください。")
    case .time:
      LocalizedText(
        "Renew the certificate, and let that happen by itself.", ja: "証明書を更新し、更新を自動化してください。")
    case .lifetime:
      LocalizedText(
        "Get a certificate that is valid for 398 days at most (825 from an authority of one's own).",
        ja: "有効期間が 398 日以内（独自の認証局の場合は 825 日以内）の証明書を取得してください。")
    case .key:
      LocalizedText(
        "Make a new key on P-256, or an RSA key with 2048 bits or more, and get a certificate for it.",
        ja: "P-256、または 2048 ビット以上の RSA で鍵を作り直し、証明書を取得してください。")
    case .signature:
      LocalizedText(
        "Get a certificate that is signed with SHA-256 or better.", ja: "SHA-256 以上で署名された証明書を取得してください。")
    case .use:
      LocalizedText(
        "Get a certificate for servers: extended key usage serverAuth, and not one of an authority.",
        ja: "サーバー用（拡張キー使用法が serverAuth）で、認証局のものではない証明書を取得してください。")
    case .form, .conformance:
      LocalizedText(
        "Let an authority issue the certificate that follows RFC 5280.",
        ja: "RFC 5280 に従う認証局に証明書を発行してもらってください。")
    case .revocation:
      LocalizedText(
        "Make a new key, get a new certificate, and find out why the old one was revoked.",
        ja: "鍵を作り直して証明書を取得し、失効の理由を確認してください。")
    case .extendedMasterSecret:
      LocalizedText(
        "Update the TLS library and do not turn the extension off; TLS 1.3 does not need it.",
        ja: "TLS ライブラリを更新し、この拡張を無効にしないでください。TLS 1.3 では不要です。")
    case .staple:
      LocalizedText(
        "Turn on OCSP stapling, or get a certificate that does not demand it.",
        ja: "OCSP ステープリングを有効にするか、それを要求しない証明書を取得してください。")
    }
  }
}

/// A requirement that a server does not meet.
package struct ServerFinding: Sendable, Hashable {
  /// The requirement.
  package let requirement: ServerRequirement
  /// How bad it is.
  package let severity: ATSIssue.Severity
  /// Whether App Transport Security refuses the server because of it.
  package let isRefusal: Bool
  /// What is wrong, as a sentence.
  package let explanation: LocalizedText

  /// Makes a finding.
  package init(
    _ requirement: ServerRequirement, _ severity: ATSIssue.Severity, isRefusal: Bool,
    _ explanation: LocalizedText
  ) {
    (self.requirement, self.severity) = (requirement, severity)
    (self.isRefusal, self.explanation) = (isRefusal, explanation)
  }

  /// What to do about it, as a sentence.
  package var recovery: LocalizedText { requirement.recovery }

  /// Lines for the configuration of a server that repair it; none when the configuration is not the place.
  ///
  /// Paths and names of files are examples.
  package func configuration(for software: ServerSoftware) -> [String] {
    requirement.configuration(for: software)
  }
}
