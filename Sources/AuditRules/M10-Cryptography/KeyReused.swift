import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// One key for two purposes.
struct KeyReused: SwiftRule {
  static let metadata = RuleMetadata(
    id: "key-reused",
    title: LocalizedText("One key for two purposes", ja: "1 つの鍵を 2 つの用途で使用している"),
    why: LocalizedText(
      """
      What one algorithm does with a key can help to break the other, and neither key can be replaced or revoked alone. \
      A stored value that is compared with the key is the key itself.
      """,
      ja: """
        一方のアルゴリズムの出力が、他方を破る手がかりになることがあります。鍵を用途ごとに交換、失効させることもできません。\
        照合のために保存した値が鍵と同じなら、それは鍵そのものです。
        """),
    fix: RuleFix(
      LocalizedText(
        "Derive a key for each purpose with HKDF and its own info, or generate a key pair for each.",
        ja: "用途ごとに異なる info を指定した HKDF で鍵を導出するか、鍵ペアを個別に生成してください。"),
      library: .crypto),
    severity: .low, confidence: .high, cwe: [323], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func protect(_ note: Data, _ key: SymmetricKey) throws -> (Data?, Data) {
          let sealed = try AES.GCM.seal(note, using: key).combined
          return (sealed, Data(HMAC<SHA256>.authenticationCode(for: note, using: key)))
        }
        """,
      good: """
        func protect(_ note: Data, _ key: SymmetricKey, _ indexKey: SymmetricKey) throws -> (Data?, Data) {
          let sealed = try AES.GCM.seal(note, using: key).combined
          return (sealed, Data(HMAC<SHA256>.authenticationCode(for: note, using: indexKey)))
        }
        """))

  /// What a key is used for.
  private enum Purpose: Int {
    case encryption
    case code
    case signature
    case agreement
    case decryption
    case comparison

    var text: LocalizedText {
      switch self {
      case .encryption: LocalizedText("encrypts", ja: "暗号化")
      case .code: LocalizedText("authenticates messages", ja: "メッセージ認証")
      case .signature: LocalizedText("signs", ja: "署名")
      case .agreement: LocalizedText("agrees on keys", ja: "鍵共有")
      case .decryption: LocalizedText("decrypts", ja: "復号")
      case .comparison: LocalizedText("is compared with a stored value", ja: "保存した値との照合")
      }
    }

    /// Whether one key must not serve both.
    func conflicts(with other: Purpose) -> Bool {
      let pair = Set([self, other])
      return pair == [.encryption, .code] || pair == [.signature, .agreement]
        || pair == [.signature, .decryption] || pair == [.encryption, .comparison]
    }
  }

  /// A use of a key.
  private struct Use {
    let purpose: Purpose
    let key: ExprSyntax
    let scope: ScopeID
  }

  static let triggers: Set<String> = CryptoUse.triggers.union([
    "GCM", "ChaChaPoly", "HMAC", "SecKeyCreateSignature", "PrivateKey", "sharedSecretFromKeyAgreement",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var first: [String: Use] = [:]
    var reported: Set<String> = []
    for use in uses(in: source) {
      for key in identities(of: use.key, in: use.scope, source) {
        guard let earlier = first[key] else {
          first[key] = use
          continue
        }
        guard earlier.purpose.conflicts(with: use.purpose), reported.insert(key).inserted else { continue }
        add(use, earlier, source, &report)
      }
    }
  }

  private func add(_ use: Use, _ earlier: Use, _ source: SwiftSource, _ report: inout FileReport) {
    let name = source.quote(use.key, limit: 40)
    let isStored = use.purpose == .comparison || earlier.purpose == .comparison
    report.add(
      Self.self, at: use.key.utf8Range,
      LocalizedText(
        "“\(name)” \(earlier.purpose.text.english) and \(use.purpose.text.english).",
        ja: "「\(name)」を\(earlier.purpose.text.japanese)と\(use.purpose.text.japanese)の両方に使用しています。"),
      severity: isStored ? .medium : nil,
      related: [
        report.step(
          at: earlier.key.utf8Range, LocalizedText("It is first used here.", ja: "最初の使用箇所です。"))
      ])
  }

  // MARK: Uses

  private func uses(in source: SwiftSource) -> [Use] {
    var uses: [Use] = CryptoUse.all(in: source).compactMap { use in
      guard let key = use.arguments[.key], use.kind == .cipher || use.kind == .code else { return nil }
      return Use(purpose: use.kind == .cipher ? .encryption : .code, key: key, scope: use.scope)
    }
    func add(_ purpose: Purpose, _ key: ExprSyntax?, _ scope: ScopeID) {
      if let key { uses.append(Use(purpose: purpose, key: key, scope: scope)) }
    }
    for name in ["seal", "open"] {
      for call in source.facts.calls(name) where !Self.ciphers.isDisjoint(with: call.receiverPath) {
        add(.encryption, call.argument("using"), call.scope)
      }
    }
    for name in ["authenticationCode", "isValidAuthenticationCode"] {
      for call in source.facts.calls(name) { add(.code, call.argument("using"), call.scope) }
    }
    for call in source.facts.calls("HMAC") where call.arguments.first?.label == "key" {
      add(.code, call.argument("key"), call.scope)
    }
    let functions: [(String, Purpose)] = [
      ("SecKeyCreateSignature", .signature), ("SecKeyCopyKeyExchangeResult", .agreement),
      ("SecKeyCreateDecryptedData", .decryption),
    ]
    for (name, purpose) in functions {
      for call in source.facts.calls(name) { add(purpose, call.arguments.first?.value, call.scope) }
    }
    for call in source.facts.calls("PrivateKey") {
      let purpose: Purpose? =
        call.receiverPath.contains("Signing")
        ? .signature : call.receiverPath.contains("KeyAgreement") ? .agreement : nil
      guard let purpose else { continue }
      add(purpose, ExprSyntax(call.node), call.scope)
      guard call.arguments.count == 1, Self.isRepresentation(call.arguments[0].label) else { continue }
      add(purpose, call.arguments[0].value, call.scope)
    }
    for call in source.facts.calls("signature") where call.labels == ["for"] {
      add(.signature, call.receiver, call.scope)
    }
    for call in source.facts.calls("sharedSecretFromKeyAgreement") {
      add(.agreement, call.receiver, call.scope)
    }
    for comparison in source.facts.comparisons where comparison.isEquality {
      for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)]
      where Self.isVerifier(other) {
        add(.comparison, side, comparison.scope)
      }
    }
    return uses.sorted { $0.key.utf8Range.lowerBound < $1.key.utf8Range.lowerBound }
  }

  /// `rawRepresentation`, `x963Representation` and the others.
  private static func isRepresentation(_ name: String?) -> Bool { name?.hasSuffix("Representation") ?? false }

  /// Whether the value is what a password is compared with: `storedHash`, `account.passwordVerifier`.
  private static func isVerifier(_ value: ExprSyntax) -> Bool {
    let words = Set(NamePath.of(value).flatMap { Words.of($0) })
    return words.contains("verifier")
      || !words.isDisjoint(with: ["hash", "digest"])
        && !words.isDisjoint(with: ["stored", "saved", "expected", "password", "passcode", "pin"])
  }

  // MARK: Keys

  /// What the keys that `expression` may be are known by: the declaration of a name, or the place where one is made.
  private func identities(
    of expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource, depth: Int = 0
  ) -> Set<String> {
    guard depth < 4 else { return [] }
    return source.origins(of: expression, in: scope).reduce(into: []) { found, origin in
      if let call = Call(origin.expression, scope: origin.scope) {
        // `SymmetricKey(data: bytes)` is `bytes`, and a key made anew is known by its place.
        if call.name == "SymmetricKey", let data = call.argument("data") {
          found.formUnion(identities(of: data, in: call.scope, source, depth: depth + 1))
        } else {
          found.insert("made \(call.range.lowerBound)")
        }
      } else if let member = origin.expression.as(MemberAccessExprSyntax.self),
        Self.isRepresentation(member.declName.baseName.text), let base = member.base
      {
        found.formUnion(identities(of: base, in: origin.scope, source, depth: depth + 1))
      } else if let name = declared(origin, source) {
        found.insert(name)
      }
    }
  }

  /// The declaration of the first name of `key` or `keys.encryption`, with the names behind it.
  private func declared(_ origin: ValueOrigin, _ source: SwiftSource) -> String? {
    var path = NamePath.of(origin.expression)
    let isMember = path.first == "self" || path.first == "Self"
    if isMember { path.removeFirst() }
    guard let root = path.first,
      origin.expression.as(MemberAccessExprSyntax.self).map({ $0.base != nil }) ?? true
    else { return nil }
    let type = source.facts.typeName(around: origin.scope)
    let binding =
      isMember
      ? type.flatMap { source.facts.member(root, of: $0) } : source.binding(named: root, from: origin.scope)
    if let binding {
      // A local variable may hold another key by then.
      let isLocal = source.facts.enclosing(.function, of: binding.scope) != nil
      if isLocal, binding.kind == .variable, source.facts.reassigned.contains(root) { return nil }
      path[0] = "\(binding.range.lowerBound)"
    } else if isMember, let type {
      path[0] = type + " " + root
    } else if root.first?.isUppercase != true {
      // The name of a closure's parameter or of another file may mean anything.
      return nil
    }
    return path.joined(separator: ".")
  }

  private static let ciphers: Set = ["GCM", "ChaChaPoly"]
}

extension KeyReused: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    var first: [String: Bool] = [:]
    var reported: Set<String> = []
    for use in CCryptoUse.all(in: source) where use.kind == .cipher || use.kind == .code {
      guard let function = use.function, let key = use.arguments[.key].map(source.bare),
        key.contains(where: { source.tokens[$0].kind == .identifier })
      else { continue }
      let name = source.quote(key)
      let place = "\(function) \(name)"
      guard let isCipher = first[place] else {
        first[place] = use.kind == .cipher
        continue
      }
      guard isCipher != (use.kind == .cipher), !["NULL", "nil"].contains(name),
        reported.insert(place).inserted
      else { continue }
      report.add(
        Self.self, at: source.bytes(of: key),
        LocalizedText(
          "“\(name)” encrypts and authenticates messages.", ja: "「\(name)」を暗号化とメッセージ認証の両方に使用しています。"))
    }
  }
}
