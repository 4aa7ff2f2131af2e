import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// How sure and how grave a finding about the way of a value is.
@Suite struct FlowDoubtTests {
  private func opening(_ call: String) -> String {
    """
    func application(_ app: UIApplication, open url: URL) {
      \(call)
    }
    """
  }

  @Test func aPropertyThatAnExtensionOfALibraryTypeComputesIsFollowed() async throws {
    let kind = """
      extension URLResponse {
        var kind: String? {
          guard let kind = mimeType?.split(separator: "/")[safe: 1] else { return nil }
          return String(kind)
        }
        var place: String? { mimeType }
      }
      """
    let save = """
      func save(_ folder: URL) async throws {
        let (file, response) = try await URLSession.shared.download(from: address)
        try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent("media." + response.kind))
        try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent(response.place)) // here
      }
      """
    try await expectFlows(PathTraversal.self, ["Kind.swift": kind, "Save.swift": save])
  }

  @Test func aWayThroughManyObjectsIsDoubtful() async throws {
    func way(_ objects: Int) -> String {
      var text = opening("C0.shared.v0 = url.path")
      for number in 0..<objects {
        let next = number + 1
        text += "\nfinal class C\(number) { static let shared = C\(number)(); var v\(number) = \"\""
        text += "; func push() { C\(next).shared.v\(next) = v\(number) } }"
      }
      return text + "\nfinal class C\(objects) { static let shared = C\(objects)(); var v\(objects) = \"\""
        + "; func show() { web.loadHTMLString(v\(objects), baseURL: nil) } }"
    }
    let short = try await flowFindings(HTMLInjection.self, ["A.swift": way(1)])
    #expect(short.count == 1 && short.allSatisfy { $0.confidence != .low })
    let long = try await flowFindings(HTMLInjection.self, ["A.swift": way(6)])
    #expect(long.map(\.confidence) == [.low])
  }

  @Test func aFileNameThatThePersonEntersHarmsOnlyThatPerson() async throws {
    let save = "func save(_ n: String) throws { try data.write(to: folder.appendingPathComponent(n)) }\n"
    let typed = "func done(_ field: UITextField) throws { try save(field.text ?? \"\") }"
    #expect(
      try await flowFindings(PathTraversal.self, ["A.swift": save + typed]).filter { $0.confidence != .low }
        .map(\.severity) == [.low])
    #expect(
      try await flowFindings(PathTraversal.self, ["A.swift": save + opening("try? save(url.query ?? \"\")")])
        .filter { $0.confidence != .low }.map(\.severity) == [.high])
  }

  @Test func aTextOfWhichNoSourceIsKnownIsNotGrave() async throws {
    let text = """
      final class Store {
        func drop(_ name: String) { sqlite3_exec(db, "DELETE FROM '\\(name)'", nil, nil, nil) }
      }
      """
    let found = try await flowFindings(SQLInjection.self, ["A.swift": text])
    #expect(!found.isEmpty && found.allSatisfy { $0.severity <= .medium })
  }

  @Test func oneScriptIsReportedOnce() async throws {
    let text = opening(
      """
      let script = "show('\\(url.query ?? "")')"
        web.evaluateJavaScript(script)
      """)
    #expect(try await flowFindings(JSInjection.self, ["A.swift": text]).count == 1)
  }

  @Test(arguments: [
    """
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
      parts?.scheme = "shareddocuments"
      UIApplication.shared.open(parts!.url!)
    """
  ])
  func anAddressWithAFixedSchemeOpensOneApp(_ body: String) async throws {
    let found = try await flowFindings(OpenURLUntrusted.self, ["A.swift": opening(body)])
    #expect(found.allSatisfy { $0.confidence == .low })
  }

  @Test func encodedAddressesCannotLeaveAText() async throws {
    let body = """
      var parts = URLComponents()
        parts.path = url.path
        guard let image = parts.string else { return }
        web.evaluateJavaScript("load(\\"\\(image)\\")")
      """
    #expect(
      try await flowFindings(JSInjection.self, ["A.swift": opening(body)]).allSatisfy {
        $0.confidence == .low
      })
  }

  @Test func partsBetweenSlashesStayInTheFolder() async throws {
    let body = """
      let part = url.path.split(separator: "/")[1]
        try? data.write(to: folder.appendingPathComponent("Media.\\(part)"))
      """
    #expect(
      try await flowFindings(PathTraversal.self, ["A.swift": opening(body)]).allSatisfy {
        $0.confidence == .low
      })
  }

  @Test func rowsOfTheOwnDatabaseDoNotComeFromTheNetwork() async throws {
    let text = """
      struct Row: Decodable, FetchableRecord { let name: String }
      func all(_ row: Row) throws { try Row.fetchAll(db, sql: "SELECT * FROM \\(row.name)") }
      """
    #expect(
      try await flowFindings(SQLInjection.self, ["A.swift": text]).allSatisfy { $0.severity <= .medium })
  }

  @Test func namesInPropertyListsOfTheBundleAreThoseOfTheApp() async throws {
    let text = """
      func commands() -> [Selector] {
        let file = Bundle.main.path(forResource: "Keys", ofType: "plist")!
        let entries = NSArray(contentsOfFile: file) as! [[String: String]]
        return entries.map { NSSelectorFromString($0["action"]!) }
      }
      """
    #expect(try await flowFindings(KVCFromInput.self, ["A.swift": text]).isEmpty)
  }

  @Test func hostsOfTestsAreTests() {
    #expect(PathContext.context(ofPath: "App/AppUITests-Host/Scene.swift") == .test)
    #expect(PathContext.context(ofPath: "App/Latests/Scene.swift") == nil)
  }
}
