import OmamoriCore
import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// What conditions, closures and casts say about values in Swift; a line that ends with `// here` is reported, no
/// other is.
@Suite struct FlowCheckTests {
  private func check(
    _ rule: any Rule.Type, _ files: [String: String], _ location: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    try await expectFlows(rule, files, minimum: .medium, location)
  }

  /// A method that a link reaches as `link` and `text`.
  private func opening(_ body: String, _ others: String = "") -> [String: String] {
    let screen = """
      final class Screen {
        func application(_ app: UIApplication, open link: URL) throws {
          let text = link.query ?? ""
      \(body)
        }
      }
      """
    return ["A.swift": screen, "B.swift": others]
  }

  // MARK: Conditions

  @Test(arguments: [
    "guard text.hasPrefix(\"E:\") else { return }\nweb.evaluateJavaScript(text) // here",
    "if allowed.contains(text) { return }\nweb.evaluateJavaScript(text) // here",
    "guard allowed.contains(text) else { return }\nweb.evaluateJavaScript(text)",
    "if !allowed.contains(text) { return }\nweb.evaluateJavaScript(text)",
    "guard text.allSatisfy(\\.isNumber) else { return }\nweb.evaluateJavaScript(text)",
    "guard text.wholeMatch(of: pattern) != nil else { return }\nweb.evaluateJavaScript(text)",
  ])
  func asksWhatConditionsSay(_ body: String) async throws {
    try await check(JSInjection.self, opening(body))
  }

  @Test(arguments: [
    "let item = folder.appendingPathComponent(text).standardizedFileURL\nguard item.path.hasPrefix(folder.path) else { return }\nlet data = try Data(contentsOf: item)",
    "let item = folder.appendingPathComponent(text)\nguard item.path.hasPrefix(folder.path) else { return }\nlet data = try Data(contentsOf: item) // here",
    "guard !text.contains(\"..\") else { return }\nlet data = try Data(contentsOf: folder.appendingPathComponent(text))",
    "let data = try Data(contentsOf: folder.appendingPathComponent(text.removingPercentEncoding ?? \"\")) // here",
  ])
  func comparesPathsAfterResolvingThem(_ body: String) async throws {
    let found = body.replacing(
      "let item = folder.appendingPathComponent(text)\nguard item.path.hasPrefix(folder.path) else { return }\nlet data = try Data(contentsOf: item) // here",
      with:
        "let item = folder.appendingPathComponent(text) // here\nguard item.path.hasPrefix(folder.path) else { return }\nlet data = try Data(contentsOf: item)"
    )
    try await check(PathTraversal.self, opening(found))
  }

  @Test func asksFunctionsOfTheProject() async throws {
    let others = """
      extension URL {
        var isOwn: Bool { host == "shop.example" }
        var isWeb: Bool { scheme == "https" }
      }
      """
    let body = """
      guard let address = URL(string: text) else { return }
      if address.isOwn { UIApplication.shared.open(address) }
      if address.isWeb { UIApplication.shared.open(address) } // here
      """
    try await check(OpenURLUntrusted.self, opening(body, others))
  }

  // MARK: Closures

  @Test(arguments: [
    "let parts = text.split(separator: \",\").map { $0.count }\nweb.evaluateJavaScript(\"f(\\(parts))\")",
    "let number = link.query.flatMap(Int.init) ?? 0\nweb.evaluateJavaScript(\"f(\\(number))\")",
    "let parts = text.split(separator: \",\").map { \"'\\($0)'\" }\nweb.evaluateJavaScript(\"f(\\(parts))\") // here",
    "let digits = text.filter { \"0123456789\".contains($0) }\nweb.evaluateJavaScript(\"f(\\(digits))\")",
    "let data = try JSONEncoder().encode([text])\nweb.evaluateJavaScript(\"f(\\(String(decoding: data, as: UTF8.self)))\")",
    "let packed = Data(text.utf8).base64EncodedString()\nweb.evaluateJavaScript(\"f('\\(packed)')\")",
    "let make = { (name: String) in name + text }\nweb.evaluateJavaScript(make(\"a\")) // here",
    "web.evaluateJavaScript(String(format: \"f(%d)\", text))\nweb.evaluateJavaScript(String(format: \"f(%@)\", text)) // here",
  ])
  func followsWhatClosuresGiveBack(_ body: String) async throws {
    try await check(JSInjection.self, opening(body))
  }

