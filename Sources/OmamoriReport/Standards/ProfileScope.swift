import OmamoriCore

/// What an audit for chosen profiles is about.
extension AuditReport {
  /// Whether the audit is about one of these profiles.
  func covers(_ wanted: Set<MASProfile>) -> Bool { profiles.map { !$0.isDisjoint(with: wanted) } ?? true }

  /// Whether the audit is about the category: without profiles always, otherwise when one of its rules was run.
  func concerns(_ category: OWASPMobile2024) -> Bool {
    profiles == nil || rules.contains { $0.owaspMobile2024.first == category }
  }

  /// Whether the audit is about what these rules ask.
  func concerns(_ matcher: RuleMatcher) -> Bool {
    profiles == nil || rules.contains { matcher.contains($0.id) }
  }

  /// Why a question does not concern the audit.
  var outsideProfiles: LocalizedText {
    let names = (profiles ?? []).sorted().map(\.rawValue)
    return LocalizedText(
      "Not part of \(names.count == 1 ? "profile" : "profiles") \(Phrases.list(names, last: "or")).",
      ja: "プロファイル \(names.joined(separator: "・")) の対象外です。")
  }
}
