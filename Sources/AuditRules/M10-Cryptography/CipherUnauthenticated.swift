import AuditEngine
import OmamoriCore
import OmamoriReport

/// Encryption whose result can be changed unseen.
struct CipherUnauthenticated: SwiftRule {
  static let metadata = RuleMetadata(
    id: "cipher-unauthenticated",
    title: LocalizedText("Encryption without authentication", ja: "認証のない暗号化"),
    why: LocalizedText(
      """
      Ciphertext of CBC or CTR can be changed so that the text changes in a chosen way, and the errors of \
      a careless reader give the text away.
      """,
      ja: """
        CBC や CTR の暗号文は、復号結果を狙いどおりに変えるよう改変できます。復号時のエラーの違いから平文が\
        漏れることもあります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use AES-GCM or ChaCha20-Poly1305 (AES.GCM.seal, ChaChaPoly.seal, XAES256GCM.seal), or compute an HMAC \
        over vector and ciphertext.
        """,
        ja: """
          AES-GCM または ChaCha20-Poly1305（AES.GCM.seal、ChaChaPoly.seal、\
          XAES256GCM.seal）を使用するか、初期化ベクトルと暗号文に HMAC を付けてください。
          """),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [353], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        let status = CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key, 32, iv, plain, n,
          out, m, &moved)
        """,
      good: """
        let status = CCCrypt(
          CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), key, 32, iv, plain, n,
          out, m, &moved)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), macKey, 32, out, moved, &tag)
        """))

  static let triggers: Set<String> = [
    "CCCrypt", "CCCryptorCreate", "CCCryptorCreateWithMode", "CBC", "CTR", "CFB", "OFB", "PCBC",
  ]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !hasMAC(source) else { return }
    for use in CipherCall.commonCrypto(in: source) where isUnauthenticated(use) {
      add(use.call, at: use.call.range, &report)
    }
    for call in CipherCall.modes(["CBC", "CTR", "CFB", "OFB", "PCBC"], in: source) {
      add(call, at: call.range, &report)
    }
  }

  private func add(_ call: Call, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(call.name) encrypts without a MAC.", ja: "\(call.name) による暗号化に MAC がありません。"))
  }

  private func isUnauthenticated(_ use: CipherCall) -> Bool {
    let algorithms = CipherCall.symbols(in: use.algorithm)
    guard algorithms.contains(where: { $0.hasPrefix("kCCAlgorithmAES") }), use.knowsOptions else {
      return false
    }
    guard !CipherCall.symbols(in: use.operation).contains("kCCDecrypt") else { return false }
    if case .integer(let bits) = use.options, bits & 2 != 0 { return false }
    let other = ["kCCOptionECBMode", "kCCModeECB", "kCCModeGCM", "kCCModeXTS"]
    return !other.contains(where: use.hasOption)
  }

  /// Whether the file computes or checks a MAC or a signature.
  private func hasMAC(_ source: SwiftSource) -> Bool {
    Self.codes.contains { source.facts.references[$0] != nil || source.facts.typeReferences[$0] != nil }
      || source.facts.functions.contains { function in
        // A MAC of the app's own stands beside the cipher, for callers to check.
        Words.of(function.name).contains { ["mac", "hmac", "cmac", "keccak"].contains($0) }
      }
  }

  private static let codes = [
    "CCHmac", "CCHmacUpdate", "HMAC", "authenticationCode", "isValidAuthenticationCode", "CMAC", "Poly1305",
    "SecKeyCreateSignature", "isValidSignature",
  ]
}
