import OmamoriCore

/// An account's name and device as targets have them: `base64url(name)`, a dot, a decimal number.
enum AccountAddress {
  private static let greatestName = 128

  /// Whether a text is an address in its one spelling.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 4 * greatestName, let device = UInt32(parts[1]),
      device > 0, String(device) == parts[1], let name = try? Base64URL.decode(parts[0]),
      (1...greatestName).contains(name.count), let text = String(validating: name, as: UTF8.self)
    else { return false }
    return !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }

  /// The text of an address.
  ///
  /// - Parameters:
  ///   - name: The account's name.
  ///   - device: The number of the device.
  /// - Returns: The address.
  static func text(name: String, device: UInt32) -> String {
    "\(Base64URL.encode(Array(name.utf8))).\(device)"
  }
}
