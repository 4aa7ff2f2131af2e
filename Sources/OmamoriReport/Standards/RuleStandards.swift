package import OmamoriCore

/// Where a rule stands in the lists of OWASP Mobile Application Security.
package struct RuleStandards: Sendable, Hashable {
  /// Numbers of MASWE; the first is the one that the rule is about.
  package let weaknesses: [Int]
  /// Numbers of the MASTG tests for iOS that findings of the rule answer.
  package let tests: [Int]
  /// Those of `tests` that only some findings of the rule answer.
  package let partialTests: Set<Int>
  /// Controls of MASVS v2 without the prefix: `STORAGE-1`.
  package let controls: [String]
  /// The profiles that the rule belongs to.
  package let profiles: Set<MASProfile>
  /// Why the rule names no weakness; `nil` when it names one.
  package let reason: LocalizedText?
  /// What has to be checked although the rule found nothing; `nil` when its silence is an answer.
  package let caveat: LocalizedText?
  /// The material one kind of which must be there for the rule to look at anything.
  package var inputs: Set<AuditInput>

  /// A rule about `weaknesses`; it belongs to the profiles of these and of the tests.
  package init(
    weaknesses: [Int], tests: [Int] = [], partialTests: [Int] = [], controls: [String],
    caveat: LocalizedText? = nil, inputs: Set<AuditInput> = []
  ) {
    let tests = (tests + partialTests).sorted()
    (self.weaknesses, self.tests, self.controls) = (weaknesses, tests, controls)
    (self.partialTests, self.caveat) = (Set(partialTests), caveat)
    let ofWeaknesses = weaknesses.compactMap(MAS.weakness).map(\.profiles)
    profiles = (ofWeaknesses + tests.compactMap(MAS.test).map(\.profiles)).reduce(into: []) {
      $0.formUnion($1)
    }
    (reason, self.inputs) = (nil, inputs)
  }

  /// A rule for whose subject MASWE has no weakness.
  package init(
    profiles: Set<MASProfile>, controls: [String], reason: LocalizedText, inputs: Set<AuditInput> = []
  ) {
    (weaknesses, tests, self.controls) = ([], [], controls)
    (partialTests, caveat) = ([], nil)
    (self.profiles, self.reason, self.inputs) = (profiles, reason, inputs)
  }
}

extension RuleMetadata {
  /// Weaknesses as reports write them: `MASWE-0027`.
  package var masweReferences: [String] { standards.weaknesses.map(MASWeakness.id) }

  /// Tests as reports write them: `MASTG-TEST-0396`.
  package var mastgReferences: [String] { standards.tests.map(MASTest.id) }

  /// Controls as reports write them: `MASVS-STORAGE-1`.
  package var masvsReferences: [String] { standards.controls.map { "MASVS-\($0)" } }

  /// Profiles as reports write them, in OWASP's order: `L1`, `L2`, `R`, `P`.
  package var profileReferences: [String] { standards.profiles.sorted().map(\.rawValue) }

  /// The rule with its place in the lists.
  package func with(_ standards: RuleStandards) -> RuleMetadata {
    var rule = self
    rule.standards = standards
    return rule
  }
}
