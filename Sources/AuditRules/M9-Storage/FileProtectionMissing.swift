import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// Sealed or sensitive data written without a protection class.
struct FileProtectionMissing: SwiftRule {
  static let metadata = RuleMetadata(
    id: "file-protection-missing",
    title: LocalizedText("Sensitive file without a protection class", ja: "保護クラスのない機密ファイル"),
    why: LocalizedText(
      """
      Without a class the file can be read from the first unlock after a restart until the next one, also \
      while the device is locked.
      """,
      ja: """
        保護クラスを指定しないファイルは、再起動後に一度ロックを解除すると、以後はデバイスのロック中でも読み取れます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Add .completeFileProtection to the options, or set the default-data-protection entitlement to \
        NSFileProtectionComplete.
        """,
        ja: """
          オプションに .completeFileProtection を追加するか、default-data-protection の entitlement を\
           NSFileProtectionComplete にしてください。
          """),
      library: .crypto),
    severity: .medium, confidence: .medium, cwe: [311], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        try sealedJournal.write(to: file, options: [.atomic])
        """,
      good: """
        try sealedJournal.write(to: file, options: [.atomic, .completeFileProtection])
        """))

  static let triggers: Set<String> = ["write", "createFile"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    guard !raisesProtection(source) else { return }
    for write in FileWrite.all(in: source)
    where write.isSealed(in: source) && !write.isProtected(in: source)
      && !write.goesToStreamOfCaller(in: source)
    {
      report.add(
        Self.self, at: write.call.range,
        LocalizedText(
          "\(source.quote(write.data, limit: 40)) is written without a protection class.",
          ja: "\(source.quote(write.data, limit: 40)) が保護クラスの指定なしに書き込まれています。"))
    }
  }

  /// Whether the file gives a protection class elsewhere: to a folder, as an attribute, as a resource value.
  private func raisesProtection(_ source: SwiftSource) -> Bool {
    let names = ["complete", "completeUnlessOpen", "completeUntilFirstUserAuthentication"]
    let isType = names.contains { name in
      (source.facts.references[name] ?? []).contains { reference in
        reference.node.parent?.as(MemberAccessExprSyntax.self)?.base.flatMap(NamePath.last)
          == "FileProtectionType"
      }
    }
    return isType || source.facts.assignments.contains { $0.name == "fileProtection" }
  }
}
