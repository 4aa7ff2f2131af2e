import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriRelay

/// The relay's TLS as programs see it that were not made for it.
@Suite("RelayTransport", .serialized)
struct RelayTransportTests {
  @Test func curlKnowsTheRelayByItsPin() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let answer = try running.curl([])
      #expect(answer.status == 0 && answer.text == #"{"status":"ok","version":1}"#)
      let other = "sha256//" + Data(repeating: 7, count: 32).base64EncodedString()
      #expect(try running.curl([], pin: other).status == 90)
      // With the certificate as the anchor, its names count, and nothing else of the system's trust does.
      let url = "https://localhost:\(running.relay.port)/v1/health"
      let anchored = ["curl", "-s", "--ipv4", "--cacert", running.folder + "/certificate.pem"]
      #expect(try Program.run(anchored + [url]).status == 0)
      #expect(try Program.run(["curl", "-s", "--ipv4", url]).status == 60)
    }
  }

  @Test func thePinIsTheOneOfTheCertificate() async throws {
    try await RunningRelay.use({ $0.names = ["relay.example", "192.0.2.7"] }) {
      (running) async throws -> Void in
      let digest = Data(SHA256.hash(data: running.relay.certificate.subjectPublicKeyInfo))
      #expect(running.relay.pin == "sha256//" + digest.base64EncodedString())
      let text = try Program.run([
        "openssl", "x509", "-in", running.folder + "/certificate.pem", "-noout", "-text",
      ]).text
      let names = "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"
      #expect(text.contains(names + ", DNS:relay.example, IP Address:192.0.2.7"))
      #expect(text.contains("CA:FALSE") && text.contains("TLS Web Server Authentication"))
      for name in ["key.pem", "relay.db", "relay.lock", "certificate.pem"] {
        let rights = try FileManager.default.attributesOfItem(atPath: running.folder + "/" + name)
        #expect((rights[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
      }
    }
  }

  @Test func theKeyStaysWhenTheCertificateEnds() async throws {
    let folder = RunningRelay.newFolder()
    defer { RunningRelay.remove(folder) }
    var pins: [String] = []
    var certificates: [Certificate] = []
    let clock = ManualClock(date: Date())
    for days in [0, 300, 70] {
      clock.advance(by: .seconds(days * 86_400))
      try await RunningRelay.use(in: folder, { $0.clock = clock }) { (running) async throws -> Void in
        pins.append(running.relay.pin)
        certificates.append(running.relay.certificate)
        #expect(running.relay.certificate.notValidAfter > clock.date + 29 * 86_400)
        #expect(running.relay.certificate.notValidBefore < clock.date)
      }
    }
    #expect(Set(pins).count == 1 && certificates[0] == certificates[1] && certificates[1] != certificates[2])
  }

  @Test func aDamagedKeyIsNotReplaced() async throws {
    let folder = RunningRelay.newFolder()
    defer { RunningRelay.remove(folder) }
    try await RunningRelay.use(in: folder) { _ in }
    try Data("no key".utf8).write(to: URL(filePath: folder + "/key.pem"))
    await #expect(throws: RelayError.certificate) { _ = try await Relay.start(RelayOptions(folder: folder)) }
    #expect(try String(contentsOfFile: folder + "/key.pem", encoding: .utf8) == "no key")
  }

  @Test(arguments: ["-tls1", "-tls1_1", "-tls1_2"]) func olderVersionsAreRefused(version: String) async throws
  {
    try await RunningRelay.use { (running) async throws -> Void in
      let request = "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n"
      let options = [version, "-cipher", "DEFAULT:@SECLEVEL=0"]
      #expect(try running.raw(request, options: options).isEmpty)
      #expect(
        try await RunningRelay.eventually { running.events.current.contains { $0.kind == .handshakeFailed } })
      #expect(try running.curl([]).status == 0)
    }
  }

  @Test func oneRelayUsesAFolder() async throws {
    try await RunningRelay.use { (running) async throws -> Void in
      let options = RelayOptions(folder: running.folder)
      await #expect(throws: RelayError.inUse) { _ = try await Relay.start(options) }
      var taken = RelayOptions(folder: RunningRelay.newFolder())
      defer { RunningRelay.remove(taken.folder) }
      taken.port = running.relay.port
      await #expect(throws: RelayError.cannotListen(code: EADDRINUSE)) { _ = try await Relay.start(taken) }
      taken.port = 0
      taken.names = ["a,DNS:b"]
      await #expect(throws: RelayError.invalidName) { _ = try await Relay.start(taken) }
    }
  }

  @Test func aFolderThatOthersCanReadIsRefused() async throws {
    let folder = RunningRelay.newFolder()
    defer { RunningRelay.remove(folder) }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    await #expect(throws: RelayError.insecureFolder) {
      _ = try await Relay.start(RelayOptions(folder: folder))
    }
  }
}
