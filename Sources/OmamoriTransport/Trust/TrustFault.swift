public import OmamoriCore

/// Why the chain of a server is not trusted.
@nonexhaustive
public enum TrustFault: Sendable, Hashable {
  /// No chain leads to an anchor: an unknown root, or an intermediate certificate that was not sent.
  case untrustedRoot
  /// The server's certificate, or an anchor that is not trusted, signed itself.
  case selfSigned
  /// A certificate has expired; `depth` 0 is the server's.
  case expired(depth: Int)
  /// A certificate is not valid yet.
  case notYetValid(depth: Int)
  /// No subject alternative name is that of the host; the common name does not count.
  case wrongHost
  /// The certificate has no subject alternative names.
  case noSubjectAlternativeName
  /// A signature does not fit, or a certificate cannot be read.
  case malformed(depth: Int)
  /// A certificate may not sign others, or not so far down.
  case notAnAuthority(depth: Int)
  /// The server sent more than this many certificates.
  case tooManyCertificates(limit: Int)
  /// There are more than this many authorities between the server's certificate and a root.
  case tooManyAuthorities(limit: Int)
  /// A certificate is not for this use (key usage, extended key usage).
  case wrongUse(depth: Int)
  /// A name is outside of what an authority may sign (RFC 5280, section 4.2.1.10).
  case nameConstraint(depth: Int)
  /// A key is too short, or of a kind that is not accepted.
  case weakKey(depth: Int)
  /// A signature uses a digest that is not accepted, such as SHA-1.
  case weakSignature(depth: Int)
  /// A certificate is valid for longer than this many days.
  case validityTooLong(depth: Int, limit: Int)
  /// A certificate has a critical extension that is not understood.
  case unknownCriticalExtension(depth: Int)
  /// A certificate breaks a rule of RFC 5280 or of the CA/Browser Forum.
  case nonconforming(depth: Int)
  /// The certificate says that its status must be stapled (RFC 7633), and it was not.
  case stapleMissing
  /// The stapled status is not about this certificate, not signed by its issuer, or too old.
  case stapleInvalid
  /// The certificate was revoked.
  case revoked(depth: Int)
  /// TLS 1.2 without the extended master secret (RFC 7627).
  case noExtendedMasterSecret
  /// The version of TLS is older than the policy allows, or unknown.
  case oldVersion
  /// The cipher suite is none of the 13 of App Transport Security, or not one of that version.
  case weakCipherSuite
  /// The validator gave a reason that has no name here.
  case other(code: Int)
}

extension TrustFault {
  /// The fault that a status of Apple's Security framework stands for.
  ///
  /// The status says nothing of the depth, so the server's certificate is named. Some faults come as
  /// `errSecNotTrusted` alone.
  ///
  /// Source: <https://developer.apple.com/documentation/security/security-framework-result-codes>.
  ///
  /// - Parameter status: The code of the error that `SecTrustEvaluateWithError` gives.
  package init(securityStatus status: Int) {
    self = Self.bySecurityStatus[status] ?? .other(code: status)
  }

