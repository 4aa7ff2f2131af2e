/// A rule about suppressions, asked when it is known what each of them came to.
package protocol SuppressionRule: Rule {
  /// Reports what it finds.
  func check(_ suppressions: AppliedSuppressions, _ report: inout ProjectReport)
}
