/// A type code of D-Bus, written as a literal of one ASCII character.
struct BusType: ExpressibleByUnicodeScalarLiteral {
  /// The code as the library wants it.
  let code: CChar

  /// Makes a code of a literal.
  init(unicodeScalarLiteral value: Unicode.Scalar) { code = CChar(truncatingIfNeeded: value.value) }
}
