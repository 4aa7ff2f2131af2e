/// A rule that looks at one file of Objective-C, C or C++.
///
/// The file has been divided into tokens once for all rules; a rule asks for the messages, calls and assignments
/// that it cares about.
package protocol ObjectiveCRule: Rule {
  /// Reports what it finds in `source`.
  func check(_ source: ObjectiveCSource, _ report: inout FileReport)
}
