import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An item that can be read while the device is locked, even before its first unlock.
struct KeychainAccessibleAlways: FixingRule {
  static let metadata = RuleMetadata(
    id: "keychain-accessible-always",
    title: LocalizedText("Keychain item readable while the device is locked", ja: "ロック中でも読み取れる Keychain 項目"),
    why: LocalizedText(
      """
      The Always classes are not protected by the passcode: whoever holds a stolen, locked device and can run code on \
      it reads the item. Apple has deprecated them.
      """,
      ja: """
        Always 系の保護クラスはパスコードで保護されません。ロックされたデバイスを盗み、そこでコードを実行できる者は\
        項目を読み取れます。Apple はこの保護クラスを非推奨としています。
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
    example: RuleMetadata.Example(
      bad: "query[kSecAttrAccessible as String] = kSecAttrAccessibleAlways",
      good: "query[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly"))

  static let triggers: Set<String> = wrapperNames.union([
    "kSecAttrAccessibleAlways", "kSecAttrAccessibleAlwaysThisDeviceOnly",
  ])

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for name in ["kSecAttrAccessibleAlways", "kSecAttrAccessibleAlwaysThisDeviceOnly"] {
      for reference in source.facts.references[name] ?? [] where !Self.isCompared(reference.node) {
        let isMapping = reference.node.ancestor(ReturnStmtSyntax.self, within: 3) != nil
        add(name, at: reference.range, isMapping ? .low : .high, &report) {
          Self.fix(of: reference.node, in: source)
        }
      }
    }
    for call in source.facts.calls {
      for argument in call.arguments {
        guard let label = argument.label ?? (call.name == "accessibility" ? "accessibility" : nil),
          Self.labels.contains(label),
          let symbol = argument.value.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
          Self.wrapperNames.contains(symbol)
        else { continue }
        add("." + symbol, at: argument.value.utf8Range, .high, &report) {
          source.facts.references["synchronizable"] == nil
            ? WrittenValue.member(argument.value).flatMap(Self.fix) : nil
        }
      }
    }
  }

  static let repair = LocalizedText(
    "Uses the class AfterFirstUnlockThisDeviceOnly, which still works in the background.",
    ja: "バックグラウンドでも使える保護クラス AfterFirstUnlockThisDeviceOnly にします。")

  /// A constant in a dictionary that only adds, or in the access control of a new item.
  private static func fix(of node: DeclReferenceExprSyntax, in source: SwiftSource) -> SourceFix? {
    let range = node.utf8Range
    if let element = node.ancestor(DictionaryElementSyntax.self, within: 4) {
      guard SequenceParts.single(element.value)?.utf8Range == range,
        KeychainQueryOwner.onlyAdds(literal: element, in: source)
      else { return nil }
      return fix(node.baseName)
    }
    if let call = node.ancestor(FunctionCallExprSyntax.self, within: 4),
      NamePath.last(of: call.calledExpression) == "SecAccessControlCreateWithFlags",
      call.arguments.contains(where: { SequenceParts.single($0.expression)?.utf8Range == range })
    {
      return fix(node.baseName)
    }
    guard let statement = node.ancestor(SequenceExprSyntax.self, within: 3),
      let assignment = source.facts.assignment(startingAt: statement.utf8Range.lowerBound),
      SequenceParts.single(assignment.value)?.utf8Range == range,
      KeychainQueryOwner.onlyAdds(assignment, in: source)
    else { return nil }
    return fix(node.baseName)
  }

  private static func fix(_ name: TokenSyntax) -> SourceFix? {
    successors[name.text].flatMap { SourceFix(repair, [WrittenValue.replacing(name, with: $0)]) }
  }

  private static let successors = [
    "kSecAttrAccessibleAlways": "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
    "kSecAttrAccessibleAlwaysThisDeviceOnly": "kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly",
    "always": "afterFirstUnlockThisDeviceOnly", "alwaysThisDeviceOnly": "afterFirstUnlockThisDeviceOnly",
    "accessibleAlways": "accessibleAfterFirstUnlockThisDeviceOnly",
    "accessibleAlwaysThisDeviceOnly": "accessibleAfterFirstUnlockThisDeviceOnly",
  ]

  private func add(
    _ name: String, at range: Range<Int>, _ confidence: Confidence, _ report: inout FileReport,
    fix: () -> SourceFix?
  ) {
    report.add(
      Self.self, at: range,
      LocalizedText("\(name) does not protect the item by the passcode.", ja: "\(name) では項目がパスコードで保護されません。"),
      confidence: confidence, fix: fix())
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
