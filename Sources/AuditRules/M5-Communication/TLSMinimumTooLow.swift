import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A session that accepts TLS 1.0 or 1.1, by enum, raw value or one of the older APIs.
struct TLSMinimumTooLow: FixingRule {
  static let metadata = RuleMetadata(
    id: "tls-minimum-too-low",
    title: LocalizedText("Outdated TLS versions accepted", ja: "古い TLS バージョンを許可している"),
    why: LocalizedText(
      """
      TLS 1.0 and 1.1 are deprecated (RFC 8996): they rest on MD5 and SHA-1 and allow downgrade and padding attacks. \
      Somebody on the network path can steer a connection down to them and read or change it.
      """,
      ja: """
        TLS 1.0 と 1.1 は廃止されています（RFC 8996）。MD5 や SHA-1 に依存し、ダウングレード攻撃やパディング攻撃を許します。\
        通信経路上の攻撃者が接続を古いバージョンに誘導し、盗聴や改ざんを行えます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Set tlsMinimumSupportedProtocolVersion to .TLSv13, or .TLSv12 while a server needs it. SecureSession's \
        TransportPolicy starts at TLS 1.3.
        """,
        ja: """
          tlsMinimumSupportedProtocolVersion に .TLSv13（サーバーの都合がある間は .TLSv12）を設定してください。\
          SecureSession の TransportPolicy は TLS 1.3 が既定です。
          """),
      library: .transport),
    severity: .high, confidence: .high, cwe: [757], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: """
        let configuration = URLSessionConfiguration.ephemeral
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv11
        """,
      good: """
        let configuration = URLSessionConfiguration.ephemeral
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
        """))

  static let triggers: Set<String> = properties.union(functions.keys).union(streamLevels).union(
    NetworkUse.types)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    NetworkUse.note(source, &report)
    for assignment in source.facts.assignments {
      guard let name = assignment.name, Self.properties.contains(name) else { continue }
      check(assignment.value, of: name, assignment.scope, at: assignment.range, source, &report) {
        TLSVersionRepair.fix(of: assignment, in: source)
      }
    }
    for (function, position) in Self.functions {
      for call in source.facts.calls(function) where call.arguments.count > position {
        let version = call.arguments[position].value
        check(version, of: function, call.scope, at: call.range, source, &report) {
          TLSVersionRepair.fix(ofArgument: version)
        }
      }
    }
    for name in Self.streamLevels {
      for reference in source.facts.references[name] ?? [] {
        report.add(
          Self.self, at: reference.range,
          LocalizedText("\(name) asks for an outdated protocol.", ja: "\(name) は古いプロトコルを指定しています。"))
      }
    }
  }

  private func check(
    _ value: ExprSyntax, of name: String, _ scope: ScopeID, at range: Range<Int>, _ source: SwiftSource,
    _ report: inout FileReport, fix: () -> SourceFix?
  ) {
    for value in source.fold(Self.rawValue(of: value) ?? value, in: scope).alternatives {
      guard let version = Self.outdated(value) else { continue }
      report.add(
        Self.self, at: range,
        LocalizedText("\(name) is set to \(version).", ja: "\(name) に \(version) が設定されています。"), fix: fix())
      return
    }
  }

  static let repair = TLSVersionRepair.title

  /// The number in `tls_protocol_version_t(rawValue: 0x0301)`, unwrapped or not.
  private static func rawValue(of expression: ExprSyntax) -> ExprSyntax? {
    let made = expression.as(ForceUnwrapExprSyntax.self)?.expression ?? expression
    return Call(made, scope: .file)?.argument("rawValue")
  }

  /// The version in words, if `value` names one below TLS 1.2.
  private static func outdated(_ value: Value) -> String? {
    if let name = value.symbol { return symbols[name] }
    return value.integer.flatMap { numbers[$0] }
  }

  private static let properties: Set = [
    "tlsMinimumSupportedProtocolVersion", "tlsMaximumSupportedProtocolVersion", "tlsMinimumSupportedProtocol",
    "tlsMaximumSupportedProtocol", "minimumTLSVersion", "minTLSVersion",
  ]
  /// Functions with the position of the version among their arguments.
  private static let functions = [
    "sec_protocol_options_set_min_tls_protocol_version": 1,
    "sec_protocol_options_set_max_tls_protocol_version": 1,
    "sec_protocol_options_set_tls_min_version": 1, "SSLSetProtocolVersionMin": 1,
    "SSLSetProtocolVersionMax": 1,
    "SSLSetProtocolVersion": 1,
  ]
  private static let streamLevels = [
    "kCFStreamSocketSecurityLevelSSLv2", "kCFStreamSocketSecurityLevelSSLv3",
    "kCFStreamSocketSecurityLevelTLSv1",
  ]
  private static let symbols = [
    "TLSv10": "TLS 1.0", "TLSv11": "TLS 1.1", "DTLSv10": "DTLS 1.0", "tlsProtocol1": "TLS 1.0",
    "tlsProtocol11": "TLS 1.1", "sslProtocol2": "SSL 2", "sslProtocol3": "SSL 3", "kSSLProtocol3": "SSL 3",
    "kTLSProtocol1": "TLS 1.0", "kTLSProtocol11": "TLS 1.1", "dtlsProtocol1": "DTLS 1.0", "tlsv1": "TLS 1.0",
    "tlsv11": "TLS 1.1",
  ]
  private static let numbers = [
    0x0300: "SSL 3", 0x0301: "TLS 1.0", 0x0302: "TLS 1.1", 0xFEFF: "DTLS 1.0",
  ]
}
