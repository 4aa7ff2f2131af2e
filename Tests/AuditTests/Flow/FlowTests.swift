import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Values are followed through functions, properties and closures of all files.
@Suite struct FlowTests {
  private static let store = """
    final class Store {
      func find(_ text: String) { database.execute(sql: text) }
      func count(_ number: Int) { database.execute(sql: "SELECT \\(number)") }
    }
    """

  private func opening(_ call: String) -> String {
    """
    final class Screen {
      let store = Store()
      func application(_ app: UIApplication, open url: URL) {
        \(call)
      }
    }
    """
  }

  @Test func findsAWholeStatementFromALinkInAnotherFile() async throws {
    let files = ["A.swift": Self.store, "B.swift": opening("store.find(url.query ?? \"\")")]
    #expect(try await flowLines(SQLInjection.self, files) == ["A.swift:2"])
  }

  @Test func ignoresConstantsAndNumbers() async throws {
    let constant = ["A.swift": Self.store, "B.swift": opening("store.find(\"SELECT 1\")")]
    #expect(try await flowLines(SQLInjection.self, constant).isEmpty)
    let number = ["A.swift": Self.store, "B.swift": opening("store.count(Int(url.query ?? \"\") ?? 0)")]
    #expect(try await flowLines(SQLInjection.self, number).isEmpty)
  }

  @Test func followsPropertiesOfOtherTypes() async throws {
    let query = """
      struct Query { var text = ""; var limit = 10 }
      final class Store {
        func run(_ query: Query) {
          database.execute(sql: query.text)
          database.execute(sql: "SELECT \\(query.limit)")
        }
      }
      """
    let screen = opening("var query = Query()\n    query.text = url.query ?? \"\"\n    store.run(query)")
    #expect(try await flowLines(SQLInjection.self, ["A.swift": query, "B.swift": screen]) == ["A.swift:4"])
  }

  @Test func followsComputedPropertiesOfText() async throws {
    let helper = """
      extension String {
        var pattern: String { "'%" + self + "%'" }
        var doubled: String { replacingOccurrences(of: "'", with: "''") }
      }
      """
    let weak = opening("database.execute(sql: \"SELECT \\((url.query ?? \"\").pattern)\")")
    #expect(try await flowLines(SQLInjection.self, ["A.swift": helper, "B.swift": weak]) == ["B.swift:4"])
    let safe = opening("database.execute(sql: \"SELECT '\\((url.query ?? \"\").doubled)'\")")
    #expect(try await flowLines(SQLInjection.self, ["A.swift": helper, "B.swift": safe]).isEmpty)
  }

  @Test func followsValuesIntoClosures() async throws {
    let loader = """
      final class Loader {
        func load(_ done: @escaping (String) -> Void) {
          URLSession.shared.dataTask(with: address) { data, _, _ in done(String(decoding: data!, as: UTF8.self)) }
        }
      }
      """
    let screen = """
      final class Page {
        let loader = Loader()
        func show() { loader.load { text in web.loadHTMLString(text, baseURL: nil) } }
      }
      """
    #expect(try await flowLines(HTMLInjection.self, ["A.swift": loader, "B.swift": screen]) == ["B.swift:3"])
  }

  @Test func takesRepliesOfServersFromTheirTypes() async throws {
    let reply = "struct Item: Decodable { let file: String; let id: Int; let key: UUID }"
    let cache = """
      func keep(_ item: Item, _ data: Data) throws {
        try data.write(to: folder.appendingPathComponent(item.file))
        try data.write(to: folder.appendingPathComponent("\\(item.id).png"))
        try data.write(to: folder.appendingPathComponent(item.key.uuidString))
      }
      """
    #expect(try await flowLines(PathTraversal.self, ["A.swift": reply, "B.swift": cache]) == ["B.swift:2"])
  }

  @Test func stopsAtChecks() async throws {
    let checked = opening(
      "let text = url.query ?? \"\"\n    guard allowed.contains(text) else { return }\n    store.find(text)")
    #expect(try await flowLines(SQLInjection.self, ["A.swift": Self.store, "B.swift": checked]).isEmpty)
    let thrown = opening("let text = url.query ?? \"\"\n    try validate(text)\n    store.find(text)")
    #expect(try await flowLines(SQLInjection.self, ["A.swift": Self.store, "B.swift": thrown]).isEmpty)
    let replaced = opening("var text = url.query ?? \"\"\n    text = \"SELECT 1\"\n    store.find(text)")
    #expect(try await flowLines(SQLInjection.self, ["A.swift": Self.store, "B.swift": replaced]).isEmpty)
  }

  @Test func tellsTypesOfOneNameApart() async throws {
    let one = "struct One { struct Item: Decodable { let text: String } }"
    let other = "struct Two { struct Item { let text: String } }"
    let use = "func show(_ item: Two.Item) { web.loadHTMLString(item.text, baseURL: nil) }"
    #expect(
      try await flowLines(HTMLInjection.self, ["A.swift": one, "B.swift": other, "C.swift": use]).isEmpty)
  }

  @Test func doubtsTextsThatNothingFromOutsideReaches() async throws {
    let store = """
      final class Store {
        func drop(_ name: String) { sqlite3_exec(db, "DELETE FROM '\\(name)'", nil, nil, nil) }
      }
      """
    #expect(try await flowLines(SQLInjection.self, ["A.swift": store]) == ["A.swift:2"])
    let caller = "func reset(_ store: Store) { store.drop(\"notes\"); store.drop(\"tags\") }"
    #expect(try await flowLines(SQLInjection.self, ["A.swift": store, "B.swift": caller]).isEmpty)
  }

  @Test func knowsTheFunctionsOfC() async throws {
    let query = opening("PQexec(connection, url.query ?? \"\")")
    #expect(try await flowLines(SQLInjection.self, ["B.swift": query]) == ["B.swift:4"])
    let own = opening("warn(url.query ?? \"\")")
    #expect(try await flowLines(FormatString.self, ["B.swift": own]).isEmpty)
  }

  @Test func saysTheSameWithAnyNumberOfJobs() async throws {
    var files = ["A.swift": Self.store]
    for number in 0..<12 { files["B\(number).swift"] = opening("store.find(url.query ?? \"\(number)\")") }
    let alone = try await flowLines(SQLInjection.self, files, jobs: 1)
    #expect(alone == ["A.swift:2"])
    for _ in 0..<3 { #expect(try await flowLines(SQLInjection.self, files, jobs: 4) == alone) }
  }

  /// What the function returns is asked first, and a question goes twelve calls deep only.
  @Test func asksAgainWhatADeepQuestionLeftOut() async throws {
    var text = "func application(_ app: UIApplication, open url: URL) -> Box {\nlet x0 = url.query ?? \"\"\n"
    for number in 1..<17 { text += "let x\(number) = Box(x\(number - 1))\n" }
    text += "database.execute(sql: x8)\nreturn x16\n}"
    #expect(try await flowLines(SQLInjection.self, ["A.swift": text]) == ["A.swift:19"])
  }

  @Test func endsOnCirclesAndLongChains() async throws {
    var text = "func f0(_ v: String) { web.loadHTMLString(v, baseURL: nil) }\n"
    for number in 1..<40 { text += "func f\(number)(_ v: String) { f\(number - 1)(v) }\n" }
    text += "func g(_ v: String) -> String { h(v) }\nfunc h(_ v: String) -> String { g(v) }\n"
    text += "func application(_ app: UIApplication, open url: URL) { f39(g(url.path)); f39(url.path) }"
    #expect(try await flowLines(HTMLInjection.self, ["A.swift": text]) == ["A.swift:1"])
  }
}
