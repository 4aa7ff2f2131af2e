package import OmamoriCore
package import OmamoriReport

/// A rule: what it is about is its metadata, how it finds is in one of the protocols that refine this one.
///
/// A rule is a value without state; one instance serves every file on every thread.
package protocol Rule: Sendable {
  /// Texts, ratings, mappings and examples.
  static var metadata: RuleMetadata { get }

  /// The names without one of which a file is of no interest to the rule; empty when any file may be.
  ///
  /// A name counts wherever a file uses it: as a function, a member, a type or a plain name.
  static var triggers: Set<String> { get }

  /// Makes the rule.
  init()
}

extension Rule {
  /// The name of the rule.
  package static var id: RuleID { metadata.id }

  /// Any file is of interest.
  package static var triggers: Set<String> { [] }
}

/// A rule that masks values in what is quoted of a file; when it is off it still runs, so that others do not quote them.
package protocol SecretRule: Rule {}

/// A rule that looks at one Swift file.
///
/// The file has been walked once for all rules; a rule asks it for the calls, assignments and literals it cares about.
package protocol SwiftRule: Rule {
  /// Reports what it finds in `source`.
  func check(_ source: SwiftSource, _ report: inout FileReport)
}

/// A rule that looks at the text of any file, whatever its kind.
package protocol TextRule: Rule {
  /// Reports what it finds in `text`.
  func check(_ text: TextSource, _ report: inout FileReport)
}

/// A text rule that finds keys and tokens which are live wherever they stand: also in tests and in the history of a
/// repository.
package protocol LiveSecretRule: TextRule {
  /// Whether tests are examined too; otherwise the app and the history are.
  static var examinesTests: Bool { get }
}

/// A rule some of whose findings the tool can repair by itself.
///
/// It offers a fix together with the finding (see ``FileReport/add(_:at:_:severity:confidence:related:flow:secrets:fix:)``),
/// and only where the weak value itself stands in the place and what takes its place has the same type.
package protocol FixingRule: SwiftRule {
  /// What the repair does, as one sentence for people.
  static var repair: LocalizedText { get }
  /// What a person has to know before the repair is made, as one sentence; `nil` when nothing has to be decided.
  ///
  /// A repair with a choice is made only for those who ask for it: `--fix=all` or `--fix=RULE`.
  static var choice: LocalizedText? { get }
}

extension FixingRule {
  /// Nothing has to be decided.
  package static var choice: LocalizedText? { nil }
}

/// A rule that looks at one property list: an `Info.plist`, entitlements, a privacy manifest.
package protocol PropertyListRule: Rule {
  /// Reports what it finds in `list`.
  func check(_ list: PropertyListSource, _ report: inout FileReport)
}

/// A rule that looks at one file of machine code: a program, a library or a plug-in, every slice of it.
package protocol BinaryRule: Rule {
  /// Reports what it finds in `source`.
  func check(_ source: MachOSource, _ report: inout FileReport)
}

/// A rule that looks at a built app with everything in it.
package protocol BundleRule: Rule {
  /// Reports what it finds in `bundle`.
  func check(_ bundle: AppBundle, _ report: inout ProjectReport)
}

/// A rule that looks at the whole of the audited material: several files together, or what is absent.
package protocol ProjectRule: Rule {
  /// Names whose uses in Swift files the rule wants to know; see ``ProjectFacts/uses(of:)``.
  static var names: Set<String> { get }

  /// Reports what it finds in `project`.
  func check(_ project: ProjectFacts, _ report: inout ProjectReport)
}

extension ProjectRule {
  /// No names.
  package static var names: Set<String> { [] }
}

/// A rule about values that come from outside, through any number of files, to a place that they must not reach.
package protocol FlowRule: Rule {
  /// The places.
  static var places: FlowSinkClass { get }
  /// The values.
  static var sources: TaintKind { get }
  /// Rules that say the same of one line; where one of them speaks, this one has nothing to add.
  static var family: Set<RuleID> { get }

  /// How bad it is; `nil` for what the rule says of itself.
  func severity(_ arrival: FlowArrival) -> Severity?
  /// How sure it is; `nil` for what the rule says of itself.
  func confidence(_ arrival: FlowArrival) -> Confidence?
  /// What is reported where a value arrives; `nil` for nothing.
  func message(_ arrival: FlowArrival) -> LocalizedText?
}

extension FlowRule {
  /// Everything that somebody outside of the app chooses.
  package static var sources: TaintKind { .outside }
  package static var family: Set<RuleID> { [] }

  package func severity(_ arrival: FlowArrival) -> Severity? { nil }
  package func confidence(_ arrival: FlowArrival) -> Confidence? { nil }
}

/// A rule that looks at one storyboard or xib.
package protocol InterfaceRule: Rule {
  /// Reports what it finds in `document`.
  func check(_ document: InterfaceDocument, _ report: inout FileReport)
}

/// A rule that looks at one file of Objective-C, C or C++.
///
/// The file has been divided into tokens once for all rules; a rule asks for the messages, calls and assignments
/// that it cares about.
package protocol ObjectiveCRule: Rule {
  /// Reports what it finds in `source`.
  func check(_ source: ObjectiveCSource, _ report: inout FileReport)
}

/// A rule about suppressions, asked when it is known what each of them came to.
package protocol SuppressionRule: Rule {
  /// Reports what it finds.
  func check(_ suppressions: AppliedSuppressions, _ report: inout ProjectReport)
}
