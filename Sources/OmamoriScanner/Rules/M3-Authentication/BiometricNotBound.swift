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
    severity: .high, confidence: .high, cwe: [287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    masvs: ["AUTH-2"], mastg: [266],
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
    let isBound = LocalAuthentication.isBound(source)
    for reference in LocalAuthentication.boundUses(source).prefix(1) {
      report.note(
        .localAuthenticationBound, at: reference,
        LocalizedText("Authentication releases a Keychain item.", ja: "認証によって Keychain の項目が取り出されます。"))
    }
    for call in LocalAuthentication.evaluations(source) {
      report.note(
        .localAuthentication, at: call.range,
        LocalizedText("A person is authenticated.", ja: "利用者の認証が行われています。"))
      guard !isBound, !LocalAuthentication.isSetting(call, source) else { continue }
      let policy = LocalAuthentication.policy(of: call, source) ?? "evaluatePolicy"
      report.add(
        Self.self, at: call.range,
        LocalizedText(
          "The answer of \(policy) is a Bool that no Keychain item or key depends on.",
          ja: "\(policy) の結果は Bool だけで、Keychain の項目や鍵は関与していません。"),
        confidence: LocalAuthentication.decides(call, source) ? .high : .medium)
    }
  }
}
