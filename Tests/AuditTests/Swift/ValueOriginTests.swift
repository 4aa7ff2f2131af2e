import SwiftSyntax
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ValueOriginTests {
  /// The texts of the origins of the argument of the call of `use`.
  private func origins(_ text: String) throws -> [String] {
    let source = SwiftSource(TextSource(path: "A.swift", bytes: Array(text.utf8)))
    let call = try #require(source.facts.calls("use").first)
    let argument = try #require(call.arguments.first?.value)
    return source.origins(of: argument, in: call.scope).map(\.expression.trimmedDescription)
  }

  @Test(arguments: [
    ("let key = \"moon\"; use(Data(key.utf8))", ["\"moon\""]),
    ("let key = [UInt8](\"moon\".utf8); use(key)", ["\"moon\""]),
    ("struct S { static let key = 7\n func f() { use(Self.key) } }", ["7"]),
    ("func f(_ key: Data) { use(key) }\nf(first)\nf(second)", ["first", "second"]),
    ("func f(key: Int = 3) { use(key) }", ["3"]),
    ("key.withUnsafeBytes { bytes in use(bytes.baseAddress) }", ["key"]),
    ("key.withUnsafeBytes { use($0.baseAddress) }", ["key"]),
    ("var iv = Data(repeating: 0, count: 16)\niv.withUnsafeMutableBytes { fill($0) }\nuse(iv)", ["iv"]),
    ("var iv = [0, 0]\niv[0] = next()\nuse(iv)", ["iv"]),
    ("use(unknown)", ["unknown"]),
  ])
  func follows(_ text: String, _ expected: [String]) throws { #expect(try origins(text) == expected) }

  /// Functions that call each other many times must not be followed along every path.
  @Test(.timeLimit(.minutes(1))) func manyCallsEndQuickly() throws {
    let calls = (0..<12).map { "f\($0)(x)" }.joined(separator: "; ")
    let text = (0..<40).map { "func f\($0)(_ x: Int) { use(x); \(calls) }" }.joined(separator: "\n")
    let found = try origins(text)
    #expect(found.count <= 64 * 64 && found.allSatisfy { $0 == "x" })
  }
}
