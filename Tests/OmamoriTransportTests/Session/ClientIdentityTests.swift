import Foundation
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import OmamoriTransportCurl
import Testing

/// A client that proves who it is.
@Suite(
  "Client identities of sessions", .serialized, .enabled(if: TestPrograms.areThere && UnrulyServer.isThere))
struct ClientIdentityTests {
  private struct Identity: ClientIdentity {
    let certificateChain: [Data]
    let key: Data

    func privateKey() async throws(CoreError) -> SecretBytes { SecretBytes(copying: key) }
  }

  let authority: TestAuthority
  let server: UnrulyServer

  init() throws {
    authority = try TestAuthority.shared.get()
    server = try UnrulyServer.shared.get()
  }

  private func identity(_ name: String = "spare", key: String = "spare") throws -> Identity {
    let text = try authority.text("\(key).key").split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    return Identity(
      certificateChain: try [name, "middle"].map { try authority.certificate($0).derRepresentation },
      key: try #require(Data(base64Encoded: text)))
  }

  @Test("A server that asks gets the certificate", arguments: ["asks", "asks12"])
  func answered(_ port: String) async throws {
    let session = SecureSession(
      policy: try TestPolicy.make(authority, version: .tls12), identity: try identity())
    let response = try await session.response(to: HTTPRequest(.get, server.url("/seen", port)))
    #expect(response.status == 200)
    await session.close()
  }

  @Test("A key of another certificate, or none, is said before anything is connected")
  func wrongKey() async throws {
    for (name, key) in [("spare", "leaf"), ("leaf", "spare")] {
      let session = SecureSession(
        policy: try TestPolicy.make(authority), identity: try identity(name, key: key))
      await #expect(throws: TransportError.clientIdentity) {
        try await session.response(to: HTTPRequest(.get, server.url("/seen", "asks")))
      }
      await session.close()
    }
  }

  // Fails when every hop may use the engine with the identity.
  @Test("A redirect to another origin does not take the certificate along")
  func redirected() async throws {
    let policy = try TestPolicy.make(authority, redirects: .listedHosts(limit: 2))
    let session = SecureSession(policy: policy, identity: try identity())
    let place = try server.url("/seen", "asks", host: "127.0.0.1").text
    _ = try await session.response(to: HTTPRequest(.get, RequestURL(place)))
    await #expect(throws: TransportError.clientCertificateNeeded) {
      try await session.response(to: HTTPRequest(.get, server.url("/redirect?302&\(place)")))
    }
    await session.close()
  }

  // Fails when coming back brings the identity back.
  @Test("A redirect from another origin does not act with the certificate")
  func returned() async throws {
    let policy = try TestPolicy.make(authority, redirects: .listedHosts(limit: 3))
    let session = SecureSession(policy: policy, identity: try identity())
    let home = try server.url("/seen", "asks").text
    let away = try server.url("/redirect?302&\(home)", host: "127.0.0.1").text
    await #expect(throws: TransportError.clientCertificateNeeded) {
      try await session.response(to: HTTPRequest(.get, server.url("/redirect?302&\(away)", "asks")))
    }
    await session.close()
  }
}