  private static let bySecurityStatus: [Int: TrustFault] = [
    -25_318: .untrustedRoot,  // errSecCreateChainFailed
    -67_602: .wrongHost,  // errSecHostNameMismatch
    -67_603: .unknownCriticalExtension(depth: 0),  // errSecUnknownCriticalExtensionFlag
    -67_604: .notAnAuthority(depth: 1),  // errSecNoBasicConstraints
    -67_605: .notAnAuthority(depth: 1),  // errSecNoBasicConstraintsCA
    -67_608: .wrongUse(depth: 0),  // errSecInvalidKeyUsageForPolicy
    -67_609: .wrongUse(depth: 0),  // errSecInvalidExtendedKeyUsage
    -67_611: .notAnAuthority(depth: 1),  // errSecPathLengthConstraintExceeded
    -67_612: .untrustedRoot,  // errSecInvalidRoot
    -67_635: .stapleMissing,  // errSecIncompleteCertRevocationCheck
    -67_654: .untrustedRoot,  // errSecTrustSettingDeny
    -67_688: .malformed(depth: 0),  // errSecInvalidSignature
    -67_735: .weakKey(depth: 0),  // errSecUnsupportedKeySize
    -67_808: .malformed(depth: 0),  // errSecVerifyFailed
    -67_815: .weakSignature(depth: 0),  // errSecInvalidDigestAlgorithm
    -67_818: .expired(depth: 0),  // errSecCertificateExpired
    -67_819: .notYetValid(depth: 0),  // errSecCertificateNotValidYet
    -67_820: .revoked(depth: 0),  // errSecCertificateRevoked
    -67_826: .notAnAuthority(depth: 1),  // errSecInvalidCertAuthority
    -67_843: .untrustedRoot,  // errSecNotTrusted
    -67_899: .nonconforming(depth: 0),  // errSecCertificatePolicyNotAllowed
    -67_900: .nameConstraint(depth: 0),  // errSecCertificateNameNotAllowed
    -67_901: .nonconforming(depth: 0),  // errSecCertificateValidityPeriodTooLong
    -67_902: .wrongUse(depth: 0),  // errSecCertificateIsCA
    -67_903: .nonconforming(depth: 0),  // errSecCertificateDuplicateExtension
  ]
}

