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
      arguments.note("\(place[language])\(name): \(note.reason.explanation[language])\n")
    }
    try showRest(counts.values.reduce(0, +) - min(notes.count, Self.greatestListing))
  }

  /// Lists the items that are there already, on standard error.
  func show(conflicts: [ItemAttributes], count: Int) throws {
    guard try !arguments[sharedOptions.quiet] else { return }
    let reason = LocalizedText("It is there already.", ja: "すでにあります。")[arguments.reportLanguage]
    for attributes in conflicts.prefix(Self.greatestListing) {
      let name = [ItemAttribute.service, .server, .account, .label].compactMap { attributes.text($0) }
        .filter { !$0.isEmpty }.prefix(2).map(Printable.quote).joined(separator: " ")
      arguments.note("\(name): \(reason)\n")
    }
    try showRest(count - min(conflicts.count, Self.greatestListing))
  }

  private func showRest(_ count: Int) throws {
    guard count > 0 else { return }
    let text = LocalizedText("and \(count) more\n", ja: "ほか \(count) 件\n")
    arguments.note(text[arguments.reportLanguage])
  }
}
#endif
