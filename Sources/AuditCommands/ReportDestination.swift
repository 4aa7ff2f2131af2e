import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriReport

/// A format together with where it goes.
struct ReportDestination: Equatable {
  let format: ReportFormat
  /// The file, or `nil` for standard output.
  let file: String?

  /// Pairs the formats and files of a command line.
  ///
  /// The first file is for the first format, and so on. Files without a format tell it by the end of their names; one
  /// format may be left without a file and goes to standard output.
  static func pair(_ formats: [ReportFormat], _ files: [String]) throws(AuditFault) -> [ReportDestination] {
    guard !formats.isEmpty || !files.isEmpty else { return [ReportDestination(format: .text, file: nil)] }
    var destinations: [ReportDestination] = []
    for (index, file) in files.enumerated() {
      guard FileStatus(at: file)?.kind != .folder else {
        throw .options(
          HelpText("\(Printable.quote(file)) is a folder", ja: "\(Printable.quote(file)) はフォルダです"),
          hint: HelpText(
            "give a file, such as \(file)/report.html", ja: "\(file)/report.html のようなファイルを指定してください"))
      }
      guard let format = formats.indices.contains(index) ? formats[index] : named(file) else {
        throw .options(
          HelpText("the format of \(file) is not known", ja: "\(file) の形式が分かりません"),
          hint: HelpText(
            "add --format, or end the name in .txt, .json, .sarif, .xml, .html or .svg",
            ja: "--format を指定するか、ファイル名の末尾を .txt、.json、.sarif、.xml、.html、.svg にしてください"))
      }
      destinations.append(ReportDestination(format: format, file: file == "-" ? nil : file))
    }
    destinations += formats.dropFirst(files.count).map { ReportDestination(format: $0, file: nil) }
    guard destinations.count(where: { $0.file == nil }) <= 1 else {
      throw .options(
        HelpText("two formats cannot share standard output", ja: "2 つの形式を標準出力に書き込むことはできません"),
        hint: HelpText(
          "leave one of them there and give the others --output FILE",
          ja: "標準出力に書き込む形式は 1 つとし、残りには --output FILE を指定してください"))
    }
    let names = destinations.compactMap(\.file)
    guard Set(names.map(OutputPlace.resolved)).count == names.count else {
      throw .options(
        HelpText("two formats cannot share one file", ja: "2 つの形式を 1 つのファイルに書き込むことはできません"),
        hint: HelpText("give each --output a name of its own", ja: "--output ごとに別の名前を指定してください"))
    }
    return destinations
  }

  /// The reports that a configuration has written, in a fixed order.
  static func configured(_ reports: [AuditConfiguration.ReportKind: String]) -> [ReportDestination] {
    let formats: KeyValuePairs<AuditConfiguration.ReportKind, ReportFormat> = [
      .json: .json, .sarif: .sarif, .html: .html,
    ]
    return formats.compactMap { kind, format in
      reports[kind].map { ReportDestination(format: format, file: $0) }
    }
  }

  private static func named(_ file: String) -> ReportFormat? {
    if file.hasSuffix(".sarif.json") { return .sarif }
    // Of two that fit, the longer one is meant: `.summary.html` also ends in `.html`.
    return ReportFormat.allCases.filter { file.hasSuffix("." + $0.fileExtension) }
      .max { $0.fileExtension.count < $1.fileExtension.count }
  }
}
