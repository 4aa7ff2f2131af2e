import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftParser
import SwiftSyntax

/// A server inside of the app that everybody on the network may talk to.
struct ListenerUnauthenticated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "listener-unauthenticated",
    title: LocalizedText("Listener open to the whole network", ja: "ネットワーク全体に公開された待ち受け"),
    why: LocalizedText(
      """
      A listener without TLS on all interfaces answers every device of the café's network. Files, commands and whatever \
      else it serves are reached without any key.
      """,
      ja: """
        TLS なしですべてのインターフェースで待ち受けると、カフェの Wi-Fi にいるどのデバイスからも接続できます。\
        提供しているファイルやコマンドに、鍵なしで到達できてしまいます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Listen on the loopback interface only, or demand TLS with a key both sides know (a pre-shared key or client \
        certificates).
        """,
        ja: """
          ループバックインターフェースだけで待ち受けるか、双方が持つ鍵（事前共有鍵やクライアント証明書）による TLS を必須にしてください。
          """),
      library: .transport),
    severity: .medium, confidence: .medium, cwe: [306], owaspMobile2024: [.m5], owaspMobile2016: [.m3],
    example: RuleMetadata.Example(
      bad: "let listener = try NWListener(using: .tcp, on: 8080)",
      good: """
        let parameters = NWParameters.tcp
        parameters.requiredInterfaceType = .loopback
        let listener = try NWListener(using: parameters, on: 8080)
        """))

  static let triggers: Set<String> = Set(["NWListener", "INADDR_ANY", "in6addr_any"]).union(servers)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.text.context == .app else { return }
    checkListeners(source, &report)
    checkServers(source, &report)
    checkSockets(source, &report)
  }

  // MARK: Network.framework

  private func checkListeners(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("NWListener") {
      guard let parameters = call.argument("using"),
        let open = openParameters(parameters, call.scope, source)
      else { continue }
      report.add(
        Self.self, at: parameters.utf8Range,
        LocalizedText(
          "The listener takes \(open) connections from any device of the network.",
          ja: "この待ち受けは、ネットワーク上のどのデバイスからの \(open) 接続も受け付けます。"))
    }
  }

  /// `TCP` or `UDP` when `parameters` are without TLS and bound to no interface.
  private func openParameters(_ parameters: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> String? {
    var made = parameters
    if let name = parameters.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard let binding = source.binding(named: name, from: scope), let value = binding.value,
        !Self.limits.contains(where: { limit in
          source.facts.assignments(to: limit, in: binding.scope, from: 0).contains {
            NamePath.of($0.target).first == name
          }
        }),
        // Protocols above, TLS for one, and options set by other code.
        !source.facts.references(name, in: binding.scope).contains(where: {
          $0.node.parent?.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            == "applicationProtocols"
            || $0.node.parent?.is(LabeledExprSyntax.self) == true && $0.range != parameters.utf8Range
        })
      else { return nil }
      made = value
    }
    let path = NamePath.of(made)
    if path == ["tcp"] || path == ["NWParameters", "tcp"] { return "TCP" }
    if path == ["udp"] || path == ["NWParameters", "udp"] { return "UDP" }
    guard let call = Call(made, scope: scope), call.name == "NWParameters" else { return nil }
    if let tls = call.argument("tls") { return tls.is(NilLiteralExprSyntax.self) ? "TCP" : nil }
    if let dtls = call.argument("dtls") { return dtls.is(NilLiteralExprSyntax.self) ? "UDP" : nil }
    return nil
  }

  private static let limits = [
    "requiredInterfaceType", "requiredLocalEndpoint", "acceptLocalOnly", "requiredInterface",
  ]

  // MARK: Embedded servers

  private func checkServers(_ source: SwiftSource, _ report: inout FileReport) {
    for type in Self.servers where type != "HttpServer" || source.facts.imports.contains("Swifter") {
      for call in source.facts.calls(type) where !isLimited(source) {
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(type) answers every device of the network.", ja: "\(type) はネットワーク上のどのデバイスにも応答します。"))
      }
    }
  }

  /// Whether the file binds the server to the device or asks for a password.
  private func isLimited(_ source: SwiftSource) -> Bool {
    let names = [
      "GCDWebServerOption_BindToLocalhost", "GCDWebServerOption_AuthenticationMethod", "listenAddressIPv4",
      "listenAddressIPv6", "interface", "BindToLocalhost",
    ]
    if names.contains(where: { source.facts.references[$0] != nil }) { return true }
    return source.facts.strings.contains {
      ["BindToLocalhost", "AuthenticationMethod", "127.0.0.1", "localhost"].contains(
        $0.node.knownText)
    }
  }

  private static let servers = ["GCDWebServer", "GCDWebUploader", "GCDWebDAVServer", "HttpServer"]

  // MARK: Sockets

  private func checkSockets(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["INADDR_ANY", "in6addr_any"] {
      for reference in source.facts.references[name] ?? [] {
        let body = ServerTrust.body(around: reference.scope, source)
        func calls(_ name: String) -> Bool { !source.facts.calls(name, in: body).isEmpty }
        guard calls("bind"), calls("listen"),
          !source.facts.calls.contains(where: {
            $0.name.hasPrefix("SSL_") || $0.name.hasPrefix("SSLHandshake")
          })
        else { continue }
        report.add(
          Self.self, at: reference.range,
          LocalizedText("The socket listens on all interfaces.", ja: "ソケットがすべてのインターフェースで待ち受けています。"))
      }
    }
  }
}
