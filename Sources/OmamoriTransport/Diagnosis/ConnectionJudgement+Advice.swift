import OmamoriATS
import OmamoriCore

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
        ja: "RFC 8996で禁止された\(names)が有効になっています。"))
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
        ja: "TLS 1.2で拡張マスターシークレットが使用されていません。Appleは、デバイス管理およびソフトウェアアップデートの"
          + "サーバー(サポート記事126655)と、26.4以降のより厳格なパッケージでこれを必須としています。"))
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
        ja: "26.4以降のより厳格なパッケージ(NSRequiresNIAPTLSPackageVersion)を要求するアプリは接続できません。"
          + "TLS 1.3、またはSHA-1を使用しない署名とECDHEおよびAES-GCMが必要です。"))
  }
}
