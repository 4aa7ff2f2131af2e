/// A token of the part of Ruby that Podfiles are written in.
struct RubyToken: Sendable, Hashable {
  /// What the token is.
  enum Kind: Sendable, Hashable {
    /// A name or keyword.
    case word(String)
    /// A text in quotes; `nil` when it is computed by interpolation.
    case string(String?)
    /// A symbol such as `:git`, or the label `git:`.
    case symbol(String)
    /// `=>`.
    case arrow
    /// `,`.
    case comma
    /// The end of a line or `;`.
    case newline
    /// Any other character.
    case other(UInt8)
  }

  /// What the token is.
  let kind: Kind
  /// Its bytes in the file.
  let range: Range<Int>
}
