import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A salt that is the same for everyone.
struct KDFStaticSalt: SwiftRule {
  static let metadata = RuleMetadata(
    id: "kdf-static-salt",
    title: LocalizedText("Constant salt", ja: "固定のソルト"),
    why: LocalizedText(
      """
      With one salt for all, a table computed once opens the password of every user, and equal passwords \
      are seen to be equal.
      """,
      ja: """
        ソルトが全員共通だと、一度計算した表で全利用者のパスワードを破れます。同じパスワードが同じ結果になること\
        も分かります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Take 16 random bytes for every password and store them beside the result; PasswordHasher does so.
        """,
        ja: """
          パスワードごとに 16 バイトの乱数を生成し、結果と共に保存してください。PasswordHasher で\
          は自動で行われます。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [760], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    masvs: ["CRYPTO-1"], mastg: [],
    example: RuleMetadata.Example(
      bad: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: Array("moon".utf8), iterations: 600_000).calculate()
        """,
      good: """
        let key = try PKCS5.PBKDF2(password: bytes, salt: stored.salt, iterations: 600_000).calculate()
        """))

  static let triggers: Set<String> = Set(KeyDerivation.names)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for derivation in KeyDerivation.all(in: source) {
      guard let salt = derivation.salt else { continue }
      for origin in source.origins(of: salt, in: derivation.call.scope) {
        guard let (message, confidence) = Self.message(for: origin, in: source) else { continue }
        report.add(Self.self, at: origin.range, message, confidence: confidence)
      }
    }
  }

  private static func message(
    for origin: ValueOrigin, in source: SwiftSource
  ) -> (LocalizedText, Confidence)? {
    let value = source.fold(origin.expression, in: origin.scope)
    if isEmpty(origin.expression) || value.alternatives.contains(where: { $0.isConstant && $0 != .none })
      || isMadeOfConstant(origin.expression, origin.scope, source, depth: 4)
    {
      return (LocalizedText("The salt is constant.", ja: "ソルトが定数です。"), .high)
    }
    let names = NamePath.of(origin.expression)
    guard let name = names.last, identities.contains(Words.of(name).joined(separator: " ")) else {
      return nil
    }
    return (
      LocalizedText("The salt is \(name), which is known to others.", ja: "ソルトが他者にも分かる \(name) です。"),
      .medium
    )
  }

  /// Whether `expression` is a digest of a constant, in another type of bytes or not: `Data(SHA256.hash(data: label))`.
  private static func isMadeOfConstant(
    _ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource, depth: Int
  ) -> Bool {
    guard depth > 0, let call = Call(expression, scope: scope), call.arguments.count == 1,
      let argument = call.arguments.first
    else { return false }
    let isDigest = call.name == "hash" && argument.label == "data"
    guard isDigest || ["Data", "Array"].contains(call.name) && argument.label == nil else { return false }
    return source.origins(of: argument.value, in: scope).contains { origin in
      isDigest && source.fold(origin.expression, in: origin.scope).isConstant
        || isMadeOfConstant(origin.expression, origin.scope, source, depth: depth - 1)
    }
  }

  /// `Data()` and `[UInt8]()`.
  private static func isEmpty(_ expression: ExprSyntax) -> Bool {
    guard let call = Call(expression, scope: .file) else { return false }
    return ["Data", "Array"].contains(call.name) && call.arguments.isEmpty && call.closures.isEmpty
  }

  private static let identities: Set = [
    "user name", "username", "email", "email address", "bundle identifier", "user id", "login",
  ]
}
