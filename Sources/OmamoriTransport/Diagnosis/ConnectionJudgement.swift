import OmamoriATS
import OmamoriCore

/// Compares what a server did in handshakes with what a client demands.
struct ConnectionJudgement {
  let facts: ServerFacts
  let generation: ATSGeneration

  init(_ facts: ServerFacts, generation: ATSGeneration) {
    (self.facts, self.generation) = (facts, generation)
  }

  /// The groups that Apple's TLS has in common with OpenSSL 3.0.
  private static let groups: Set = ["x25519", "secp256r1", "secp384r1", "secp521r1"]

  /// What keeps a client with a requirement from connecting, the certificate aside.
  func failures(of requirement: ATSRequirement) -> [ServerRequirement] {
    guard !facts.completed.isEmpty else { return [.tls] }
    let minimum = leastVersion(requirement)
    let newEnough = facts.completed.filter { $0.connection.version >= minimum }
    guard !newEnough.isEmpty else { return [.version] }
    let good = newEnough.filter { isAllowed($0.connection.cipherSuite, requirement) }
    guard !good.isEmpty else {
      let kinds = Set(newEnough.map { SuiteKind($0.connection.cipherSuite) })
      return [
        requirement.requiresForwardSecrecy && kinds.isSubset(of: [.rsa]) ? .forwardSecrecy : .cipherSuite
      ]
    }
    guard good.contains(where: Self.hasKnownGroup) else { return [.group] }
    var failures: [ServerRequirement] = []
    if minimum <= 0x0303, isIntolerant { failures.append(.negotiation) }
    if facts.clientCertificate == .required { failures.append(.clientCertificate) }
    return failures
  }

  /// Whether Apple's TLS can exchange keys as a handshake did.
  static func hasKnownGroup(_ handshake: HandshakeFacts) -> Bool {
    handshake.group.map(groups.contains) ?? true
  }

  /// Whether offering TLS 1.2 and 1.3 together fails where one of them alone works.
  var isIntolerant: Bool {
    facts[.standard]?.facts == nil
      && facts.completed.contains {
        $0.connection.version >= 0x0303 && SuiteKind($0.connection.cipherSuite) == .standard
      }
  }

  private func leastVersion(_ requirement: ATSRequirement) -> UInt16 {
    switch requirement.minimumVersion {
    case .tls13: 0x0304
    case .tls12, .dtls12: 0x0303
    case .tls11: 0x0302
    case .tls10, .dtls10: 0x0301
    case nil: generation >= .iOS26 ? 0x0303 : 0x0301
    }
  }

  private func isAllowed(_ suite: String, _ requirement: ATSRequirement) -> Bool {
    requirement.cipherSuites.names.map { $0.contains(suite) } ?? Self.isOffered(suite)
  }

  /// Whether Apple's TLS offers a suite when nothing limits its suites.
  static func isOffered(_ suite: String) -> Bool {
    switch SuiteKind(suite) {
    case .standard, .otherEllipticCurve: return true
    case .rsa: return suite.hasPrefix("TLS_RSA_WITH_AES_") && !suite.contains("_CCM")
    case .otherForwardSecret, .insecure: return false
    }
  }

  /// The findings for requirements that are not met without an exception.
  func findings(for failures: [ServerRequirement]) -> [ServerFinding] {
    failures.compactMap { requirement in
      explanation(of: requirement).map { ServerFinding(requirement, .high, isRefusal: true, $0) }
    }
  }

  private func explanation(of requirement: ServerRequirement) -> LocalizedText? {
    let suites = facts.completed.filter { $0.connection.version >= 0x0303 }.map(\.connection.cipherSuite)
    let list = Set(suites).sorted().joined(separator: ", ")
    switch requirement {
    case .tls: return noTLS
    case .negotiation:
      return LocalizedText(
        "The server ends the handshake when TLS 1.2 and 1.3 are offered together.",
        ja: "TLS 1.2 と 1.3 を同時に提示すると、サーバーがハンドシェイクを終了します。")
    case .version:
      let newest = facts.completed.map(\.connection.version).max().map(TLSVersionName.text) ?? ""
      return LocalizedText(
        "The newest version that the server speaks is \(newest); TLS 1.2 is the least.",
        ja: "サーバーが対応する最新のバージョンは \(newest) です。TLS 1.2 以降が必要です。")
    case .forwardSecrecy:
      return LocalizedText(
        "The server has no suite with forward secrecy, only: \(list).",
        ja: "前方秘匿性のあるスイートがありません。対応しているのは次のとおりです: \(list)")
    case .cipherSuite:
      return LocalizedText(
        "The server has none of the 13 suites of App Transport Security, only: \(list).",
        ja: "App Transport Security の 13 のスイートに対応していません。対応しているのは次のとおりです: \(list)")
    case .group:
      let groups = Set(facts.completed.compactMap(\.group)).sorted().joined(separator: ", ")
      return LocalizedText(
        "The server exchanges keys with \(groups) only.", ja: "鍵交換に使用できるグループが \(groups) のみです。")
    case .clientCertificate:
      return LocalizedText(
        "The server refuses clients without a certificate.", ja: "サーバーがクライアント証明書のない接続を拒否します。")
    default: return nil
    }
  }

