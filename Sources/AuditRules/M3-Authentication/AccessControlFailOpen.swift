import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// An access control that may be missing, and then protects nothing.
struct AccessControlFailOpen: SwiftRule {
  static let metadata = RuleMetadata(
    id: "access-control-fail-open",
    title: LocalizedText("Access control can be missing", ja: "アクセス制御が欠落する可能性がある"),
    why: LocalizedText(
      """
      SecAccessControlCreateWithFlags returns nil when it fails. Stored as it is, the item is kept \
      without the protection that everybody believes it has.
      """,
      ja: """
        SecAccessControlCreateWithFlags は失敗すると nil を返します。確認せずに使うと、項目は本来あるは\
        ずの保護なしで保存されます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Unwrap the result and stop with the error. OmamoriKeychain never stores an item without the \
        protection that was asked for.
        """,
        ja: """
          結果をアンラップし、失敗時はエラーとして処理を中止してください。OmamoriKeychain は指定した保護\
          なしで項目を保存しません。
          """),
      library: .keychain),
    severity: .high, confidence: .medium, cwe: [636, 287], owaspMobile2024: [.m3], owaspMobile2016: [.m4],
    example: RuleMetadata.Example(
      bad: """
        let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryCurrentSet, nil)
        let query: [String: Any] = [kSecAttrAccessControl as String: access as Any, kSecValueData as String: data]
        """,
      good: """
        guard
          let access = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryCurrentSet, nil)
        else { throw Failure.noProtection }
        let query: [String: Any] = [kSecAttrAccessControl as String: access, kSecValueData as String: data]
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for call in source.facts.calls("SecAccessControlCreateWithFlags") {
      if call.arguments.count > 2, source.fold(call.arguments[2].value, in: call.scope) == .array([]),
        call.arguments[2].value.is(ArrayExprSyntax.self)
      {
        report.add(
          Self.self, at: call.arguments[2].value.utf8Range,
          LocalizedText("Without flags nobody has to authenticate.", ja: "フラグが空のため、認証は要求されません。"),
          severity: .low)
      }
      guard let use = unchecked(call, source) else { continue }
      report.add(
        Self.self, at: use,
        LocalizedText(
          "The access control is stored although it may be nil.",
          ja: "nil の可能性があるアクセス制御がそのまま設定されています。"),
        severity: isConstant(call, source) ? .low : nil)
    }
  }

  /// Whether class and flags are constants, with which the call fails for nobody.
  private func isConstant(_ call: Call, _ source: SwiftSource) -> Bool {
    call.arguments.count > 2
      && call.arguments[1...2].allSatisfy { argument in
        switch source.fold(argument.value, in: call.scope) {
        case .symbol, .array: true
        default: false
        }
      }
  }

  /// Where the optional result goes into a query without having been looked at.
  private func unchecked(_ call: Call, _ source: SwiftSource) -> Range<Int>? {
    if Self.isEntry(Syntax(call.node)) { return call.range }
    guard let declaration = call.node.parent?.parent?.as(PatternBindingSyntax.self),
      let name = declaration.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let binding = source.binding(named: name, from: call.scope)
    else { return nil }
    let uses = (source.facts.references[name] ?? []).filter { source.facts.isWithin($0.scope, binding.scope) }
    let isLookedAt = uses.contains { use in
      use.node.parent?.is(ForceUnwrapExprSyntax.self) == true
        || use.node.ancestor(ConditionElementSyntax.self, within: 4) != nil
        || use.node.parent?.parent?.is(SequenceExprSyntax.self) == true
          && use.node.ancestor(SequenceExprSyntax.self, within: 2)?.elements.contains {
            ["==", "!=", "??"].contains(SequenceParts.operation($0) ?? "")
          } == true
    }
    let isRebound = source.facts.bindings(name).contains { $0.kind == .optionalBinding }
    guard !isLookedAt, !isRebound else { return nil }
    return uses.first { Self.isEntry(Syntax($0.node)) }?.range
  }

  /// Whether `node`, casts aside, is the value of `kSecAttrAccessControl`.
  private static func isEntry(_ node: Syntax) -> Bool {
    if let element = node.ancestor(DictionaryElementSyntax.self, within: 4) {
      return element.key.trimmedDescription.contains("kSecAttrAccessControl")
        && element.value.utf8Range.lowerBound == node.utf8Range.lowerBound
    }
    guard let sequence = node.ancestor(SequenceExprSyntax.self, within: 3),
      let target = sequence.elements.first
    else { return false }
    return target.is(SubscriptCallExprSyntax.self)
      && target.trimmedDescription.contains("kSecAttrAccessControl")
  }
}
