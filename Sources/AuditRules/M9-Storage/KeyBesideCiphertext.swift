import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A key kept in the same place as what it locks.
struct KeyBesideCiphertext: SwiftRule {
  static let metadata = RuleMetadata(
    id: "key-beside-ciphertext",
    title: LocalizedText("Key kept beside the ciphertext", ja: "暗号文と同じ場所に保存された鍵"),
    why: LocalizedText(
      """
      Whoever copies the preferences or the folder has the ciphertext and the key together; the encryption \
      protects against nobody.
      """,
      ja: """
        UserDefaults やフォルダをコピーした者は、暗号文と鍵を同時に入手します。この暗号化は誰からも\
        データを守っていません。
        """),
    fix: RuleFix(
      LocalizedText(
        "Keep the key in the Keychain (Keychain.set(_:for:)) or wrap it by the Secure Enclave or a passphrase.",
        ja: "鍵は Keychain（Keychain.set(_:for:)）に保存するか、Secure Enclave またはパスフレーズで包んでください。"),
      library: .crypto),
    severity: .low, confidence: .medium, cwe: [922], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        func save(_ note: Data) throws {
          let key = SymmetricKey(size: .bits256)
          let sealed = try AES.GCM.seal(note, using: key).combined
          UserDefaults.standard.set(sealed, forKey: "note")
          UserDefaults.standard.set(key.withUnsafeBytes { Data($0) }, forKey: "k")
        }
        """,
      good: """
        func save(_ note: Data) throws {
          let key = SymmetricKey(size: .bits256)
          let sealed = try AES.GCM.seal(note, using: key).combined
          UserDefaults.standard.set(sealed, forKey: "note")
          try store.keep(key, for: "note")
        }
        """))

  static let triggers: Set<String> = ["set", "setValue", "write", "createFile"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard source.facts.references["seal"] != nil || source.facts.references["encrypt"] != nil else { return }
    let entries = stored(in: source)
    let ciphertexts = entries.filter { isSealed($0.value, $0.scope, source) }
    guard !ciphertexts.isEmpty else { return }
    for key in entries {
      let isKey = isKey(key.value, key.scope, source)
      let password = isKey ? nil : source.sensitive(key.value, in: key.scope)?.name
      guard isKey || password.map(CryptoNames.isPassword) == true,
        let cipher = ciphertexts.first(where: {
          $0.place == key.place && $0.range != key.range && (isKey || isSealed($0, with: password ?? ""))
        })
      else { continue }
      report.add(
        Self.self, at: key.range,
        LocalizedText(
          "The key is kept in \(key.place.english), where the ciphertext lies.",
          ja: "鍵が、暗号文と同じ場所（\(key.place.japanese)）に保存されています。"),
        related: [report.step(at: cipher.range, LocalizedText("The ciphertext.", ja: "暗号文です。"))])
    }
  }

  private enum Place {
    case preferences
    case files

    var english: String { self == .preferences ? "the preferences" : "plain files" }
    var japanese: String { self == .preferences ? "UserDefaults" : "平文ファイル" }
  }

  private struct Stored {
    let value: ExprSyntax
    let scope: ScopeID
    let range: Range<Int>
    let place: Place
  }

  private func stored(in source: SwiftSource) -> [Stored] {
    let preferences = ["set", "setValue"].flatMap { source.facts.calls($0) }.compactMap { call -> Stored? in
      guard call.argument("forKey") != nil, let value = call.arguments.first?.value,
        call.receiver.map({ $0.trimmedDescription.lowercased().contains("defaults") }) == true
      else { return nil }
      return Stored(value: value, scope: call.scope, range: call.range, place: .preferences)
    }
    let files = FileWrite.all(in: source).map {
      Stored(value: $0.data, scope: $0.call.scope, range: $0.call.range, place: .files)
    }
    return preferences + files
  }

  /// The bytes of a symmetric key: by the calls that give them, or a name such as `encryptionKey`.
  private func isKey(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if isSealed(value, scope, source) { return false }
    for origin in source.origins(of: value, in: scope) {
      guard let call = Call(origin.expression, scope: origin.scope) else { continue }
      if call.name == "SymmetricKey" { return true }
      // `key.withUnsafeBytes { Data($0) }`
      if call.name == "withUnsafeBytes", let base = call.receiver, namesKey(base) { return true }
    }
    return namesKey(value)
  }

  private func namesKey(_ value: ExprSyntax) -> Bool {
    guard let name = NamePath.last(of: value) else { return false }
    var words = Words.of(name)
    while let last = words.last, ["data", "bytes", "raw", "representation"].contains(last) {
      words.removeLast()
    }
    return words == ["key"] || words.last == "key" && words.dropLast().last.map(Self.kinds.contains) == true
  }

  private func isSealed(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    if let name = NamePath.last(of: value),
      !Set(Words.of(name)).isDisjoint(with: ["sealed", "encrypted", "ciphertext", "cipher", "wrapped"])
    {
      return true
    }
    return FileWrite.isMadeBySealing(value, in: scope, source)
  }

  /// Whether the call that seals is given the password called `name`.
  private func isSealed(_ entry: Stored, with name: String) -> Bool {
    entry.value.tokens(viewMode: .sourceAccurate).prefix(128).contains { $0.text == name }
  }

  private static let kinds: Set = [
    "encryption", "symmetric", "aes", "secret", "master", "data", "database", "cipher", "journal", "content",
  ]
}
