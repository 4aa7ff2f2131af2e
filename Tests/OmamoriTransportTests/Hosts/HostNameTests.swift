import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite struct HostNameTests {
  @Test(arguments: [
    ("API.Example.com.", "api.example.com"), ("localhost", "localhost"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("127.0.0.1", "127.0.0.1"), ("[2001:DB8:0:0::1]", "2001:db8::1"), ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
  ])
  func oneForm(_ text: String, _ form: String) throws {
    #expect(try HostName(text).description == form)
  }

  @Test(arguments: [
    "", ".", "a..b", "-a.example", "a-.example", "bücher.example", "a b", "a/b", "a@b", "a:80", "127.1",
    "0x7f.0.0.1", "2130706433",
    "1.2.3.4.", "01.2.3.4", "256.1.1.1", "[::1]:443", "fe80::1%eth0", "a.example..", "a\u{0}.example", "[::1",
    "example.0x7",
  ])
  func refused(_ text: String) {
    #expect(throws: TransportError.malformedHost) { try HostName(text) }
  }

  @Test func patterns() throws {
    let host = try HostName("example.com")
    let exact = try HostPattern(host, subdomains: .excluded)
    let one = try HostPattern(host, subdomains: .oneLabel)
    let all = try HostPattern(host, subdomains: .all)
    #expect([exact, one, all].allSatisfy { $0.matches(host) })
    let child = try HostName("a.example.com")
    #expect(!exact.matches(child) && one.matches(child) && all.matches(child))
    let grandchild = try HostName("b.a.example.com")
    #expect(!one.matches(grandchild) && all.matches(grandchild))
    let lookalike = try HostName("notexample.com")
    #expect(!all.matches(lookalike))
    let address = try HostName("10.0.0.1")
    #expect(throws: TransportError.policy(.subdomainsOfAddress)) {
      try HostPattern(address, subdomains: .all)
    }
  }
}
