import CommandLineKit
package import OmamoriATS
import OmamoriCore

/// A property list that a command line names.
package struct InfoPlistFile {
  /// The path as it was typed; `-` for standard input.
  package let name: String
  /// The outermost value, a dictionary.
  package let root: PropertyList
  /// The lines of a file in UTF-8; none of any other file.
  package let lines: [Substring]

  /// Reads a file.
  ///
  /// - Throws: ``CryptoFault`` with the place in the file.
  package init(_ name: String) throws(CryptoFault) {
    let bytes = try SmallFile.read(name, limit: PropertyListLimits.standard.maximumBytes)
    let root: PropertyList
    do throws(PropertyListError) {
      root = try PropertyListReader.read(bytes).root
    } catch {
      throw .malformed(name, error)
    }
    guard root.dictionary != nil else { throw .noSettings(name) }
    (self.name, self.root) = (name, root)
    lines = (String(validating: bytes, as: UTF8.self) ?? "")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// A line of the file without the space around it, by its number from 1; empty when it is not known.
  package func line(_ number: Int) -> String {
    guard lines.indices.contains(number - 1) else { return "" }
    let text = lines[number - 1]
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let end = text.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(text[...end].drop(while: isSpace))
  }
}

extension CryptoFault {
  fileprivate static func malformed(_ name: String, _ error: PropertyListError) -> CryptoFault {
    let message = HelpText.clause(error.message)
    return usage(
      HelpText(
        "\(Printable.quote(name)): \(message.english)", ja: "\(Printable.quote(name)): \(message.japanese)"),
      hint: giveInfoPlist)
  }

  fileprivate static func noSettings(_ name: String) -> CryptoFault {
    usage(
      HelpText(
        "\(Printable.quote(name)) is a property list, but not a dictionary of settings",
        ja: "\(Printable.quote(name)) はプロパティリストですが、設定の辞書ではありません"),
      hint: giveInfoPlist)
  }

  private static let giveInfoPlist = HelpText(
    "give an app's Info.plist (XML, binary or OpenStep)",
    ja: "アプリの Info.plist（XML、バイナリ、OpenStep 形式）を指定してください")
}
