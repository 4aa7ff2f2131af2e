import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriTransport
@testable import OmamoriTransportCurl

@Suite("Names of certificates")
struct CertificateNameMatchTests {
  @Test(
    "Names and patterns that fit",
    arguments: [
      ("www.example.com", "www.example.com"), ("www.example.com", "WWW.Example.COM"),
      ("www.example.com", "*.example.com"), ("xn--628h.example.com", "*.example.com"),
      ("localhost", "localhost"), ("a-b.example.com", "*.Example.com"),
    ])
  func fits(host: String, pattern: String) throws {
    #expect(CertificateNameMatch.matches(try HostName(host), [.dns(pattern)]))
  }

  @Test(
    "Names and patterns that do not fit",
    arguments: [
      ("example.com", "*.example.com"), ("a.b.example.com", "*.example.com"), ("www.example.com", "*"),
      ("example.com", "*.com"), ("www.example.com", "w*.example.com"), ("www.example.com", "*w.example.com"),
      ("www.example.com", "www.*.com"), ("www.example.com", "*.*.com"), ("www.example.com", ".example.com"),
      ("www.example.com", "www.example.com."), ("www.example.com", "www.example.com\0.evil.org"),
      ("www.example.com", ""), ("xn--bliss-1b3c148a.example.com", "xn--*-1b3c148a.example.com"),
      ("1.2.3.4", "1.2.3.4"), ("1.2.3.4", "*.2.3.4"), ("www.example.com", "evil-www.example.com"),
    ])
  func doesNotFit(host: String, pattern: String) throws {
    #expect(try !CertificateNameMatch.matches(HostName(host), [.dns(pattern)]))
  }

  @Test("Addresses are compared by their bytes, and only with addresses")
  func addresses() throws {
    #expect(CertificateNameMatch.matches(try HostName("192.0.2.1"), [.address(Data([192, 0, 2, 1]))]))
    #expect(try !CertificateNameMatch.matches(HostName("192.0.2.1"), [.address(Data([192, 0, 2, 2]))]))
    var bytes = Data(count: 16)
    bytes[15] = 1
    #expect(CertificateNameMatch.matches(try HostName("::1"), [.address(bytes)]))
    (bytes[0], bytes[1], bytes[2], bytes[3]) = (0x20, 0x01, 0x0D, 0xB8)
    for form in ["2001:db8::1", "[2001:DB8:0:0:0:0:0:1]"] {
      #expect(CertificateNameMatch.matches(try HostName(form), [.address(bytes)]))
    }
    #expect(try !CertificateNameMatch.matches(HostName("2001:db8::2"), [.address(bytes)]))
    #expect(try !CertificateNameMatch.matches(HostName("2001:db8::1"), [.email("a@b"), .uri("https://x/")]))
  }

  @Test(
    "Every form of an IPv6 address has its bytes",
    arguments: [
      ("::", [UInt8](repeating: 0, count: 16)),
      ("1::", [0, 1] + [UInt8](repeating: 0, count: 14)),
      ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
      ("1::8", [0, 1] + [UInt8](repeating: 0, count: 12) + [0, 8]),
      ("::ffff:192.0.2.1", [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1]),
    ])
  func bytesOfAddresses(text: String, bytes: [UInt8]) throws {
    #expect(try CertificateNameMatch.address(of: HostName(text)) == Data(bytes))
  }
}
