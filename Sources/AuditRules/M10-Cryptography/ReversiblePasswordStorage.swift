import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A password that is kept so that it can be read again.
struct ReversiblePasswordStorage: SwiftRule {
  static let metadata = RuleMetadata(
    id: "reversible-password-storage",
    title: LocalizedText("Password stored encrypted instead of hashed", ja: "ハッシュ化せず暗号化して保存されたパスワード"),
    why: LocalizedText(
      """
      To check a password nobody needs to read it again. What can be decrypted is decrypted by whoever gets \
      the key as well, and people use one password in many places.
      """,
      ja: """
        パスワードの照合に、元の値を読み戻す必要はありません。復号できる形で保存すると、鍵を入手した者にも\
        復号され、同じパスワードを使う他のサービスまで危険にさらされます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Store PasswordHasher.hash(_:) (Argon2id) for checks on the device; for a server keep the token that \
        it issues, not the password.
        """,
        ja: """
          デバイス上で照合する場合は PasswordHasher.hash(_:)（Argon2id）の結果を保存してください。\
          サーバーへのサインインには、パスワードではなく発行されたトークンを保存してください。
          """),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [257], owaspMobile2024: [.m10], owaspMobile2016: [.m5],
    example: RuleMetadata.Example(
      bad: """
        func save(_ password: String) throws {
          let sealed = try AES.GCM.seal(Data(password.utf8), using: key).combined
          UserDefaults.standard.set(sealed, forKey: "login")
        }
        """,
      good: """
        func save(_ password: String) throws {
          UserDefaults.standard.set(try PasswordHasher().hash(password), forKey: "login")
        }
        """))

  static let triggers: Set<String> = ["seal", "encrypt", "encrypted", "SecKeyCreateEncryptedData"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in Self.triggers.sorted() {
      for call in source.facts.calls(name) {
        guard let password = password(of: call, source),
          let function = source.facts.function(around: call.scope),
          let store = store(in: function, besides: call, source),
          Set(Words.of(source.facts.typeName(around: call.scope) ?? "")).isDisjoint(with: Self.managers)
        else { continue }
        report.add(
          Self.self, at: call.range,
          LocalizedText(
            "\(password) is encrypted and kept, so that it can be read again.",
            ja: "\(password) が、復号できる形で暗号化されて保存されています。"),
          related: [report.step(at: store.range, LocalizedText("Kept here.", ja: "ここで保存されます。"))])
      }
    }
  }

  /// The password that the call encrypts: its first argument, or what it is called on.
  private func password(of call: Call, _ source: SwiftSource) -> String? {
    let candidates =
      call.name == "SecKeyCreateEncryptedData"
      ? call.arguments.dropFirst(2).prefix(1).map(\.value)
      : call.arguments.prefix(1).map(\.value)
        + (call.name == "encrypted" ? [call.receiver].compactMap { $0 } : [])
    for candidate in candidates {
      for origin in source.origins(of: candidate, in: call.scope) {
        guard let value = source.sensitive(origin.expression, in: origin.scope),
          CryptoNames.isPassword(value.name)
        else { continue }
        return value.name
      }
    }
    return nil
  }

  /// The call by which the function keeps something on the device.
  private func store(in function: Function, besides call: Call, _ source: SwiftSource) -> Call? {
    source.facts.calls(in: function.scope).first { other in
      switch other.name {
      case "set", "setValue": other.argument("forKey") != nil && other.range != call.range
      case "write": other.arguments.first?.label?.hasPrefix("to") == true
      case "SecItemAdd", "createFile": true
      default: false
      }
    }
  }

  /// Words of types whose purpose is to give passwords back.
  private static let managers: Set = ["vault", "manager", "autofill", "credential", "credentials", "safe"]
}
