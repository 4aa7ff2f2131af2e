/// What a check at run time is about, in the numbers that the rules of the audit use.
///
/// A value; safe to share between threads.
public struct CheckStandards: Sendable, Hashable {
  /// Categories of the OWASP Mobile Top 10 of 2024.
  public let owaspMobile2024: [OWASPMobile2024]
  /// Controls of MASVS v2 without the prefix: `STORAGE-1`.
  public let masvs: [String]
  /// Test numbers of the MASTG: 52 is `MASTG-TEST-0052`.
  public let mastg: [Int]
  /// Weakness numbers of the Common Weakness Enumeration.
  public let cwe: [Int]

  /// Makes the list.
  public init(
    owaspMobile2024: [OWASPMobile2024] = [], masvs: [String] = [], mastg: [Int] = [], cwe: [Int] = []
  ) {
    (self.owaspMobile2024, self.masvs) = (owaspMobile2024, masvs)
    (self.mastg, self.cwe) = (mastg, cwe)
  }

  /// Nothing.
  public static let none = CheckStandards()
}
