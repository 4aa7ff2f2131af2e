import AuditEngine
import OmamoriCore
import OmamoriReport

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
    masvs: ["CRYPTO-1"], mastg: [63],
    example: RuleMetadata.Example(
      bad: """
        func makeToken() -> String { (0..<16).map { _ in String(Int(drand48() * 16), radix: 16) }.joined() }
        """,
      good: """
        func makeToken() -> String { (0..<16).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined() }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    var reported: Set<ScopeID> = []
    let calls = Self.names.flatMap { source.facts.calls($0) }
    for call in calls.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where isGenerator(call) {
      guard let purpose = purpose(of: call, in: source) else { continue }
      // One finding for the generator of a function, not one for each number.
      let place = source.facts.function(around: call.scope)?.scope ?? call.scope
      guard place == .file || reported.insert(place).inserted else { continue }
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "\(call.name) is predictable and is used for a secret (\(purpose)).",
          ja: "予測可能な \(call.name) が秘密の値（\(purpose)）に使われています。"))
    }
  }

  private func isGenerator(_ call: Call) -> Bool {
    if call.name.hasPrefix("GK") { return true }
    guard call.receiver == nil || ["Darwin", "Glibc", "Foundation"].contains(call.receiverPath.first ?? "")
    else {
      return false
    }
    return call.arguments.isEmpty || call.name.hasPrefix("s") || call.name == "rand_r"
  }

  /// The word that says that the numbers become a secret.
  private func purpose(of call: Call, in source: SwiftSource) -> String? {
    CryptoNames.words(around: call.node, in: call.scope, source).sorted().first(where: Self.secrets.contains)
  }

  private static let names = [
    "rand", "rand_r", "random", "drand48", "lrand48", "mrand48", "erand48", "srand", "srandom", "srand48",
    "GKRandomSource", "GKARC4RandomSource", "GKLinearCongruentialRandomSource",
    "GKMersenneTwisterRandomSource",
    "GKRandomDistribution",
  ]
  private static let secrets: Set = [
    "nonce", "token", "key", "salt", "iv", "otp", "session", "password", "passcode", "secret", "pin",
    "challenge", "verifier", "credential", "uuid", "crypto", "encrypt", "cipher",
  ]
}
