import OmamoriCore
import OmamoriReport
import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Following values from where they come to where they are used.
@Suite struct TaintTests {
  /// What the first argument of the only call of `sink` carries.
  private func taint(_ code: String, _ kinds: TaintKind = .outside, harmless: Set<String> = []) throws
    -> TaintedValue?
  {
    let source = SwiftSource(TextSource(path: "App.swift", bytes: Array(code.utf8)))
    #expect(!source.hasSyntaxErrors, "\(code)")
    let call = try #require(source.facts.calls("sink").first)
    let argument = try #require(call.arguments.first?.value)
    return source.taint(of: argument, in: call.scope, kinds, harmless: harmless)
  }

  private static let link = "func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {"

  @Test(arguments: [
    "func f() { sink(nameField.text) }",
    "func f(_ entry: UITextField) { sink(entry.text ?? \"\") }",
    "func f() { let name = nameField.text!; let line = \"<b>\\(name)</b>\"; sink(line) }",
    "func f() { guard let name = nameField.text else { return }; sink(name.lowercased()) }",
    "func f() { if let name = nameField.text, !name.isEmpty { sink(URL(string: name)) } }",
    "func f() { var all: [String] = []; all.append(nameField.text!); sink(all.joined()) }",
    "func f() { var all: [String: Any] = [:]; all[\"n\"] = nameField.text; sink(all) }",
    "func f() { var text = \"\"; text += nameField.text!; sink(text) }",
    "func f() { for part in nameField.text!.split(separator: \",\") { sink(part) } }",
    "func f() { let (a, b) = (nameField.text!, 1); sink(a) }",
    "func f() { nameField.text.map { name in sink(name) } }",
    "func f() { nameField.text.map { sink($0) } }",
    "func f() { switch parse(1) { case .some: let t = nameField.text; sink(t) default: break } }",
    "func f() { let name = ok ? nameField.text : \"\"; sink(name) }",
    "func f() { let name = if ok { nameField.text } else { nil as String? }; sink(name) }",
    "func f() { if let parsed = nameField.text.flatMap({ URL(string: $0) }) { sink(parsed.query) } }",
    "func f() { g(nameField.text!) }; func g(_ name: String) { h(for: name) }; func h(for n: String) { sink(n) }",
    "func name() -> String { nameField.text! }; func f() { sink(name()) }",
    "func up(_ s: String) -> String { return s.uppercased() }; func f() { sink(up(nameField.text!)) }",
    "class A { var name = \"\"; func g() { name = nameField.text! }; func f() { sink(name) } }",
    "class A { var name: String { nameField.text! }; func f() { sink(self.name) } }",
    "struct V: View { @State private var name = \"\"; var body: some View { TextField(\"N\", text: $name)\n Button(\"B\") { sink(name) } } }",
    "func f() { var name = nameField.text; if ok { name = \"\" }; sink(name) }",
    "func f() { var name = \"\"; while ok { sink(name); name = nameField.text! } }",
  ])
  func inputOfTheUserIsFollowed(_ code: String) throws {
    let found = try #require(try taint(code), "\(code)")
    #expect(found.kind == .userInput)
    #expect(!found.steps.isEmpty && found.steps.count <= 64)
  }

