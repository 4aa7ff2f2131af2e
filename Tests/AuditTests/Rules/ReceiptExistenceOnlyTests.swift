import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ReceiptExistenceOnlyTests {
  @Test(arguments: [
    """
    var isSupporter: Bool {
      guard let receipt = Bundle.main.appStoreReceiptURL else { return false }
      return ⟦FileManager.default.fileExists(atPath: receipt.path)⟧
    }
    """,
    """
    func hasPaid() -> Bool {
      return ⟦FileManager.default.fileExists(atPath: Bundle.main.appStoreReceiptURL!.path)⟧
    }
    """,
    """
    func paid() -> Bool {
      let url = Bundle.main.appStoreReceiptURL
      return (try? ⟦url?.checkResourceIsReachable()⟧) ?? false
    }
    """,
  ])
  func speaks(_ source: String) { expect(ReceiptExistenceOnly.self, in: source) }

  @Test(arguments: [
    """
    func load() -> Data? {
      guard let url = Bundle.main.appStoreReceiptURL, FileManager.default.fileExists(atPath: url.path) else { return nil }
      return try? Data(contentsOf: url)
    }
    """,
    """
    func refresh() {
      if !FileManager.default.fileExists(atPath: Bundle.main.appStoreReceiptURL!.path) { SKReceiptRefreshRequest().start() }
    }
    """,
    """
    func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }
    """,
    """
    let isSandbox = Bundle.main.appStoreReceiptURL?.lastPathComponent == "sandboxReceipt"
    """,
  ])
  func isSilent(_ source: String) { expect(ReceiptExistenceOnly.self, in: source) }
}
