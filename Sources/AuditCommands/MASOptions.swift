import CommandLineKit
import OmamoriCore
import OmamoriReport

/// Several profiles of OWASP MAS in one word: `L1,L2`.
struct ProfileNames: CommandLineValue {
  let profiles: Set<MASProfile>

  init?(commandLine word: String) {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false).map {
      MASProfile(rawValue: $0.uppercased())
    }
    guard !parts.contains(nil) else { return nil }
    profiles = Set(parts.compactMap(\.self))
  }

  var commandLineWord: String { profiles.sorted().map(\.rawValue).joined(separator: ",") }
  static var completion: Completion { .words(MASProfile.allCases.map(\.rawValue)) }
  static var expectation: HelpText? {
    let names = MASProfile.allCases.map(\.rawValue).joined(separator: ", ")
    return HelpText("one or more of \(names), separated by commas", ja: "\(names) のいずれか（カンマ区切りで複数可）")
  }
}

/// A weakness of MASWE on a command line, `MASWE-0027` or its number; shells complete it.
struct WeaknessName: CommandLineValue {
  let string: String

  init?(commandLine word: String) { string = word }

  var commandLineWord: String { string }
  static var completion: Completion { .words(MAS.weaknesses.map(\.id)) }

  /// The number of the weakness.
  ///
  /// - Throws: A usage error when OWASP's list has no such weakness.
  var number: Int {
    get throws {
      let upper = string.uppercased()
      let digits = upper.hasPrefix("MASWE-") ? upper.dropFirst(6) : upper[...]
      let isNumber = digits.count <= 4 && digits.allSatisfy { $0.isASCII && $0.isNumber }
      if isNumber, let weakness = Int(digits).flatMap(MAS.weakness) { return weakness.number }
      let (first, last) = (MAS.weaknesses.first?.id ?? "", MAS.weaknesses.last?.id ?? "")
      throw AuditFault.options(
        HelpText(
          "there is no weakness \(Printable.quote(string)) in MASWE",
          ja: "MASWE に \(Printable.quote(string)) という弱点はありません"),
        hint: HelpText("give one from \(first) to \(last)", ja: "\(first) から \(last) までを指定してください"))
    }
  }
}
