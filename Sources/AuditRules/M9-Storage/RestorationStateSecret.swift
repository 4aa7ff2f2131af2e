import AuditEngine
import OmamoriCore
import OmamoriReport
import SwiftSyntax

/// A secret saved with the state of a screen.
struct RestorationStateSecret: SwiftRule {
  static let metadata = RuleMetadata(
    id: "restoration-state-secret",
    title: LocalizedText("Secret in the restored state", ja: "状態復元データに含まれる秘密情報"),
    why: LocalizedText(
      """
      The system writes the state of screens to a plain file whenever the app leaves the foreground, and \
      keeps it after the user signed out.
      """,
      ja: """
        システムは、アプリが背面に移るたびに画面の状態を平文のファイルに書き込みます。\
        そのファイルは、利用者がサインアウトした後も残ります。
        """),
    fix: RuleFix(
      LocalizedText(
        "Save only what finds the place again, and ask for or load the secret anew (Keychain).",
        ja: "画面の位置を復元するための値だけを保存し、秘密情報は Keychain から読み直すか、再入力を求めてください。"),
      library: .keychain),
    severity: .low, confidence: .medium, cwe: [312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        override func encodeRestorableState(with coder: NSCoder) {
          coder.encode(passwordField.text, forKey: "typed")
        }
        """,
      good: """
        override func encodeRestorableState(with coder: NSCoder) {
          coder.encode(noteID, forKey: "note")
        }
        """))

  static let triggers: Set<String> = ["encode", "addUserInfoEntries", "userInfo"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for function in source.facts.functions where isSaver(function) {
      for call in source.facts.calls("encode", in: function.scope) {
        guard let value = call.arguments.first?.value, let key = call.argument("forKey"),
          let secret = StoredSecret(value: value, key: key, in: call.scope, source)
        else { continue }
        add(secret, at: call.range, &report)
      }
      checkUserInfo(in: function, source, &report)
    }
  }

  /// `application(_:shouldSaveSecureApplicationState:)` has its purpose in a label.
  private func isSaver(_ function: Function) -> Bool {
    Self.savers.contains(function.name)
      || function.name == "application"
        && (function.parameters ?? []).contains { Self.saverLabels.contains($0.firstName.text) }
  }

  private func checkUserInfo(in function: Function, _ source: SwiftSource, _ report: inout FileReport) {
    var dictionaries = source.facts.calls("addUserInfoEntries", in: function.scope).compactMap { call in
      call.argument("from").map { (value: $0, scope: call.scope) }
    }
    for assignment in source.facts.assignments
    where function.range.contains(assignment.range.lowerBound) && assignment.name == "userInfo" {
      if let access = assignment.target.as(SubscriptCallExprSyntax.self),
        let key = access.arguments.first?.expression,
        let secret = StoredSecret(value: assignment.value, key: key, in: assignment.scope, source)
      {
        add(secret, at: assignment.range, &report)
      } else {
        dictionaries.append((assignment.value, assignment.scope))
      }
    }
    for entry in source.facts.entries {
      guard let key = entry.key,
        dictionaries.contains(where: { $0.value.utf8Range.contains(key.utf8Range.lowerBound) }),
        let secret = StoredSecret(value: entry.value, key: key, in: entry.scope, source)
      else { continue }
      add(secret, at: key.utf8Range.lowerBound..<entry.value.utf8Range.upperBound, &report)
    }
  }

  private func add(_ secret: StoredSecret, at range: Range<Int>, _ report: inout FileReport) {
    report.add(
      Self.self, at: range,
      LocalizedText(
        "\(secret.name) is saved with the state of the screen.", ja: "\(secret.name) が画面の状態とともに保存されます。"),
      confidence: secret.isGrave ? nil : .low)
  }

  private static let saverLabels: Set = [
    "shouldSaveSecureApplicationState", "shouldSaveApplicationState", "willEncodeRestorableStateWith",
  ]
  private static let savers: Set = [
    "encodeRestorableState", "stateRestorationActivity", "updateUserActivityState", "sceneWillResignActive",
  ]
}
