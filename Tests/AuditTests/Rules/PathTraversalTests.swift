import OmamoriReport
import TestSupport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct PathTraversalTests {
  @Test(arguments: [
    """
    final class DocumentVault {
      func open(named name: String) -> Data? {
        let file = ⟦folder.appendingPathComponent(name)⟧
        return try? Data(contentsOf: file)
      }
    }
    """,
    """
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool {
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
      let name = items?.first { $0.name == "file" }?.value ?? ""
      try? Data().write(to: ⟦documents.appendingPathComponent(name)⟧)
      return true
    }
    """,
    """
    func save(_ response: HTTPURLResponse, _ data: Data) throws {
      try data.write(to: ⟦folder.appending(path: response.suggestedFilename ?? "x")⟧)
    }
    """,
  ])
  func speaks(_ source: String) { expect(PathTraversal.self, in: source) }

  @Test(arguments: [
    """
    final class DocumentVault {
      func open(named name: String) -> Data? {
        try? Data(contentsOf: folder.appendingPathComponent((name as NSString).lastPathComponent))
      }
    }
    """,
    """
    func save(_ data: Data) throws { try data.write(to: folder.appendingPathComponent("journal.dat")) }
    """,
    """
    final class DocumentVault {
      func open(named name: String) throws -> Data {
        let file = folder.appendingPathComponent(name).standardizedFileURL
        guard file.path.hasPrefix(folder.path) else { throw Failure.outside }
        return try Data(contentsOf: file)
      }
    }
    """,
    """
    func endpoint(_ name: String) -> URL { base.appendingPathComponent(name) }
    """,
    """
    func unzip(_ archive: Archive) throws {
      for entry in archive where !entry.path.contains("..") {
        guard !isOutside(folder, entry.path.standardizingPath) else { continue }
        try entry.data.write(to: folder.appendingPathComponent(entry.path))
      }
    }
    """,
  ])
  func isSilent(_ source: String) { expect(PathTraversal.self, in: source) }

  @Test func isUnsureAboutAnyName() {
    expect(
      PathTraversal.self,
      in: """
        func load(_ key: String) -> Data? {
          try? Data(contentsOf: ⟦cache.appendingPathComponent(key)⟧)
        }
        """, confidence: .low)
  }
}
