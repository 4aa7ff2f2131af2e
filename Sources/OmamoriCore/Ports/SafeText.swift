/// A short text that may stand in a log: a literal of the program, or a public name without control characters.
public struct SafeText: Sendable, Hashable, CustomStringConvertible {
  /// The longest public name that is kept, in Unicode scalars.
  package static let greatestLength = 256

  /// The text.
  public let description: String

  /// Takes a literal as it is.
  public init(_ literal: StaticString) { description = String(describing: literal) }

  /// Takes a name that is public by nature.
  ///
  /// Characters that could forge a line of a log or change the direction of its text become `�`, and what goes beyond
  /// 256 Unicode scalars is cut off.
  public init(publicName name: String) {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(Self.greatestLength) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    description = String(scalars)
  }
}
