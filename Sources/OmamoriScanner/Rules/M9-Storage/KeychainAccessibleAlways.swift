import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An item that can be read while the device is locked, even before its first unlock.
struct KeychainAccessibleAlways: SwiftRule {
  static let metadata = RuleMetadata(
    id: "keychain-accessible-always",
    title: LocalizedText("Keychain item readable while the device is locked", ja: "ロック中でも読み取れる Keychain 項目"),
    why: LocalizedText(
      """
      The Always classes are not protected by the passcode: whoever holds a stolen, locked device and can run code on \
      it reads the item. Apple has deprecated them.
      """,
      ja: """
        Always 系のクラスはパスコードで保護されません。ロックされた端末を盗み、そこでコードを実行できる者は\
        項目を読み取れます。Apple はこのクラスを非推奨としています。
        """),
    fix: RuleFix(
      LocalizedText(
        "Use kSecAttrAccessibleWhenUnlockedThisDeviceOnly, or AfterFirstUnlockThisDeviceOnly for background work.",
        ja: """
          kSecAttrAccessibleWhenUnlockedThisDeviceOnly を使用してください。バックグラウンド処理には \
          AfterFirstUnlockThisDeviceOnly が使えます。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [522], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    masvs: ["STORAGE-1"], mastg: [52],
    example: RuleMetadata.Example(
      bad: "query[kSecAttrAccessible as String] = kSecAttrAccessibleAlways",
      good: "query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly"))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["kSecAttrAccessibleAlways", "kSecAttrAccessibleAlwaysThisDeviceOnly"] {
      for reference in source.facts.references[name] ?? [] where !Self.isCompared(reference.node) {
        let isMapping = reference.node.ancestor(ReturnStmtSyntax.self, within: 3) != nil
        add(name, at: reference.range, isMapping ? .low : .high, &report)
      }
    }
    for call in source.facts.calls {
      for argument in call.arguments {
        guard let label = argument.label ?? (call.name == "accessibility" ? "accessibility" : nil),
          Self.labels.contains(label),
          let symbol = argument.value.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
          Self.wrapperNames.contains(symbol)
        else { continue }
        add("." + symbol, at: argument.value.byteRange, .high, &report)
      }
    }
  }

  private func add(_ name: String, at range: Range<Int>, _ confidence: Confidence, _ report: inout FileReport)
  {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) does not protect the item by the passcode.", ja: "\(name) では項目がパスコードで保護されません。"),
      confidence: confidence)
  }

  /// `if class == kSecAttrAccessibleAlways` and `case kSecAttrAccessibleAlways:` look for old items to repair them.
  private static func isCompared(_ node: DeclReferenceExprSyntax) -> Bool {
    if node.ancestor(SwitchCaseItemSyntax.self, within: 3) != nil { return true }
    guard let sequence = node.ancestor(SequenceExprSyntax.self, within: 2) else { return false }
    return sequence.elements.contains { ["==", "!=", "~="].contains(SequenceParts.operation($0) ?? "") }
  }

  private static let labels: Set = [
    "accessibility", "withAccessibility", "accessible", "access", "withAccess",
  ]
  private static let wrapperNames: Set = [
    "always", "alwaysThisDeviceOnly", "accessibleAlways", "accessibleAlwaysThisDeviceOnly",
  ]
}
