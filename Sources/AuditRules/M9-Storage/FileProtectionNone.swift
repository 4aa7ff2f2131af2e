import AuditEngine
import OmamoriATS
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A file that stays readable while the device is locked.
struct FileProtectionNone: SwiftRule, PropertyListRule {
  static let metadata = RuleMetadata(
    id: "file-protection-none",
    title: LocalizedText("File protection turned off", ja: "ファイル保護の無効化"),
    why: LocalizedText(
      """
      Without protection the file's key is at hand as soon as the device is on: whoever takes a locked \
      phone apart reads the file.
      """,
      ja: """
        保護なしのファイルは、デバイスの電源が入っていれば復号できます。ロックされたデバイスを入手した者にも内容を読まれます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use .completeFileProtection, or completeUnlessOpen for files that are finished in the background.
        """,
        ja: """
          .completeFileProtection を使用してください。バックグラウンドで書き終えるファイルに\
          は completeUnlessOpen を使用します。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [311], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        try receipt.write(to: file, options: [.atomic, .noFileProtection])
        """,
      good: """
        try receipt.write(to: file, options: [.atomic, .completeFileProtection])
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in [
      "noFileProtection", "NSDataWritingFileProtectionNone", "NSFileProtectionNone",
      "SQLITE_OPEN_FILEPROTECTION_NONE",
    ] {
      for reference in source.facts.references[name] ?? [] where !CryptoNames.isCompared(reference.node) {
        let member = reference.node.parent?.as(MemberAccessExprSyntax.self)
        if let member, Self.isTranslated(member) { continue }
        add(name, at: member?.utf8Range ?? reference.range, &report)
      }
    }
    for reference in source.facts.references["none"] ?? [] where !CryptoNames.isCompared(reference.node) {
      guard let member = reference.node.parent?.as(MemberAccessExprSyntax.self),
        let type = member.base.flatMap(NamePath.last),
        ["FileProtectionType", "URLFileProtection"].contains(type)
      else { continue }
      add(type + ".none", at: member.utf8Range, &report)
    }
    for assignment in source.facts.assignments {
      // `attributes[.protectionKey] = .none` would remove the entry; with the full name it is seen above.
      guard assignment.name == "fileProtection",
        source.fold(assignment.value, in: assignment.scope).string != nil,
        source.fold(assignment.value, in: assignment.scope).string == "NSFileProtectionNone"
      else { continue }
      add("NSFileProtectionNone", at: assignment.range, &report)
    }
    noteProtection(source, &report)
  }

  func check(_ list: PropertyListSource, _ report: inout FileReport) {
    let key = "com.apple.developer.default-data-protection"
    guard list.kind == .entitlements, let value = list.root[key]?.string else { return }
    if value == "NSFileProtectionNone" {
      report.add(
        Self.self, in: list.region(ofKey: key),
        LocalizedText(
          "The default for every file of the app is NSFileProtectionNone.",
          ja: "アプリの全ファイルの既定値が NSFileProtectionNone です。"))
    } else if value == "NSFileProtectionComplete" {
      report.note(
        .fileProtection, in: list.region(ofKey: key),
        LocalizedText("Files are completely protected by default.", ja: "ファイルは既定で完全に保護されます。"))
    }
  }

  /// Whether a `switch` translates another value into this one, as a layer around the file system does.
  private static func isTranslated(_ member: MemberAccessExprSyntax) -> Bool {
    var node = member.parent
    if node?.is(ReturnStmtSyntax.self) == true { node = node?.parent }
    guard let list = node?.as(CodeBlockItemSyntax.self)?.parent else { return false }
    return list.parent?.is(SwitchCaseSyntax.self) == true
  }

  private func add(_ name: String, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) leaves the file unprotected.", ja: "\(name) によりファイルが保護されません。"))
  }

  private func noteProtection(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["completeFileProtection", "SQLITE_OPEN_FILEPROTECTION_COMPLETE", "complete"] {
      for reference in source.facts.references[name] ?? [] {
        let member = reference.node.parent?.as(MemberAccessExprSyntax.self)
        if name == "complete", member?.base.flatMap(NamePath.last) != "FileProtectionType" { continue }
        report.note(
          .fileProtection, at: reference.range,
          LocalizedText("Files are written with complete protection.", ja: "ファイルを完全に保護して書き込んでいます。"))
      }
    }
  }
}

extension FileProtectionNone: ObjectiveCRule {
  func check(_ source: ObjectiveCSource, _ report: inout FileReport) {
    for index in source.uses(of: Self.none, in: source.tokens.indices) where !source.isCompared(index) {
      // A branch of a `switch` that translates another value, as a layer around the file system does.
      let isTranslated =
        index > 1 && source.tokens[index - 1].isName("return") && source.tokens[index - 2].isSign(":")
      guard !isTranslated else { continue }
      let name = source.tokens[index].text
      report.add(
        Self.self, at: source.tokens[index].range,
        LocalizedText("\(name) leaves the file unprotected.", ja: "\(name) によりファイルが保護されません。"))
    }
    for index in source.uses(of: Self.complete, in: source.tokens.indices) {
      report.note(
        .fileProtection, at: source.tokens[index].range,
        LocalizedText("Files are written with complete protection.", ja: "ファイルを完全に保護して書き込んでいます。"))
    }
  }

  private static let none: Set = [
    "NSFileProtectionNone", "NSDataWritingFileProtectionNone", "SQLITE_OPEN_FILEPROTECTION_NONE",
    "NSURLFileProtectionNone",
  ]
  private static let complete: Set = [
    "NSFileProtectionComplete", "NSDataWritingFileProtectionComplete", "SQLITE_OPEN_FILEPROTECTION_COMPLETE",
  ]
}
