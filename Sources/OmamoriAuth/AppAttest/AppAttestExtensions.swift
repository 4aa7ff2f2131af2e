import OmamoriCore

/// What systems from iOS 27 on add to attestations and assertions; empty from older ones.
///
/// A value; safe to share between threads.
public struct AppAttestExtensions: Sendable, Hashable {
  /// The version of the app's bundle, such as `1.4.2`.
  public let bundleVersion: String?
  /// How the app came to the device.
  public let category: AppValidationCategory?

  /// No extensions.
  static let none = AppAttestExtensions(bundleVersion: nil, category: nil)

  private init(bundleVersion: String?, category: AppValidationCategory?) {
    (self.bundleVersion, self.category) = (bundleVersion, category)
  }

  /// Reads the map; members that are not known are left out.
  init(_ value: CBORValue) throws(AuthError) {
    guard let map = value.map, map.keys.allSatisfy({ $0.text != nil }) else { throw .attestation(.malformed) }
    if let version = map[.text("apple_bundle_version_01")] {
      guard let text = version.text, text.utf8.count <= 256 else { throw .attestation(.malformed) }
      bundleVersion = text
    } else {
      bundleVersion = nil
    }
    if let category = map[.text("apple_validation_category_01")] {
      guard let bytes = category.bytes, bytes.count == 4 else { throw .attestation(.malformed) }
      self.category = AppValidationCategory(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    } else {
      category = nil
    }
  }
}
