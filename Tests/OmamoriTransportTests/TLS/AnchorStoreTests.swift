#if !canImport(Darwin)
import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

@Suite("Roots")
struct AnchorStoreTests {
  private static let hasSystemRoots = FileManager.default.fileExists(atPath: AnchorStore.systemFile)

  @Test("Roots of the system are read, and each can be taken apart", .enabled(if: hasSystemRoots))
  func systemRoots() throws {
    let store = try AnchorStore(.system)
    let text = try String(contentsOfFile: AnchorStore.systemFile, encoding: .utf8)
    let end = "-----END CERTIFICATE-----"
    let documents = text.components(separatedBy: end).dropLast().map { $0 + end }
    #expect(store.count == documents.count)
    #expect(store.count > 50)
    for document in documents {
      let start = try #require(document.range(of: "-----BEGIN"))
      let pem = String(document[start.lowerBound...])
      let certificate = try Certificate(pemRepresentation: pem)
      let details = try CertificateDetails(certificate)
      #expect(details.extensions.isAuthority == true)
      #expect(!store.gives(certificate))
    }
  }

  @Test("Files that are missing or empty, and no root at all")
  func failures() throws {
    #expect(throws: TransportError.file(code: ENOENT)) {
      try AnchorStore(.system, systemFile: "/nonexistent/roots.pem")
    }
    #expect(throws: TransportError.policy(.noAnchors)) { try AnchorStore(.only([])) }
    let file = FileManager.default.temporaryDirectory.appending(path: "roots-\(UUID().uuidString).pem")
    try Data("nothing\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: TransportError.self) { try AnchorStore(.system, systemFile: file.path) }
  }

  @Test("Environment variables of OpenSSL add no root", .enabled(if: ChainFixtures.arePossible))
  func environment() async {
    await #expect(processExitsWith: .success) {
      let good = try ChainFixtures.named("good")
      let file = FileManager.default.temporaryDirectory.appending(path: "roots-\(UUID().uuidString).pem")
      try Data(good.anchors.joined(separator: "\n").utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      // because nothing else runs in the process of an exit test
      unsafe setenv("SSL_CERT_FILE", file.path, 1)
      let validator = ChainValidator(
        host: try HostName("www.example.com"), requirements: CertificateRequirements(),
        anchors: try AnchorStore(.only(ChainFixtures.named("unknown root").trusted())))
      let result = validator.validate(try good.presented(), at: ChainFixtures.moment)
      guard result.faults == [.untrustedRoot] else { exit(1) }
    }
  }
}
#endif
