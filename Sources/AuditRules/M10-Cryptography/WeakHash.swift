import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A digest of MD2, MD4, MD5 or SHA-1.
struct WeakHash: SwiftRule {
  static let metadata = RuleMetadata(
    id: "weak-hash",
    title: LocalizedText("Broken hash function", ja: "破られたハッシュ関数"),
    why: LocalizedText(
      """
      Two inputs with one MD5 or SHA-1 digest can be made on purpose, so a signature or checksum over the \
      digest also fits something else; a digest of a password is undone by tables.
      """,
      ja: """
        MD5 や SHA-1 では同じダイジェストになる 2 つの入力を意図的に作れるため、署名や検査値が\
        別のデータにも一致します。パスワードのダイジェストは辞書で元に戻せます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use SHA-256 for data (SHA256.hash in CryptoKit), PasswordHasher for passwords, an HMAC where a \
        secret is involved.
        """,
        ja: """
          データには SHA-256（CryptoKit の SHA256.hash）、パスワードには PasswordHasher、\
          秘密を伴う検査には HMAC を使用してください。
          """),
      library: .crypto),
    severity: .medium, confidence: .high, cwe: [328], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let digest = Insecure.MD5.hash(data: document)
        """,
      good: """
        let digest = SHA256.hash(data: document)
        """))

  static let triggers: Set<String> = Set(functions.keys).union(algorithms)
    .union(algorithms.map(AlgorithmConstant.constant)).union(["MD5", "SHA1", "md5", "sha1"])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.functions.keys.sorted() {
      for call in source.facts.calls(name) where call.receiver == nil {
        add(call, Self.functions[name] ?? "", in: source, &report)
      }
      // `digest(data, with: CC_SHA1)`
      for reference in source.facts.references[name] ?? []
      where reference.node.parent?.is(LabeledExprSyntax.self) == true {
        guard let outer = reference.node.ancestor(FunctionCallExprSyntax.self, within: 4),
          let call = Call(outer, scope: reference.scope)
        else { continue }
        add(call, Self.functions[name] ?? "", in: source, &report)
      }
    }
    for name in ["MD5", "SHA1"] {
      for reference in source.facts.references[name] ?? [] {
        guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self),
          member.base.flatMap(NamePath.last) == "Insecure", let call = Self.use(of: member, reference.scope)
        else { continue }
        add(call, name == "MD5" ? "MD5" : "SHA-1", in: source, &report)
      }
    }
    for name in Self.algorithms {
      for use in AlgorithmConstant.uses(of: name, in: source) {
        report.add(
          Self.self, at: use.range,
          LocalizedText("\(use.name) signs a SHA-1 digest.", ja: "\(use.name) は SHA-1 のダイジェストに署名します。"),
          confidence: use.table == nil ? .high : .low)
      }
    }
    guard source.facts.imports.contains("CryptoSwift") else { return }
    for name in ["md5", "sha1"] {
      for call in source.facts.calls(name) where call.receiver != nil && call.arguments.count <= 1 {
        add(call, name == "md5" ? "MD5" : "SHA-1", in: source, &report)
      }
    }
  }

  /// The call that `Insecure.MD5` begins: `Insecure.MD5.hash(data:)` or `Insecure.MD5()`; an HMAC is none.
  private static func use(of member: MemberAccessExprSyntax, _ scope: ScopeID) -> Call? {
    guard let parent = member.parent else { return nil }
    if let call = parent.as(FunctionCallExprSyntax.self) { return Call(call, scope: scope) }
    // `digest(of: file, using: Insecure.SHA1.self)`
    if parent.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self" {
      return parent.ancestor(FunctionCallExprSyntax.self, within: 4).flatMap { Call($0, scope: scope) }
    }
    guard parent.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "hash" else { return nil }
    return parent.parent?.as(FunctionCallExprSyntax.self).flatMap { Call($0, scope: scope) }
  }

  private func add(_ call: Call, _ hash: String, in source: SwiftSource, _ report: inout FileReport) {
    let words = CryptoNames.words(around: call.node, in: call.scope, source)
    guard words.isDisjoint(with: Self.fixedByFormat), !words.isSuperset(of: Self.keyIdentifier),
      !Self.isPartOfMAC(call)
    else { return }
    let password = self.password(of: call, in: source)
    let purpose = password == nil ? DigestPurpose.of(call, source) : .security
    // Whoever asks a helper for digests only names things by them.
    if purpose == .naming(.seenInCallers) { return }
    let isDoubtful =
      !words.isDisjoint(with: Self.harmless) || words.isSuperset(of: ["path", "hasher"])
      || CryptoNames.isTableEntry(call.node)
    let about = password.map { (" of \"\($0)\"", "「\($0)」の ") } ?? ("", " ")
    report.add(
      Self.self, at: call.range,
      LocalizedText(
        "\(call.name) computes \(hash)\(about.0).", ja: "\(call.name) が\(about.1)\(hash) を計算しています。"),
      severity: password == nil ? .medium : .high,
      confidence: password == nil && isDoubtful ? .low : purpose.confidence)
  }

  private func password(of call: Call, in source: SwiftSource) -> String? {
    let inputs = (call.arguments.first.map { [$0.value] } ?? []) + (call.receiver.map { [$0] } ?? [])
    for input in inputs {
      for origin in source.origins(of: input, in: call.scope) {
        if let value = source.sensitive(origin.expression, in: origin.scope),
          CryptoNames.isPassword(value.name)
        {
          return value.name
        }
      }
    }
    return nil
  }

  /// A digest given to an HMAC, a key derivation function or a signature is judged there.
  private static func isPartOfMAC(_ call: Call) -> Bool {
    guard let outer = call.node.ancestor(FunctionCallExprSyntax.self, within: 4),
      let name = Call(outer, scope: call.scope)?.name
    else { return false }
    return ["HMAC", "HMAC_Init_ex", "PKCS5_PBKDF2_HMAC", "signature", "isValidSignature"].contains(name)
  }

  /// Algorithms of `SecKey` that sign such a digest.
  static let algorithms = ["ecdsaSignatureDigestX962SHA1", "ecdsaSignatureMessageX962SHA1"]
  static let functions = [
    "CC_MD2": "MD2", "CC_MD2_Init": "MD2", "CC_MD4": "MD4", "CC_MD4_Init": "MD4", "CC_MD5": "MD5",
    "CC_MD5_Init": "MD5", "CC_SHA1": "SHA-1", "CC_SHA1_Init": "SHA-1", "EVP_md5": "MD5", "EVP_sha1": "SHA-1",
    "EVP_md4": "MD4", "EVP_ripemd160": "RIPEMD-160",
  ]
  /// Uses in which a standard or a service fixes the hash and its collisions do no harm.
  static let fixedByFormat: Set = [
    "otp", "totp", "hotp", "pwned", "breach", "breached", "gravatar", "git", "websocket", "uuid", "hmac",
  ]
  /// Certificates name a key by its SHA-1 (RFC 5280, 4.2.1.2).
  static let keyIdentifier: Set = ["key", "identifier"]
  /// Uses that usually only need a short name for something.
  static let harmless: Set = [
    "cache", "etag", "thumbnail", "filename", "dedupe", "identicon", "bucket", "logging",
  ]
}

extension WeakHash: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for name in Self.functions.keys.sorted() where source.names.contains(name) {
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        check(call, Self.functions[name] ?? "", source, &report)
      }
    }
  }

  private func check(
    _ call: CCall, _ hash: String, _ source: ObjectiveCSource, _ report: inout FileReport
  ) {
    let given = source.assignments.last {
      $0.value.contains(call.tokens.lowerBound) && $0.function == call.function
    }
    let words = source.words(of: call.function).union(Words.of(given?.name ?? ""))
    // A digest handed to an HMAC or a key derivation function is judged there.
    let isPart = source.calls.contains {
      ["HMAC", "HMAC_Init_ex", "PKCS5_PBKDF2_HMAC"].contains($0.name)
        && $0.tokens.contains(call.tokens.lowerBound)
    }
    guard words.isDisjoint(with: Self.fixedByFormat), !words.isSuperset(of: Self.keyIdentifier), !isPart
    else {
      return
    }
    let password = Self.password(of: call, source)
    let isDoubtful = !words.isDisjoint(with: Self.harmless)
    let about = password.map { (" of \"\($0)\"", "「\($0)」の ") } ?? ("", " ")
    report.add(
      Self.self, at: source.bytes(of: call.tokens),
      LocalizedText(
        "\(call.name) computes \(hash)\(about.0).", ja: "\(call.name) が\(about.1)\(hash) を計算しています。"),
      severity: password == nil ? .medium : .high,
      confidence: password == nil && isDoubtful ? .low : .high)
  }

  /// The password that is hashed: the first argument, or what it was made from in the same function.
  private static func password(of call: CCall, _ source: ObjectiveCSource) -> String? {
    guard var range = call.arguments.first.map(source.bare) else { return nil }
    for _ in 0..<4 {
      for index in range where source.tokens[index].kind == .identifier {
        if CryptoNames.isPassword(ObjectiveCSource.plain(source.tokens[index].text)) {
          return source.tokens[index].text
        }
      }
      guard let name = range.first(where: { source.tokens[$0].kind == .identifier }),
        let made = source.assignments(to: source.tokens[name].text).last(where: {
          $0.function == call.function && $0.target.lowerBound < call.tokens.lowerBound && $0.key == nil
        }), made.value != range
      else { return nil }
      range = made.value
    }
    return nil
  }
}
