#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriKeychain

/// Says what an import or an export left out.
struct TransferReport {
  /// The most lines; the rest is counted.
  private static let greatestListing = 20

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Says it on standard error: the names are for the person at the terminal.
  func show(_ notes: [ImportNote], _ counts: [ImportReason: Int]) throws {
    guard try !arguments[sharedOptions.quiet] else { return }
    let language = arguments.reportLanguage
    for note in notes.prefix(Self.greatestListing) {
      let place =
        note.line.map { LocalizedText("line \($0), ", ja: "\($0) 行目、") } ?? LocalizedText("", ja: "")
      let name = Printable.quote(note.name.reveal())
      try arguments.errors.write("\(place[language])\(name): \(note.reason.explanation[language])\n")
    }
    let rest = counts.values.reduce(0, +) - min(notes.count, Self.greatestListing)
    guard rest > 0 else { return }
    try arguments.errors.write(LocalizedText("and \(rest) more\n", ja: "ほか \(rest) 件\n")[language])
  }
}
#endif