extension TrustFault {
  /// What is wrong, as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .untrustedRoot:
      LocalizedText(
        "No chain leads to a trusted root; the root is unknown, or an intermediate certificate is not sent.",
        ja: "信頼するルートに至るチェーンがありません。ルートが不明か、中間証明書が送信されていません。")
    case .selfSigned: LocalizedText("The certificate signed itself.", ja: "証明書が自己署名です。")
    case .expired(let depth):
      LocalizedText("The certificate at depth \(depth) has expired.", ja: "深さ \(depth) の証明書の有効期限が切れています。")
    case .notYetValid(let depth):
      LocalizedText(
        "The certificate at depth \(depth) is not valid yet.", ja: "深さ \(depth) の証明書はまだ有効ではありません。")
    case .wrongHost:
      LocalizedText("The certificate is not for this host.", ja: "証明書がこのホストのものではありません。")
    case .noSubjectAlternativeName:
      LocalizedText(
        "The certificate has no subject alternative name; the common name does not count.",
        ja: "証明書に Subject Alternative Name がありません。Common Name は使用されません。")
    case .malformed(let depth):
      LocalizedText(
        "The certificate at depth \(depth) cannot be read, or its signature is wrong.",
        ja: "深さ \(depth) の証明書を読み取れないか、署名が正しくありません。")
    case .notAnAuthority(let depth):
      LocalizedText(
        "The certificate at depth \(depth) may not sign the one below it.",
        ja: "深さ \(depth) の証明書は、下位の証明書に署名できません。")
    case .tooManyCertificates(let limit):
      LocalizedText(
        "The server sends more than \(limit) certificates.", ja: "サーバーが送信する証明書が \(limit) 個を超えています。")
    case .tooManyAuthorities(let limit):
      LocalizedText(
        "The chain has more than \(limit) authorities between the server's certificate and a root.",
        ja: "サーバー証明書とルートの間の認証局が \(limit) 個を超えています。")
    case .wrongUse(let depth):
      LocalizedText(
        "The certificate at depth \(depth) is not for this use.", ja: "深さ \(depth) の証明書の用途が異なります。")
    case .nameConstraint(let depth):
      LocalizedText(
        "A name is outside of what the authority at depth \(depth) may sign.",
        ja: "名前が、深さ \(depth) の認証局に許可された範囲を外れています。")
    case .weakKey(let depth):
      LocalizedText(
        "The key of the certificate at depth \(depth) is too weak.", ja: "深さ \(depth) の証明書の鍵の強度が不足しています。")
    case .weakSignature(let depth):
      LocalizedText(
        "The signature of the certificate at depth \(depth) is too weak.",
        ja: "深さ \(depth) の証明書の署名の強度が不足しています。"
      )
    case .validityTooLong(let depth, let limit):
      LocalizedText(
        "The certificate at depth \(depth) is valid for more than \(limit) days.",
        ja: "深さ \(depth) の証明書の有効期間が \(limit) 日を超えています。")
    case .unknownCriticalExtension(let depth):
      LocalizedText(
        "The certificate at depth \(depth) has a critical extension that is not understood.",
        ja: "深さ \(depth) の証明書に、解釈できない重要な拡張があります。")
    case .nonconforming(let depth):
      LocalizedText(
        "The certificate at depth \(depth) breaks a rule of RFC 5280 or of the CA/Browser Forum.",
        ja: "深さ \(depth) の証明書が、RFC 5280 または CA/Browser Forum の規則に反しています。")
    case .stapleMissing:
      LocalizedText("The server staples no OCSP status.", ja: "サーバーが OCSP ステータスを添付していません。")
    case .stapleInvalid:
      LocalizedText("The stapled OCSP status is not valid.", ja: "添付された OCSP ステータスが無効です。")
    case .revoked(let depth):
      LocalizedText("The certificate at depth \(depth) was revoked.", ja: "深さ \(depth) の証明書は失効しています。")
    case .noExtendedMasterSecret:
      LocalizedText(
        "The server does not use the extended master secret with TLS 1.2.",
        ja: "サーバーが TLS 1.2 で拡張マスターシークレットを使用していません。")
    case .oldVersion:
      LocalizedText(
        "The connection has an older version of TLS than the policy allows.",
        ja: "接続の TLS バージョンが、ポリシーの許可するものより古くなっています。")
    case .weakCipherSuite:
      LocalizedText(
        "The cipher suite is not one with forward secrecy and a modern cipher.",
        ja: "暗号スイートが、前方秘匿性と現代的な暗号を備えていません。")
    case .other(let code):
      LocalizedText("The chain was refused (code \(code)).", ja: "チェーンが拒否されました（コード \(code)）。")
    }
  }

  /// What to do about it, as a sentence.
  public var recovery: LocalizedText {
    switch self {
    case .untrustedRoot:
      LocalizedText(
        "Let the server send its intermediate certificates, or add the root to the policy's anchors.",
        ja: "サーバーに中間証明書を送信させるか、ルートをポリシーのアンカーに追加してください。")
    case .tooManyCertificates:
      LocalizedText(
        "Let the server send its own certificate and the intermediate ones of its chain, and nothing else.",
        ja: "サーバー証明書と、そのチェーンの中間証明書のみをサーバーに送信させてください。")
    case .tooManyAuthorities:
      LocalizedText(
        "Get a certificate nearer to the root, add an intermediate authority to the policy's anchors, or raise"
          + " greatestIntermediateCount.",
        ja: "ルートに近い認証局の証明書を取得するか、中間認証局をポリシーのアンカーに追加するか、"
          + "greatestIntermediateCount を上げてください。")
    case .expired: LocalizedText("Renew the certificate.", ja: "証明書を更新してください。")
    case .notYetValid: LocalizedText("Check the clocks.", ja: "時刻を確認してください。")
    case .stapleMissing, .stapleInvalid:
      LocalizedText("Turn on OCSP stapling on the server.", ja: "サーバーの OCSP ステープリングを有効にしてください。")
    case .noExtendedMasterSecret:
      LocalizedText(
        "Update the server's TLS library, or turn on TLS 1.3.",
        ja: "サーバーの TLS ライブラリを更新するか、TLS 1.3 を有効にしてください。")
    case .oldVersion, .weakCipherSuite:
      LocalizedText(
        "Turn on TLS 1.3 on the server, or the ECDHE suites of TLS 1.2 where the policy allows it.",
        ja: "サーバーで TLS 1.3 を有効にするか、ポリシーが許可する場合は TLS 1.2 の ECDHE スイートを有効にしてください。")
    case .revoked: LocalizedText("Replace the certificate and its key.", ja: "証明書と鍵を交換してください。")
    default:
      LocalizedText(
        "Let the authority issue a certificate that meets the rule.", ja: "規則を満たす証明書を認証局に発行してもらってください。")
    }
  }
}
