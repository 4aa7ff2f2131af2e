import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct URLCacheSensitiveTests {
  @Test(arguments: [
    """
    let configuration = URLSessionConfiguration.default
    ⟦configuration.requestCachePolicy = .returnCacheDataElseLoad⟧
    configuration.httpAdditionalHeaders = ["Authorization": token]
    """,
    """
    configuration.urlCache = ⟦URLCache(
      memoryCapacity: 8 << 20, diskCapacity: 64 << 20, diskPath: "api")⟧
    configuration.httpAdditionalHeaders = ["Authorization": token]
    """,
    """
    var request = URLRequest(url: url, cachePolicy: ⟦.returnCacheDataDontLoad⟧, timeoutInterval: 20)
    request.addValue("Bearer " + token, forHTTPHeaderField: "Authorization")
    """,
  ])
  func speaks(_ source: String) { expect(URLCacheSensitive.self, in: source) }

  @Test(arguments: [
    """
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    """,
    """
    configuration.urlCache = URLCache(memoryCapacity: 8 << 20, diskCapacity: 0)
    """,
    """
    let images = URLCache(memoryCapacity: 8 << 20, diskCapacity: 64 << 20)
    """,
    """
    let policy = request.cachePolicy
    """,
    """
    var request = URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 20)
    """,
  ])
  func isSilent(_ source: String) { expect(URLCacheSensitive.self, in: source) }

  @Test func withoutSignsOfAnAccountItIsDoubtful() {
    expect(URLCacheSensitive.self, in: "⟦request.cachePolicy = .returnCacheDataElseLoad⟧", confidence: .low)
  }
}
