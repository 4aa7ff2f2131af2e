#if !canImport(Darwin)
// The standard library composes texts in order to compare them; Foundation's own function is not in the part used here.
@_spi(_Unicode) import Swift

/// Unicode's composed form of texts.
enum CanonicalText {
  /// The text in Normalization Form C.
  static func composed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }
}
#endif
