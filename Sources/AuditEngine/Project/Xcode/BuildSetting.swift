/// A build setting as it is written somewhere.
package struct BuildSetting: Sendable {
  /// The name, without conditions such as `[sdk=iphoneos*]`.
  package let name: String
  /// The condition in brackets, or an empty text.
  package let condition: String
  /// The value as written; lists are joined by spaces.
  package let value: String
  /// The file it is written in.
  package let text: TextSource
  /// The bytes of the name and the value.
  package let range: Range<Int>

  /// Splits a name such as `CODE_SIGN_IDENTITY[sdk=iphoneos*]`.
  package init(writtenName: String, value: String, text: TextSource, range: Range<Int>) {
    let bracket = writtenName.firstIndex(of: "[") ?? writtenName.endIndex
    name = String(writtenName[..<bracket])
    condition = String(writtenName[bracket...])
    (self.value, self.text, self.range) = (value, text, range)
  }

  /// Whether the setting applies to a device build of `configuration`.
  func applies(to configuration: String) -> Bool {
    condition.isEmpty
      || condition.split(whereSeparator: { "[],".contains($0) }).allSatisfy { part in
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { return false }
        switch sides[0] {
        case "sdk": return sides[1] == "*" || sides[1].hasPrefix("iphoneos") || sides[1].hasPrefix("macosx")
        case "config": return sides[1] == "*" || sides[1] == configuration
        case "arch": return sides[1] == "*" || sides[1].hasPrefix("arm64")
        default: return false
        }
      }
  }
}
