import Foundation

struct AgentBridge {
  private let session = URLSession(configuration: .ephemeral)

  func introspect(_ tokens: TokenSet) async throws -> Data {
    var request = URLRequest(url: URL(string: "http://idp.intranet.example/introspect")!)
    request.httpMethod = "POST"
    request.setValue("Bearer " + tokens.accessToken, forHTTPHeaderField: "Authorization")
    let (data, _) = try await session.upload(for: request, from: Data("active=1".utf8)) // weak: clear-text direct
    return data
  }

  func notifyAgent(_ tokens: TokenSet) async throws {
    var request = URLRequest(url: URL(string: "http://localhost:8971/agent/session")!)
    request.httpMethod = "POST"
    request.setValue("Bearer " + tokens.accessToken, forHTTPHeaderField: "Authorization")
    _ = try await session.upload(for: request, from: Data("active=1".utf8)) // safe: clear-text
  }
}
