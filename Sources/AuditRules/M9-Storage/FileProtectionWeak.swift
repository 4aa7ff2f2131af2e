import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret in a file that can be read while the device is locked.
struct FileProtectionWeak: SwiftRule {
  static let metadata = RuleMetadata(
    id: "file-protection-weak",
    title: LocalizedText("Weak protection class for a secret", ja: "秘密情報に対する弱い保護クラス"),
    why: LocalizedText(
      """
      Files of the classes UntilFirstUserAuthentication and UnlessOpen stay readable, or stay open, while \
      the device is locked: whoever takes a phone that was unlocked once reads them.
      """,
      ja: """
        UntilFirstUserAuthentication や UnlessOpen のファイルは、デバイスのロック中でも読み取れる場合があります。\
        一度でもロック解除されたデバイスを入手した者に内容を読まれます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use .completeFileProtection for secrets; write what a background task needs to a file of its own, \
        sealed (FileEncryptor).
        """,
        ja: """
          秘密情報には .completeFileProtection を使用し、バックグラウンド処理に必要なデータは暗号化\
          （FileEncryptor）して別のファイルに書き込んでください。
          """),
      library: .crypto),
    severity: .low, confidence: .medium, cwe: [311], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        try sealedSeed.write(to: file, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
        """,
      good: """
        try sealedSeed.write(to: file, options: [.atomic, .completeFileProtection])
        """))

  static let triggers: Set<String> = Set(classes)

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard Self.classes.contains(where: { source.facts.references[$0] != nil }) else { return }
    for write in FileWrite.all(in: source) {
      guard let place = write.call.argument("options") ?? write.call.argument("attributes"),
        let name = weakClass(source.fold(place, in: write.call.scope)),
        write.secret(in: source) != nil || write.isSealed(in: source)
      else { continue }
      add(name, source.quote(write.data, limit: 40), at: place.utf8Range, write.call, source, &report)
    }
    for call in source.facts.calls("setAttributes") {
      guard let attributes = call.arguments.first?.value,
        let file = call.argument("ofItemAtPath"),
        let name = weakClass(source.fold(attributes, in: call.scope)),
        let stored = file.tokens(viewMode: .sourceAccurate).first(where: {
          SensitiveLexicon.meaning(of: Self.place($0.text)) == .secret
        })
      else { continue }
      add(name, stored.text, at: attributes.utf8Range, call, source, &report)
    }
  }

  private func add(
    _ name: String, _ data: String, at range: Range<Int>, _ call: Call, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    let words = CryptoNames.words(around: call.node, in: call.scope, source)
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(name) leaves \(data) readable while the device is locked.",
        ja: "\(name) では、デバイスのロック中でも \(data) を読み取れます。"),
      confidence: words.isDisjoint(with: Self.background) ? nil : .low)
  }

  /// `tokenFile`, `seedURL`: the name of the place without the word for it.
  private static func place(_ name: String) -> String {
    Words.of(name).filter { !["file", "url", "path"].contains($0) }.joined(separator: "_")
  }

  private func weakClass(_ value: Value) -> String? {
    var names = CipherCall.symbols(in: value)
    if case .dictionary(let attributes) = value {
      names = attributes["protectionKey"].map(CipherCall.symbols) ?? []
    }
    return Self.classes.first(where: names.contains)
  }

  private static let classes = [
    "completeFileProtectionUntilFirstUserAuthentication", "completeFileProtectionUnlessOpen",
    "completeUntilFirstUserAuthentication", "completeUnlessOpen",
  ]
  /// Work that goes on while the device is locked.
  private static let background: Set = ["background", "upload", "uploads", "download", "downloads", "silent"]
}
