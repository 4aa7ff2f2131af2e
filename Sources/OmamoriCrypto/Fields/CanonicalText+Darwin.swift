#if canImport(Darwin)
import OmamoriCore

/// Unicode's composed form of texts.
enum CanonicalText {
  /// The text in Normalization Form C.
  static func composed(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }
}
#endif
