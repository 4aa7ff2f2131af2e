import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// TLS by a library inside the app instead of the system.
struct EmbeddedTLSStack: SwiftRule {
  static let metadata = RuleMetadata(
    id: "embedded-tls-stack",
    title: LocalizedText("TLS by a library inside the app", ja: "アプリに組み込んだライブラリによる TLS"),
    why: LocalizedText(
      """
      A TLS library inside the app gets repairs only with updates of the app, and knows neither App Transport Security nor \
      the roots and revocations of the system. Each check of a certificate is the app's own code.
      """,
      ja: """
        アプリに組み込んだ TLS ライブラリは、アプリを更新するまで修正されません。App Transport Security も、\
        システムのルート証明書や失効情報も適用されず、証明書の検証はすべてアプリ自身のコードになります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Connect with URLSession or Network, which use the system's TLS; SecureSession adds pins.",
        ja: "システムの TLS を使う URLSession または Network で接続してください。SecureSession でピン留めもできます。"),
      library: .transport),
    severity: .low, confidence: .medium, cwe: [477, 295], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        func handshake(_ connection: OpaquePointer) -> Bool { SSL_connect(connection) == 1 }
        """,
      good: """
        func connect(_ host: NWEndpoint.Host) -> NWConnection { NWConnection(host: host, port: .https, using: .tls) }
        """))

  static let triggers: Set<String> = Set(stacks.keys).union([option, "NIOSSLClientHandler"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.stacks.keys.sorted() {
      guard let call = source.facts.calls(name).first(where: { $0.receiver == nil }),
        !source.facts.hasFunction(name)
      else { continue }
      add(name, Self.stacks[name] ?? name, at: call.range, &report)
    }
    if let call = source.facts.calls("NIOSSLClientHandler").first {
      add("NIOSSLClientHandler", "BoringSSL", at: call.range, &report)
    }
    for call in source.facts.calls(Self.option) {
      guard call.arguments.count == 3, let name = NamePath.last(of: call.arguments[1].value),
        Self.authorities.contains(name)
      else { continue }
      add(name, at: call.range, &report)
    }
  }

  private func add(
    _ name: String, _ stack: String, at range: Range<Int>, _ report: inout FileReport,
    confidence: Confidence? = nil
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) negotiates TLS with \(stack) inside the app, not with the system.",
        ja: "\(name) は、システムではなくアプリ内の \(stack) で TLS を確立します。"), confidence: confidence)
  }

  private func add(
    _ option: String, at range: Range<Int>, _ report: inout FileReport, confidence: Confidence? = nil
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(option) gives curl root certificates of the app's own; the system's trust and its updates do not count.",
        ja: "\(option) により、curl はシステムの信頼設定とその更新ではなく、アプリ独自のルート証明書を使用します。"),
      confidence: confidence)
  }

  /// Functions that carry out a handshake, with the library that they belong to.
  private static let stacks = [
    "SSL_connect": "OpenSSL", "SSL_do_handshake": "OpenSSL", "mbedtls_ssl_handshake": "Mbed TLS",
    "wolfSSL_connect": "wolfSSL", "gnutls_handshake": "GnuTLS", "tls_connect": "LibreSSL",
    "br_ssl_client_reset": "BearSSL",
  ]
  private static let option = "curl_easy_setopt"
  private static let authorities: Set = ["CURLOPT_CAINFO", "CURLOPT_CAINFO_BLOB", "CURLOPT_CAPATH"]
}

extension EmbeddedTLSStack: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    guard !source.isForOtherSystem else { return }
    // Plain C is often a library that somebody else wrote and nobody calls.
    let confidence: Confidence? = source.isPlainC ? .low : nil
    let own = source.made(of: Set(Self.stacks.keys))
    for name in Self.stacks.keys.sorted() where source.names.contains(name) && !own.contains(name) {
      guard let call = source.calls(name).first(where: { !$0.hasReceiver && $0.function != nil }) else {
        continue
      }
      add(name, Self.stacks[name] ?? name, at: source.bytes(of: call.tokens), &report, confidence: confidence)
    }
    for call in source.calls(Self.option).prefix(ObjectiveCSource.closeLooks) {
      guard call.arguments.count == 3, let name = source.use(of: Self.authorities, in: call.arguments[1])
      else {
        continue
      }
      add(name, at: source.bytes(of: call.tokens), &report, confidence: confidence)
    }
  }
}

extension EmbeddedTLSStack: ProjectRule {
  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    for component in project.lockedComponents {
      guard let stack = Self.libraries[component.identity.name] else { continue }
      report.add(
        Self.self, in: component.lock.text, at: component.package.range,
        LocalizedText(
          "\(component.name) brings \(stack) into the app; see whether it negotiates TLS.",
          ja: "\(component.name) により \(stack) がアプリに組み込まれます。TLS に使われていないか確認してください。"),
        confidence: .low)
    }
  }

  /// Packages that bring a TLS library, by their names in lock files.
  private static let libraries = [
    "openssl": "OpenSSL", "openssl-apple": "OpenSSL", "openssl-spm": "OpenSSL",
    "grkopensslframework": "OpenSSL",
    "boringssl": "BoringSSL", "boringssl-grpc": "BoringSSL", "swift-nio-ssl": "BoringSSL",
    "mbedtls": "Mbed TLS", "wolfssl": "wolfSSL", "gnutls": "GnuTLS", "libressl": "LibreSSL",
  ]
}

extension EmbeddedTLSStack: BinaryRule {
  func check(_ source: MachOSource, _ report: inout FileReport) {
    var seen: Set<String> = []
    for (name, stack) in Self.stacks.sorted(by: { $0.key < $1.key }) {
      guard let slices = source.slices(where: { $0.imports.contains("_" + name) }),
        seen.insert(stack).inserted
      else { continue }
      report.add(
        Self.self, quoting: "_" + name,
        LocalizedText(
          "The code for \(slices) negotiates TLS by \(name) of \(stack), not with the system.",
          ja: "\(slices) 向けのコードが、システムではなく \(stack) の \(name) で TLS を確立します。"))
    }
  }
}
