import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ListenerUnauthenticatedTests {
  @Test(arguments: [
    "let listener = try NWListener(using: ⟦.tcp⟧, on: 8080)",
    "let listener = try NWListener(using: ⟦NWParameters.udp⟧)",
    "listener = try NWListener(using: ⟦NWParameters(tls: nil, tcp: options)⟧, on: port)",
    """
    func start() throws {
      let parameters = NWParameters.tcp
      parameters.allowLocalEndpointReuse = true
      listener = try NWListener(using: ⟦parameters⟧, on: .any)
    }
    """,
    "let server = ⟦GCDWebServer()⟧\nserver.start(withPort: 8080, bonjourName: \"files\")",
    "import Swifter\nlet server = ⟦HttpServer()⟧\ntry server.start(8080)",
    """
    func serve() {
      var address = sockaddr_in()
      address.sin_addr.s_addr = ⟦INADDR_ANY⟧.bigEndian
      bind(descriptor, pointer, length)
      listen(descriptor, 5)
    }
    """,
  ])
  func speaks(_ source: String) { expect(ListenerUnauthenticated.self, in: source, severity: .medium) }

  @Test(arguments: [
    """
    let parameters = NWParameters.tcp
    parameters.requiredInterfaceType = .loopback
    let listener = try NWListener(using: parameters, on: 8080)
    """,
    "let listener = try NWListener(using: .tls, on: 8443)",
    "let listener = try NWListener(using: NWParameters(tls: tlsOptions), on: 8443)",
    """
    let parameters = NWParameters.tcp
    parameters.defaultProtocolStack.applicationProtocols.insert(tls, at: 0)
    secure(parameters)
    let listener = try NWListener(using: parameters)
    """,
    "func make(_ parameters: NWParameters) throws { listener = try NWListener(using: parameters) }",
    """
    let server = GCDWebServer()
    try server.start(options: [GCDWebServerOption_BindToLocalhost: true, GCDWebServerOption_Port: 8080])
    """,
    "import Swifter\nlet server = HttpServer()\nserver.listenAddressIPv4 = \"127.0.0.1\"\ntry server.start(8080)",
    "let server = HttpServer()",
    // A client that does not care which address it has.
    "func send() { address.sin_addr.s_addr = INADDR_ANY\n bind(descriptor, pointer, length)\n sendto(descriptor) }",
  ])
  func isSilent(_ source: String) { expect(ListenerUnauthenticated.self, in: source) }
}
