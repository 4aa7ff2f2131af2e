import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A biometric check whose answer is only a truth value that the app itself acts on.
struct BiometricNotBound: SwiftRule {
  static let metadata = RuleMetadata(
    id: "biometric-not-bound",
    title: LocalizedText("Biometric check not bound to a key", ja: "生体認証が鍵と結び付いていない"),
    why: LocalizedText(
      """
      evaluatePolicy answers with a Bool. Whoever can run code in the process or patch the app flips \
      it and walks past the check: nothing secret depends on the face or finger.
      """,
      ja: """
        evaluatePolicy の結果は単なる Bool です。プロセス内でコードを実行できる者やアプリを改変できる者\
        は、その値を反転させるだけで認証を通過できます。顔や指紋に依存する秘密が存在しないためです。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Put the secret behind an access control with .biometryCurrentSet and read it with the \
        LAContext, so that the Keychain itself asks. OmamoriDevice releases secrets only through such \
        an item.
        """,
        ja: """
          .biometryCurrentSet のアクセス制御で秘密を保護し、LAContext を渡して Keychain から読み取ってく\
          ださい。OmamoriDevice はこの方法でのみ秘密を取り出します。
          """),
      library: .device),
    severity: .medium, confidence: .high, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        func unlock() {
          LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: reason) { success, _ in
            if success { self.openVault() }
          }
        }
        """,
      good: """
        func unlock() throws -> Data? {
          let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "vault", kSecReturnData: true,
            kSecUseAuthenticationContext: LAContext(),
          ]
          var item: CFTypeRef?
          return SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess ? item as? Data : nil
        }
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    let bound = LocalAuthentication.boundUses(source).first
    if let bound {
      report.note(
        .localAuthenticationBound, at: bound,
        LocalizedText("Authentication releases a Keychain item.", ja: "認証によって Keychain の項目が取り出されます。"))
    }
    for call in LocalAuthentication.evaluations(source) {
      report.note(
        .localAuthentication, at: call.range,
        LocalizedText("A person is authenticated.", ja: "利用者の認証が行われています。"))
      guard bound == nil, LocalAuthentication.isReported(call, source) else { continue }
      let policy = LocalAuthentication.policy(of: call, source) ?? "evaluatePolicy"
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The answer of \(policy) is a Bool that no Keychain item or key depends on.",
          ja: "\(policy) の結果は Bool だけで、Keychain の項目や鍵は関与していません。"),
        severity: LocalAuthentication.guardsSecrets(call, source)
          ? .medium : policy == "deviceOwnerAuthentication" ? .info : .low,
        confidence: LocalAuthentication.decides(call, source) ? .high : .medium)
    }
  }
}

extension BiometricNotBound: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    let evaluations = source.messages("evaluatePolicy:localizedReason:reply:")
    guard !evaluations.isEmpty else { return }
    let bound = source.uses(of: Self.bindings, in: source.tokens.indices)
    if let first = bound.first {
      report.note(
        .localAuthenticationBound, at: source.tokens[first].range,
        LocalizedText("Authentication releases a Keychain item.", ja: "認証によって Keychain の項目が取り出されます。"))
    }
    for message in evaluations {
      let place = source.bytes(of: message.tokens)
      report.note(
        .localAuthentication, at: place, LocalizedText("A person is authenticated.", ja: "利用者の認証が行われています。"))
      guard bound.isEmpty, source.words(of: message.function).isDisjoint(with: LocalAuthentication.settings)
      else { continue }
      let policy = source.value(message.arguments[0], in: message.function)?.symbol ?? "evaluatePolicy"
      report.add(
        Self.self, at: place,
        LocalizedText(
          "The answer of \(policy) is a BOOL that no Keychain item or key depends on.",
          ja: "\(policy) の結果は BOOL だけで、Keychain の項目や鍵は関与していません。"),
        confidence: Self.decides(message, source) ? .high : .medium)
    }
  }

  /// What hands an authentication to the Keychain or to a key.
  private static let bindings: Set = [
    "kSecUseAuthenticationContext", "SecAccessControlCreateWithFlags", "evaluateAccessControl",
    "kSecUseOperationPrompt",
  ]

  /// Whether the block asks for the answer itself: `^(BOOL success, NSError *error) { if (success) …`.
  private static func decides(_ message: MessageSend, _ source: ObjectiveCSource) -> Bool {
    let block = message.arguments[2]
    guard block.count > 4, let first = block.first, source.tokens[first].isSign("^"),
      source.tokens[first + 1].isSign("("), let close = source.partner(of: first + 1),
      let name = source.parts(of: (first + 2)..<close, by: ",").first?.last.map({ source.tokens[$0].text })
    else { return false }
    return block.dropFirst(close - first).contains { index in
      source.tokens[index].isName("if") && index + 2 < block.upperBound
        && source.partner(of: index + 1).map { source.use(of: [name], in: (index + 2)..<$0) != nil } ?? false
    }
  }
}
