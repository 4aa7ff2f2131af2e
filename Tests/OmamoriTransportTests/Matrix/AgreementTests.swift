#if !canImport(Darwin)
import Foundation
import OmamoriATS
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import TestSupport
import Testing

/// Two other programs, sslscan and testssl.sh, examine the servers of the matrix; a script compares and prints a table.
///
/// It takes minutes and runs with `OMAMORI_DEEP` only.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil))
struct AgreementTests {
  /// The servers that testssl.sh is asked about, which takes a minute for each.
  private static let representative: Set = [
    "good P-256", "good RSA 2048", "expired", "wrong host", "self-signed", "incomplete chain", "SHA-1",
    "RSA 1024",
    "TLS 1.3 only", "TLS 1.2 only", "TLS 1.0 to 1.3", "TLS 1.1 only", "no forward secrecy, AES-GCM",
    "DHE only",
    "good staple",
  ]

  @Test(.enabled(if: ChainFixtures.arePossible))
  func othersAgree() async throws {
    let pki = try MatrixAuthority.shared.get()
    let probe = try ServerProbe(anchors: .only([pki.root.certificate, pki.other.certificate]))
    var (servers, rows): ([MatrixServer], [JSONValue]) = ([], [])
    defer { for server in servers { server.stop() } }
    for item in MatrixCase.certificates + MatrixCase.connections where item.isComparable {
      let server = try MatrixServer(item.settings(pki))
      servers.append(server)
      let target = ServerTarget(try HostName(item.host), port: server.port, at: try HostName("127.0.0.1"))
      rows.append([
        "name": .string(item.name), "deep": .bool(Self.representative.contains(item.name)),
        "diagnosis": ATSDiagnosis(try await probe.examine(target), generation: .iOS17).json(),
      ])
    }
    let folder = try TemporaryFolder()
    try folder.write(JSONValue.array(rows).utf8(), to: "servers.json")
    // testssl.sh appends other bundles, so the last line needs an end, too.
    let roots = [pki.root, pki.other].map { $0.certificate.pemRepresentation + "\n" }.joined()
    try folder.write(roots, to: "roots.pem")
    let program = try Program(
      [Python.interpreter, Python.script("tls_agreement.py"), folder.path], in: folder)
    while program.isRunning { try await Task.sleep(for: .milliseconds(100)) }
    let ended = try program.wait()
    print(ended.output)
    #expect(ended.status == 0, "\(ended.errors)")
  }
}
#endif
