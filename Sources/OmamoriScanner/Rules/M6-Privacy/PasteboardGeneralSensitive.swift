import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret or personal value on the pasteboard that all apps share.
struct PasteboardGeneralSensitive: SwiftRule {
  static let metadata = RuleMetadata(
    id: "pasteboard-general-sensitive",
    title: LocalizedText("Sensitive value on the general pasteboard", ja: "共有ペーストボードに置かれる機密情報"),
    why: LocalizedText(
      """
      Every app can read the general pasteboard, and Universal Clipboard hands its content to other devices of the \
      account. The value stays there until something else is copied.
      """,
      ja: """
        共有ペーストボードはどのアプリからも読み取れ、ユニバーサルクリップボードにより同じアカウントの他の端末にも渡ります。\
        値は次に何かがコピーされるまで残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Use setItems(_:options:) with .localOnly and a short .expirationDate, and only when the user asks for the copy.
        """,
        ja: """
          利用者がコピーを求めた場合に限り、setItems(_:options:) に .localOnly と短い .expirationDate を指定してください。
          """)),
    severity: .medium, confidence: .high, cwe: [200], owaspMobile2024: [.m6], owaspMobile2016: [.m1],
    masvs: ["PLATFORM-1"], mastg: [276],
    example: RuleMetadata.Example(
      bad: "UIPasteboard.general.string = roomPassword",
      good: """
        UIPasteboard.general.setItems(
          [[UTType.utf8PlainText.identifier: roomPassword]],
          options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 60)])
        """))

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for assignment in source.facts.assignments {
      guard let member = assignment.target.as(MemberAccessExprSyntax.self), let base = member.base,
        Self.properties.contains(member.declName.baseName.text),
        Self.isGeneral(base, assignment.scope, source)
      else { continue }
      add(assignment.value, assignment.scope, range: assignment.range, source, &report)
    }
    for name in Self.setters {
      for call in source.facts.calls(name) {
        guard let receiver = call.receiver, Self.isGeneral(receiver, call.scope, source),
          let value = call.arguments.first?.value, !Self.isLimited(call, source)
        else { continue }
        add(value, call.scope, range: call.range, source, &report)
      }
    }
  }

  private func add(
    _ value: ExprSyntax, _ scope: ScopeID, range: Range<Int>, _ source: SwiftSource,
    _ report: inout FileReport
  ) {
    guard let found = Self.sensitive(value, scope, source), !source.isMadeUp(value) else { return }
    report.add(
      Self.self, at: range,
      LocalizedText(
        "“\(found.name)” is put on the general pasteboard.", ja: "「\(found.name)」が共有ペーストボードに置かれています。"),
      confidence: found.meaning == .secret ? .high : .medium)
  }

  /// The value, or one in `[[type: value]]`.
  private static func sensitive(_ value: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource)
    -> SensitiveValue?
  {
    if let found = source.sensitive(value, in: scope) { return found }
    let inside = source.facts.entries.filter { value.byteRange.contains($0.value.byteRange.lowerBound) }
    return inside.lazy.compactMap { source.sensitive($0.value, in: $0.scope) }.first
  }

  /// `UIPasteboard.general`, or a name for it.
  private static func isGeneral(_ receiver: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    let path = NamePath.of(receiver)
    if path.suffix(2) == ["UIPasteboard", "general"] || path.suffix(2) == ["NSPasteboard", "general"] {
      return true
    }
    guard path.count == 1, let value = source.binding(named: path[0], from: scope)?.value else {
      return false
    }
    return NamePath.of(value).last == "general" && NamePath.of(value).first?.hasSuffix("Pasteboard") == true
  }

  /// Kept on this device and for a time only.
  private static func isLimited(_ call: Call, _ source: SwiftSource) -> Bool {
    guard let argument = call.argument("options"), let options = source.dictionary(argument, in: call.scope)
    else {
      return false
    }
    func has(_ names: Set<String>) -> Bool { options.contains(anyOf: names) }
    return has(["localOnly"]) && has(["expirationDate"])
  }

  private static let properties: Set = ["string", "strings", "url", "urls", "items", "itemProviders"]
  private static let setters = [
    "setValue", "setItems", "addItems", "setString", "setData", "setObjects", "setItemProviders",
  ]
}
