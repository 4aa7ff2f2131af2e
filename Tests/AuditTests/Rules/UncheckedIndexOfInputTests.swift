import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UncheckedIndexOfInputTests {
  @Test(arguments: [
    """
    func add() { let day = ⟦dateField.text!.components(separatedBy: "/")[2]⟧ }
    """,
    """
    func body(_ view: AnyView) -> some View {
      view.onOpenURL { url in show(⟦url.pathComponents[1]⟧) }
    }
    """,
    """
    func application(_ app: UIApplication, handleOpen url: URL) -> Bool {
      let pairs = url.query!.split(separator: "&")
      return open(String(⟦pairs[0]⟧))
    }
    """,
    """
    func paste() {
      guard let parts = UIPasteboard.general.string?.components(separatedBy: ",") else { return }
      fill(⟦parts[1]⟧, parts[2])
    }
    """,
  ])
  func speaks(_ source: String) { expect(UncheckedIndexOfInput.self, in: source) }

  @Test(arguments: [
    """
    func add() {
      let parts = dateField.text!.components(separatedBy: "/")
      guard parts.count == 3 else { return }
      day = parts[2]
    }
    """,
    // There is always one part.
    "func add() { day = dateField.text!.components(separatedBy: \"/\")[0] }",
    "func add() { day = dateField.text!.split(separator: \"/\").first }",
    // A constant of the app.
    "let minor = \"1.2.3\".components(separatedBy: \".\")[1]",
    """
    func body(_ view: AnyView) -> some View {
      view.onOpenURL { url in
        guard url.pathComponents.count > 1 else { return }
        show(url.pathComponents[1])
      }
    }
    """,
    "func version() -> String { Bundle.main.version.components(separatedBy: \".\")[1] }",
  ])
  func isSilent(_ source: String) { expect(UncheckedIndexOfInput.self, in: source) }

  @Test func fieldsOfAFileAreDoubtful() throws {
    expect(
      UncheckedIndexOfInput.self,
      in: """
        func load(_ path: String) throws -> [Substring] {
          let text = try String(contentsOfFile: path, encoding: .utf8)
          let fields = text.split(separator: ";")
          return [⟦fields[3]⟧]
        }
        """, confidence: .low)
  }
}