  @Test(arguments: [
    "func f() { sink(\"text\") }",
    "func f() { sink(nameField.text?.count) }",
    "func f() { sink(nameField.text == \"a\") }",
    "func f() { sink(Int(nameField.text!)) }",
    "func f() { sink(escaped(nameField.text!)) }",
    "func f() { var name = nameField.text; name = \"\"; sink(name) }",
    "func f() { var name = \"\"; if ok { name = nameField.text!; return }; sink(name) }",
    "func f() { var name = \"\"; sink(name); name = nameField.text! }",
    "func f() { guard let name = nameField.text, allowed.contains(name) else { return }; sink(name) }",
    "func f() { let name = nameField.text!; if !isValid(name) { return }; sink(name) }",
    "func f() { let name = nameField.text!; if name == \"a\" { sink(name) } }",
    "func f() { let name = nameField.text; do { let name = \"a\"; sink(name) } }",
    "func f() { let (a, b) = (nameField.text!, 1); sink(b) }",
    "func f() { if let name = nameField.text { show(name) }; sink(name) }; let name = \"a\"",
    "struct A { func up(_ s: String) -> String { s } }; struct B { func f() { sink(up(nameField.text!)) } }; func up(_ s: String) -> String { \"\" }",
    "func up(_ s: String) -> String { \"fixed\" }; func f() { sink(up(nameField.text!)) }",
    "func f() { sink(unknown(nameField.text!)) }",
    "func f() { f() ; sink(g()) }; func g() -> String { g() }",
  ])
  func whatCarriesNothingIsNotFollowed(_ code: String) throws {
    #expect(try taint(code) == nil, "\(code)")
  }

  @Test func sourcesAreTold() throws {
    #expect(try taint("\(Self.link) let u = contexts.first!.url; sink(u.query) }")?.kind == .link)
    #expect(try taint("func f() { view.onOpenURL { url in sink(url) } }")?.kind == .link)
    #expect(try taint("func f() { sink(UIPasteboard.general.string) }")?.kind == .pasteboard)
    #expect(
      try taint(
        "func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) { sink(message.body as? String) }"
      )?.kind == .webMessage)
    #expect(
      try taint(
        "func userNotificationCenter(_ c: UNUserNotificationCenter, didReceive response: UNNotificationResponse) { let info = response.notification.request.content.userInfo; sink(info[\"url\"]) }"
      )?.kind == .notification)
    #expect(
      try taint("func f() async throws { let (data, _) = try await session.data(from: url); sink(data) }")?
        .kind == .network)
    #expect(
      try taint("func f() { sink(UIDevice.current.identifierForVendor) }", .deviceIdentity)?.kind
        == .deviceIdentity)
    #expect(try taint("func f() { sink(nameField.text) }", .link) == nil, "another kind")
  }

  @Test func secretsAreFollowedByName() throws {
    let found = try #require(
      try taint("func g() { f(password) }; func f(_ value: String) { sink(value) }", .secret))
    #expect(found.kind == .secret && found.name == "password" && found.confidence == .medium)
    #expect(found.steps.map(\.region.startColumn) == [14, 12])
    #expect(try taint("func f() { sink(password.count) }", .secret) == nil)
    #expect(try taint("func f() { sink(hash(password)) }", .secret) == nil)
    #expect(try taint("func f() { sink(passwordField.text) }", .sensitive)?.kind == .secret)
  }

  @Test func theAskerSaysWhatIsHarmless() throws {
    let code = "\(Self.link) sink(contexts.first!.url.lastPathComponent) }"
    #expect(try taint(code) != nil)
    #expect(try taint(code, harmless: ["lastPathComponent"]) == nil)
  }

  @Test func theWayIsTold() throws {
    let code = """
      func read() -> String {
        nameField.text!
      }
      func f() {
        let name = read()
        let line = "a \\(name)"
        sink(line)
      }
      """
    let found = try #require(try taint(code))
    #expect(found.steps.map(\.region.startLine) == [2, 5, 5, 6, 6])
    #expect(found.steps.allSatisfy { $0.file == "App.swift" && $0.message.english != $0.message.japanese })
  }

  @Test func recursionAndLongChainsEnd() throws {
    let functions = (0..<40).map { "func f\($0)(_ v: String) { f\($0 + 1)(v) }" }.joined(separator: "\n")
    #expect(
      try taint("func g() { f0(nameField.text!) }\n\(functions)\nfunc f40(_ v: String) { sink(v) }") == nil)
    #expect(try taint("func f(_ v: String) { f(v); sink(v) }") == nil)
    let names = (1..<3000).map { "let n\($0) = n\($0 - 1)" }.joined(separator: "\n")
    #expect(try taint("func f() { let n0 = nameField.text!\n\(names)\nsink(n2999) }") == nil)
  }
}
