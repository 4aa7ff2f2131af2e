import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct TokenRefreshRaceTests {
  @Test(arguments: [
    """
    final class Session {
      func ⟦refreshAccessToken⟧(_ done: @escaping (Bool) -> Void) {
        URLSession.shared.dataTask(with: request) { data, _, _ in
          self.save(data)
          done(data != nil)
        }.resume()
      }
    }
    """,
    """
    struct Client {
      func ⟦refreshTokens⟧() async throws -> Tokens {
        let (data, _) = try await session.data(for: refreshRequest)
        return try decode(data)
      }
    }
    """,
    """
    final class Session {
      func ⟦refresh⟧(_ done: @escaping () -> Void) {
        request.httpBody = try? JSONSerialization.data(withJSONObject: ["refresh_token": refreshToken ?? ""])
        URLSession.shared.dataTask(with: request) { data, _, _ in done() }.resume()
      }
    }
    """,
    "class API { func ⟦renewToken⟧() { AF.request(url, method: .post).responseJSON { self.keep($0) } } }",
  ])
  func speaks(_ source: String) {
    expect(TokenRefreshRace.self, in: source, severity: .low, confidence: .low)
  }

  @Test(arguments: [
    "actor Session { func refreshToken() async throws { let (data, _) = try await session.data(for: request); keep(data) } }",
    """
    final class Session {
      private var isRefreshing = false
      func refreshToken() { URLSession.shared.dataTask(with: request) { _, _, _ in }.resume() }
    }
    """,
    """
    final class Session {
      private var current: Task<Tokens, any Error>?
      func refreshToken() async throws { _ = try await session.data(for: request) }
    }
    """,
    "final class Session { func refreshToken() async throws { try await client.refresh() } }",
    "final class List { func refresh() { URLSession.shared.dataTask(with: request) { _, _, _ in }.resume() } }",
  ])
  func isSilent(_ source: String) { expect(TokenRefreshRace.self, in: source) }
}