  private var noTLS: LocalizedText {
    switch facts.handshakes.first?.outcome {
    case .notTLS(.http?):
      LocalizedText("The server speaks HTTP without TLS on this port.", ja: "このポートでは TLS のない HTTP が使用されています。")
    case .notTLS(.ssh?):
      LocalizedText("An SSH server answers on this port.", ja: "このポートでは SSH サーバーが応答しています。")
    case .notTLS(.greeting?):
      LocalizedText(
        "A server that speaks first without TLS, such as one for mail (SMTP) or files (FTP), answers on this port.",
        ja: "このポートでは、TLS なしで先に応答するサーバー（SMTP や FTP など）が動作しています。")
    case .notTLS: LocalizedText("The server does not speak TLS on this port.", ja: "このポートでは TLS が使用されていません。")
    case .timedOut:
      LocalizedText("The server does not answer the handshake in time.", ja: "サーバーがハンドシェイクに時間内に応答しません。")
    case .closed:
      LocalizedText("The server ends the connection in the handshake.", ja: "サーバーがハンドシェイク中に接続を切断します。")
    case .refused(let alert):
      LocalizedText(
        "The server refuses every handshake (alert \(alert)).", ja: "サーバーがすべてのハンドシェイクを拒否します（アラート \(alert)）。")
    default: LocalizedText("No handshake with the server can be completed.", ja: "サーバーとのハンドシェイクを完了できません。")
    }
  }
}

extension ConnectionJudgement {
  /// What should be better, though App Transport Security accepts it.
  var advice: [ServerFinding] {
    [oldVersions, weakSuites, extendedMasterSecret, strictPackage].compactMap(\.self)
  }

  private var oldVersions: ServerFinding? {
    let old = Set(facts.completed.map(\.connection.version).filter { $0 < 0x0303 }).sorted()
    guard !old.isEmpty else { return nil }
    let names = old.map(TLSVersionName.text).joined(separator: ", ")
    return ServerFinding(
      .oldVersions, .medium, isRefusal: false,
      LocalizedText(
        "The server still speaks \(names), which RFC 8996 forbids.",
        ja: "RFC 8996 で禁止された \(names) が有効になっています。"))
  }

  private var weakSuites: ServerFinding? {
    let suites = Set(facts.completed.map(\.connection.cipherSuite))
    let insecure = suites.filter { SuiteKind($0) == .insecure }
    let rsa = suites.filter { SuiteKind($0) == .rsa }
    guard !insecure.isEmpty || !rsa.isEmpty else { return nil }
    let names = (insecure.isEmpty ? rsa : insecure).sorted().joined(separator: ", ")
    return ServerFinding(
      .weakSuites, insecure.isEmpty ? .low : .critical, isRefusal: false,
      insecure.isEmpty
        ? LocalizedText(
          "The server takes suites without forward secrecy from clients that ask for them: \(names).",
          ja: "クライアントが要求すると、前方秘匿性のないスイートが使用されます: \(names)")
        : LocalizedText(
          "The server takes suites that encrypt nothing, or that prove nothing about the server: \(names).",
          ja: "暗号化またはサーバー認証のないスイートが有効になっています: \(names)"))
  }

  private var extendedMasterSecret: ServerFinding? {
    guard facts.hasExtendedMasterSecret == false else { return nil }
    return ServerFinding(
      .extendedMasterSecret, .medium, isRefusal: false,
      LocalizedText(
        "TLS 1.2 works without the extended master secret. Apple demands it of servers for device management and software"
          + " updates (support article 126655), and the stricter package of systems from 26.4 of all servers.",
        ja: "TLS 1.2 で拡張マスターシークレットが使用されていません。Apple は、デバイス管理およびソフトウェアアップデートの"
          + "サーバー（サポート記事 126655）と、26.4 以降のより厳格なパッケージでこれを必須としています。"))
  }

  private var strictPackage: ServerFinding? {
    let connections = facts.completed.filter { $0.connection.version >= 0x0303 }
    let allowed = ATSCipherSuites.strictPackage.names ?? []
    let isMet = connections.contains { facts in
      allowed.contains(facts.connection.cipherSuite) && facts.signatureDigest != "SHA1"
    }
    guard !connections.isEmpty, !isMet else { return nil }
    return ServerFinding(
      .strictPackage, .low, isRefusal: false,
      LocalizedText(
        "Apps that ask for the stricter package of systems from 26.4 (NSRequiresNIAPTLSPackageVersion) are refused: it has"
          + " TLS 1.3, or ECDHE with AES-GCM and signatures without SHA-1.",
        ja: "26.4 以降のより厳格なパッケージ（NSRequiresNIAPTLSPackageVersion）を要求するアプリは接続できません。"
          + "TLS 1.3、または SHA-1 を使用しない署名と ECDHE および AES-GCM が必要です。"))
  }
}