  @Test func followsClosuresThatPropertiesHold() async throws {
    let others = """
      final class Reader {
        var onText: ((String) -> Void)?
        func poll() { if let text = UIPasteboard.general.string { onText?(text) } }
      }
      final class Page {
        let reader = Reader()
        func show() { reader.onText = { text in web.evaluateJavaScript(text) } } // here
      }
      """
    try await check(JSInjection.self, ["A.swift": others])
  }

  @Test func followsFunctionsThatAreHandedOver() async throws {
    let body = "text.split(separator: \",\").forEach(run)\n}\nfunc run(_ part: Substring) {\n"
    try await check(JSInjection.self, opening(body + "web.evaluateJavaScript(String(part)) // here"))
  }

  @Test func followsNotificationsAndAdditions() async throws {
    let body = "NotificationCenter.default.post(name: .picked, object: nil, userInfo: [\"text\": text])"
    let others = """
      final class Page {
        private var lines: [String] = []
        func listen() {
          center.addObserver(forName: .picked, object: nil, queue: .main) { note in
            self.lines.append(note.userInfo?["text"] as? String ?? "")
          }
        }
        func show() { web.evaluateJavaScript(lines.joined()) } // here
      }
      """
    try await check(JSInjection.self, opening(body, others))
  }

  @Test func followsCasesThatAnInitialiserChooses() async throws {
    let others = """
      enum Command {
        case run(String)
        case stop
        init?(_ url: URL) {
          switch url.host {
          case "run": self = .run(url.fragment ?? "")
          default: self = .stop
          }
        }
      }
      """
    let body = "if case .run(let script)? = Command(link) {\n  web.evaluateJavaScript(script) // here\n}"
    try await check(JSInjection.self, opening(body, others))
  }

  // MARK: Functions that make texts harmless

  @Test func judgesReplacementsByWhatTheyReplace() async throws {
    let others = """
      extension String {
        func quoted() -> String { "'" + replacingOccurrences(of: "'", with: "''") + "'" }
        func escaped() -> String { Encoder.run(self) }
      }
      """
    let body = """
      web.evaluateJavaScript("f(\\(text.quoted()))") // here
      web.evaluateJavaScript("f(\\(text.escaped()))")
      """
    try await check(JSInjection.self, opening(body, others))
  }

  @Test func leavesModelsAndResourcesOfTheApp() async throws {
    let body = """
      let model = NSManagedObjectModel(contentsOf: link)
      let page = Bundle.main.path(forResource: "a", ofType: "js").flatMap { try? String(contentsOfFile: $0) }
      web.evaluateJavaScript(page ?? "")
      """
    try await check(JSInjection.self, opening(body))
  }

  // MARK: Archives

  @Test func followsNamesInArchives() async throws {
    let source = """
      import ZIPFoundation
      func unpack(_ archive: Archive) throws {
        for entry in archive {
          try keep(entry)
          let place = folder.appendingPathComponent(entry.path).standardizedFileURL
          guard place.path.hasPrefix(folder.path) else { continue }
          _ = try archive.extract(entry, to: place)
        }
      }
      func keep(_ entry: Entry) throws {
        try files.createDirectory(at: folder.appendingPathComponent(entry.path), withIntermediateDirectories: true) // here
      }
      """
    try await check(ArchiveExtractionUnsafe.self, ["A.swift": source])
    try await check(
      PathTraversal.self, ["A.swift": source.replacing(" // here", with: "")])
  }

  @Test func findsUnpackingWithoutALimit() async throws {
    let source = """
      import Gzip
      final class Loader {
        func load() async throws {
          let (data, _) = try await URLSession.shared.data(from: address)
          let plain = try data.gunzipped() // here
          guard data.count < 1_000_000 else { return }
          let bounded = try data.gunzipped()
        }
      }
      """
    try await check(ArchiveExtractionUnsafe.self, ["A.swift": source])
  }

  // MARK: Regular expressions

  @Test func followsPatternsThroughFiles() async throws {
    let others = """
      extension String {
        func matches(_ pattern: String) -> Bool {
          range(of: pattern, options: .regularExpression) != nil // here
        }
        func mentions(_ word: String) -> Bool {
          let escaped = NSRegularExpression.escapedPattern(for: word)
          return range(of: escaped, options: .regularExpression) != nil
        }
      }
      """
    let body = "_ = name.matches(text)\n_ = name.mentions(text)"
    try await check(RegexFromInput.self, opening(body, others))
  }
}
