import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret made by a generator whose output can be computed.
struct InsecureRandom: SwiftRule, SecretRule {
  static let metadata = RuleMetadata(
    id: "insecure-random",
    title: LocalizedText("Predictable random numbers", ja: "予測可能な乱数"),
    why: LocalizedText(
      """
      rand, drand48 and GameplayKit's generators repeat the same sequence for the same seed: who knows or \
      guesses the seed, such as the time, computes every token made from it.
      """,
      ja: """
        rand や drand48、GameplayKit の乱数生成器は、同じシードから同じ数列を生成します。\
        時刻などのシードを推測できれば、生成されたトークンをすべて計算できます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use SystemRandomNumberGenerator (Int.random, randomElement), SymmetricKey(size:) or \
        SystemRandomness.
        """,
        ja: """
          SystemRandomNumberGenerator（Int.random、randomElement）、\
          SymmetricKey(size:)、または SystemRandomness を使用してください。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [338], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func makeToken() -> String { (0..<16).map { _ in String(Int(drand48() * 16), radix: 16) }.joined() }
        """,
      good: """
        func makeToken() -> String { (0..<16).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined() }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<ScopeID> = []
    let drawn = Self.draws.flatMap { source.facts.calls($0) }.filter { isDrawn($0, source) }
    let calls = Self.names.flatMap { source.facts.calls($0) }.filter(isGenerator)
    let seeded = source.facts.calls(labelled: "using").filter { usesSeeded($0, source) }
    // The numbers that are drawn are reported before the generator that they come from.
    let used = (seeded + drawn).sorted { $0.range.lowerBound < $1.range.lowerBound }
    for call in used + calls.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard let purpose = purpose(of: call, in: source) else { continue }
      // One finding for the generator of a function, not one for each number.
      let place = source.facts.function(around: call.scope)?.scope ?? call.scope
      guard place == .file || reported.insert(place).inserted else { continue }
      add(call.name, purpose, at: call.range, &report)
    }
    for reading in Self.times.flatMap({ source.facts.references[$0] ?? [] }) {
      guard let made = Self.value(madeOnlyOf: reading.node),
        let purpose = purpose(around: ExprSyntax(made), in: reading.scope, source)
      else { continue }
      let place = source.facts.function(around: reading.scope)?.scope ?? reading.scope
      guard place == .file || reported.insert(place).inserted else { continue }
      add(reading.node.baseName.text, purpose, at: made.utf8Range, &report)
    }
    for literal in source.facts.assignments where Self.isCongruential(source, literal.value) {
      guard let function = source.facts.function(around: literal.scope),
        let purpose = purpose(ofFunction: function, in: source, depth: 0),
        reported.insert(function.scope).inserted
      else { continue }
      add("A linear congruential generator", purpose, at: literal.range, &report)
    }
  }

  private func add(_ name: String, _ purpose: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) is predictable and makes a secret (\(purpose)), so others can compute it; use SystemRandomNumberGenerator or SecRandomCopyBytes.",
        ja:
          "予測可能な \(name) が秘密の値（\(purpose)）に使われており、他者が計算できます。SystemRandomNumberGenerator または SecRandomCopyBytes を使用してください。"
      ))
  }

  private func isGenerator(_ call: Call) -> Bool {
    if call.name.hasPrefix("GK") { return true }
    guard call.receiver == nil || ["Darwin", "Glibc", "Foundation"].contains(call.receiverPath.first ?? "")
    else {
      return false
    }
    return call.arguments.isEmpty || call.name.hasPrefix("s") || call.name.hasSuffix("_r")
      || call.name.hasSuffix("and48")
  }

  /// Whether the call asks a generator of GameplayKit for its next number.
  private func isDrawn(_ call: Call, _ source: SwiftSource) -> Bool {
    call.receiver.flatMap { source.typeName(of: $0, in: call.scope) }?.hasPrefix("GK") ?? false
  }

  /// Whether `using: &generator` names one that is given its seed: a generator of GameplayKit, or one that the project makes.
  private func usesSeeded(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let argument = call.argument("using")?.as(InOutExprSyntax.self)?.expression,
      let type = source.typeName(of: argument, in: call.scope), type != "SystemRandomNumberGenerator"
    else { return false }
    if type.hasPrefix("GK") { return true }
    let words = Words.of(type)
    if words.contains(where: {
      ["seeded", "lcg", "xorshift", "splitmix", "mersenne", "twister", "wyrand", "pcg"].contains($0)
    }) {
      return true
    }
    let scopes = source.facts.types.filter {
      $0.name == type && $0.inherited.contains("RandomNumberGenerator")
    }
    return scopes.contains { made in
      source.facts.functions.contains {
        $0.name == "init" && source.facts.isWithin($0.scope, made.scope) && $0.parameters?.isEmpty == false
      }
    }
  }

  /// Whether `value` is the next number of a linear congruential generator: `state &* 6364136223846793005 &+ 1`.
  private static func isCongruential(_ source: SwiftSource, _ value: ExprSyntax) -> Bool {
    guard let sequence = value.as(SequenceExprSyntax.self),
      sequence.elements.contains(where: {
        SequenceParts.operation($0)?.hasSuffix("*") ?? false || $0.is(TupleExprSyntax.self)
      })
    else { return false }
    let numbers = sequence.tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
      if case .integerLiteral(let text) = token.tokenKind {
        text.filter { $0 != "_" }.lowercased()
      } else {
        nil
      }
    }
    return numbers.contains(where: multipliers.contains)
  }

  private static let multipliers: Set = [
    "1103515245", "6364136223846793005", "1664525", "214013", "16807", "48271", "22695477", "134775813",
    "25214903917",
    "0x5deece66d", "0x41c64e6d", "0x19660d", "2862933555777941757", "69069", "0x5851f42d4c957f2d",
  ]

  /// The hash or the text of digits that is made of the time `reading` and of nothing else.
  private static func value(madeOnlyOf reading: DeclReferenceExprSyntax) -> FunctionCallExprSyntax? {
    var node = Syntax(reading)
    for _ in 0..<24 {
      guard let parent = node.parent, !parent.is(CodeBlockItemSyntax.self), !parent.is(ClosureExprSyntax.self)
      else { return nil }
      node = parent
      guard let call = parent.as(FunctionCallExprSyntax.self),
        let name = NamePath.last(of: call.calledExpression)
      else { continue }
      let isMade =
        hashes.contains(name) || name == "String" && call.arguments.contains { $0.label?.text == "radix" }
      guard isMade else { continue }
      let names = call.tokens(viewMode: .sourceAccurate).filter {
        if case .identifier = $0.tokenKind { true } else { false }
      }
      return names.allSatisfy { timed.contains($0.text) } ? call : nil
    }
    return nil
  }

  private static let times = [
    "timeIntervalSince1970", "timeIntervalSinceReferenceDate", "systemUptime", "uptimeNanoseconds",
    "CFAbsoluteTimeGetCurrent", "mach_absolute_time",
  ]
  private static let hashes: Set = [
    "hash", "SHA256", "SHA512", "SHA1", "MD5", "md5", "sha1", "sha256", "sha512",
  ]
  /// What may stand in a value that is made of the time alone.
  private static let timed = hashes.union(times).union([
    "Date", "NSDate", "Data", "String", "Int", "UInt", "UInt8", "UInt32", "UInt64", "Int64", "Double", "now",
    "utf8", "Insecure", "SHA384", "data", "radix", "truncatingIfNeeded", "ProcessInfo", "processInfo",
    "format",
    "DispatchTime", "description", "using", "uppercase", "rounded", "bitPattern", "CryptoKit", "Foundation",
  ])

  /// The word that says that the numbers become a secret.
  private func purpose(of call: Call, in source: SwiftSource) -> String? {
    purpose(around: ExprSyntax(call.node), in: call.scope, source)
  }

  private func purpose(around expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource) -> String? {
    if let word = Self.secret(in: CryptoNames.words(around: expression, in: scope, source)) { return word }
    return source.facts.function(around: scope).flatMap { purpose(ofFunction: $0, in: source, depth: 0) }
  }

  /// The same for the calls of a function that gives random numbers.
  private func purpose(ofFunction function: Function, in source: SwiftSource, depth: Int) -> String? {
    var words = Set(Words.of(function.name))
    words.formUnion(source.facts.typeName(around: function.scope).map { Words.of($0) } ?? [])
    if let word = Self.secret(in: words) { return word }
    guard depth < 2, function.name != "init" else { return nil }
    for call in source.facts.calls(function.name).prefix(16)
    where !source.facts.isWithin(call.scope, function.scope) {
      if let word = Self.secret(in: CryptoNames.words(around: call.node, in: call.scope, source)) {
        return word
      }
    }
    return nil
  }

  private static func secret(in words: Set<String>) -> String? {
    let words = Set(
      words.map { $0.count > 3 && $0.hasSuffix("s") && !$0.hasSuffix("ss") ? String($0.dropLast()) : $0 })
    if let word = words.sorted().first(where: secrets.contains) { return word }
    // A code that is made is one that lets somebody in; most others say how something ended.
    let code = ["code", "ticket"].first(where: words.contains)
    return words.isDisjoint(with: makers) ? nil : code
  }

  private static let names = [
    "rand", "rand_r", "random", "drand48", "lrand48", "mrand48", "erand48", "nrand48", "jrand48", "srand",
    "srandom",
    "srand48", "seed48", "GKRandomSource", "GKARC4RandomSource", "GKLinearCongruentialRandomSource",
    "GKMersenneTwisterRandomSource", "GKRandomDistribution", "GKShuffledDistribution",
    "GKGaussianDistribution",
  ]
  private static let draws = ["nextInt", "nextUniform", "nextBool"]
  private static let secrets: Set = [
    "nonce", "token", "key", "salt", "iv", "otp", "session", "password", "passcode", "passphrase", "secret",
    "pin",
    "challenge", "verifier", "credential", "uuid", "crypto", "encrypt", "cipher", "coupon", "voucher", "csrf",
    "mnemonic",
  ]
  private static let makers: Set = [
    "make", "generate", "create", "new", "issue", "recovery", "verification", "activation", "invite",
    "invitation",
    "confirmation", "backup", "reset", "login", "access", "auth", "pairing", "unlock", "redeem", "random",
    "sms", "two", "gift", "promo",
  ]
}

extension InsecureRandom: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    var reported: Set<Int> = []
    for name in Self.names where source.names.contains(name) {
      for call in source.calls(name).prefix(ObjectiveCSource.closeLooks) where !call.hasReceiver {
        guard let function = call.function, source.isOfLibrary(call), !source.isPlainC else { continue }
        var words = source.words(of: function)
        let given = source.assignments.last {
          $0.value.contains(call.tokens.lowerBound) && $0.function == call.function
        }
        words.formUnion(Words.of(given?.name ?? ""))
        guard let purpose = Self.secret(in: words), reported.insert(function).inserted else { continue }
        add(name, purpose, at: source.bytes(of: call.tokens), &report)
      }
    }
  }
}
