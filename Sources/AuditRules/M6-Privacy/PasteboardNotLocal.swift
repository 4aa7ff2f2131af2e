import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A pasteboard entry that expires and travels to other devices until then.
struct PasteboardNotLocal: FixingRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-not-local",
    title: LocalizedText("Pasteboard entry reaches other devices", ja: "他のデバイスに渡るペーストボードの内容"),
    why: LocalizedText(
      """
      Without .localOnly Universal Clipboard hands the entry to every device of the account nearby, where other people \
      and other apps may read it.
      """,
      ja: """
        .localOnly がないと、ユニバーサルクリップボードによって近くにある同じアカウントのデバイスすべてに渡り、\
        他の人やアプリに読まれることがあります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Set .localOnly: true beside the expiration date.", ja: "有効期限と併せて .localOnly: true を指定してください。")),
    severity: .low, confidence: .high, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    example: RuleMetadata.Example(
      bad: "UIPasteboard.general.setItems(items, options: [.expirationDate: soon])",
      good: "UIPasteboard.general.setItems(items, options: [.expirationDate: soon, .localOnly: true])"))

  static let triggers = PasteboardWrite.names

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for write in PasteboardWrite.all(in: source) {
      guard let limits = write.limits, limits.areGiven, limits.expires, !limits.isLocal else { continue }
      report.add(
        Self.self, at: limits.range,
        LocalizedText(
          "The entry expires, but reaches the other devices of the account before that.",
          ja: "有効期限はありますが、それまでに同じアカウントの他のデバイスに渡ります。"),
        // What is no secret is copied to be pasted, on another device as well.
        confidence: write.sensitive(source) == nil ? .low : nil, fix: Self.fix(of: write, in: source))
    }
  }

  static let repair = LocalizedText(
    "Keeps the entry on this device: localOnly is true.", ja: "localOnly を true にし、このデバイスだけに留めます。")

  private static func fix(of write: PasteboardWrite, in source: SwiftSource) -> SourceFix? {
    guard let call = source.facts.call(at: write.range) else { return nil }
    if let local = call.argument("localOnly") {
      return SourceFix(repair, [WrittenValue.opposite(of: local)].compactMap(\.self))
    }
    guard let options = call.argument("options"), let literal = DictionaryAddition(options, in: source) else {
      return nil
    }
    if let local = literal.element("localOnly") {
      return SourceFix(repair, [WrittenValue.opposite(of: local.value)].compactMap(\.self))
    }
    guard let key = literal.element("expirationDate")?.key, let name = WrittenValue.member(key) else {
      return nil
    }
    let prefix = key.trimmedDescription.dropLast(name.text.count)
    return SourceFix(repair, literal.adding(prefix + "localOnly: true"))
  }
}
