import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A password hashed with a function made to be fast.
struct PasswordFastHash: SwiftRule {
  static let metadata = RuleMetadata(
    id: "password-fast-hash",
    title: LocalizedText("Fast hash of a password", ja: "パスワードの高速ハッシュ"),
    why: LocalizedText(
      """
      A graphics card computes billions of SHA-256 digests a second. One digest of a passcode is undone by \
      trying all of them, with or without a salt.
      """,
      ja: """
        グラフィックスカードは SHA-256 を毎秒数十億回計算できます。パスコードのダイジェスト 1 回分は\
        、ソルトがあっても総当たりで元に戻せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use a function made to be slow: PasswordHasher (Argon2id), scrypt, or PBKDF2 with 600,000 rounds.
        """,
        ja: """
          意図的に遅い関数を使用してください。PasswordHasher（Argon2id）、scrypt、\
          または 60 万回以上の PBKDF2 です。
          """),
      library: .crypto),
    severity: .high, confidence: .medium, cwe: [916, 759], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let digest = SHA256.hash(data: Data(passcode.utf8))
        """,
      good: """
        let digest = SHA256.hash(data: document)
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("hash") where call.receiverPath.contains(where: Self.digests.contains) {
      add(call, call.argument("data"), in: source, &report)
    }
    for name in ["CC_SHA224", "CC_SHA256", "CC_SHA384", "CC_SHA512"] {
      for call in source.facts.calls(name) { add(call, call.arguments.first?.value, in: source, &report) }
    }
    for call in source.facts.calls("authenticationCode") where Self.isMAC(call) {
      add(call, call.argument("for"), in: source, &report)
    }
    for call in source.facts.calls("authenticate") where Self.isMAC(call) {
      add(call, call.arguments.first?.value, in: source, &report)
    }
    for call in source.facts.calls("hash") where call.receiverPath.last == "genericHash" {
      // Sodium's BLAKE2b is as fast as the others.
      add(call, call.argument("message"), in: source, &report)
    }
    for call in source.facts.calls(named: DigestNames.isDigest) where call.arguments.count <= 2 {
      // `password.sha256()`, `sha256(password)`, `Hasher.sha256(of: password)`
      let isOnValue = call.receiver.map { NamePath.of($0).last?.first?.isUppercase != true } ?? false
      let input =
        isOnValue && call.arguments.isEmpty ? call.receiver : call.arguments.first?.value ?? call.receiver
      add(call, input, in: source, &report)
    }
    for (name, references) in source.facts.references where DigestNames.isDigest(name) {
      // `password.sha256`
      for reference in references {
        guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self),
          member.declName.id == reference.node.id,
          let base = member.base, member.parent?.is(FunctionCallExprSyntax.self) != true
        else { continue }
        addMember(name, base, reference, in: source, &report)
      }
    }
    for call in source.facts.calls("update") {
      guard let hasher = call.receiver.flatMap(NamePath.last), let data = call.argument("data"),
        let value = source.binding(named: hasher, from: call.scope)?.value,
        let made = Call(value, scope: call.scope), Self.digests.contains(made.name)
      else { continue }
      add(call, data, in: source, &report)
    }
    for call in source.facts.calls("deriveKey") where call.receiverPath.last == "HKDF" {
      guard let material = call.argument("inputKeyMaterial").flatMap({ Call($0, scope: call.scope) }) else {
        continue
      }
      add(call, material.argument("data"), in: source, &report)
    }
  }

  /// Looks at `HMAC<SHA256>.authenticationCode(for:)` and `HMAC(key: salt, variant: …).authenticate(…)`.
  private static func isMAC(_ call: Call) -> Bool {
    if call.receiverPath.last == "HMAC" { return true }
    return call.receiver.flatMap { Call($0, scope: call.scope) }?.name == "HMAC"
      || call.receiver?.trimmedDescription.hasPrefix("HMAC<") == true
  }

  private func addMember(
    _ name: String, _ base: ExprSyntax, _ reference: Reference, in source: SwiftSource,
    _ report: inout FileReport
  ) {
    let words = CryptoNames.words(around: reference.node, in: reference.scope, source)
    guard words.isDisjoint(with: Self.protocols),
      let value = source.sensitive(base, in: reference.scope), CryptoNames.isPassword(value.name)
    else { return }
    report.add(
      Self.self, at: base.utf8Range.lowerBound..<reference.range.upperBound, Self.message(value.name, name))
  }

  private static func message(_ value: String, _ name: String) -> LocalizedText {
    LocalizedText(
      "\(value) is hashed with \(name), which is made to be fast, so a stolen hash is soon guessed; use PasswordHasher, scrypt or PBKDF2.",
      ja: "\(value) が高速な \(name) でハッシュ化されており、盗まれると短時間で推測されます。PasswordHasher、scrypt または PBKDF2 を使用してください。")
  }

  private func add(_ call: Call, _ input: ExprSyntax?, in source: SwiftSource, _ report: inout FileReport) {
    guard let input else { return }
    let words = CryptoNames.words(around: call.node, in: call.scope, source)
    guard words.isDisjoint(with: Self.protocols) else { return }
    for origin in source.origins(of: input, in: call.scope) {
      guard let value = source.sensitive(origin.expression, in: origin.scope),
        CryptoNames.isPassword(value.name)
      else { continue }
      report.add(Self.self, at: call.range, Self.message(value.name, call.receiverPath.last ?? call.name))
      return
    }
  }

  private static let digests: Set = [
    "SHA256", "SHA384", "SHA512", "SHA3_256", "SHA3_384", "SHA3_512",
  ]
  /// Protocols that hash the password as a step of something stronger, and look-ups in lists of leaked passwords.
  private static let protocols: Set = [
    "srp", "scram", "pwned", "breach", "breached", "opaque", "kdf", "pbkdf",
  ]
}
