/// Who a message goes to: a name and one of its devices.
public struct MessagingAddress: Sendable, Hashable {
  /// The greatest length of a name in UTF-8 bytes.
  package static let greatestNameLength = 128

  /// The name of the account, 1 to 128 bytes of UTF-8 without control characters.
  public let name: String
  /// The number of the device, from 1.
  public let device: UInt32

  /// Makes an address.
  ///
  /// - Parameters:
  ///   - name: The name of the account, 1 to 128 bytes of UTF-8 without control characters.
  ///   - device: The number of the device, from 1.
  /// - Throws: ``MessagingError/identity(_:)`` with ``IdentityFault/invalid``.
  public init(name: String, device: UInt32 = 1) throws(MessagingError) {
    guard (1...Self.greatestNameLength).contains(name.utf8.count), device > 0,
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    else { throw .identity(.invalid) }
    self.name = name
    self.device = device
  }

  /// Whether two addresses are the same: byte for byte, since a server and a signature know bytes.
  ///
  /// - Parameters:
  ///   - left: An address.
  ///   - right: Another.
  /// - Returns: Whether they are the same.
  public static func == (left: MessagingAddress, right: MessagingAddress) -> Bool {
    left.device == right.device && left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Hashes the bytes of the name, and the device.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    hasher.combine(device)
  }
}

extension MessagingAddress {
  /// The bytes that stand for the address where it is bound to keys: the length of the name, the name, the device.
  var binding: [UInt8] {
    let name = Array(name.utf8)
    return [UInt8(truncatingIfNeeded: name.count)] + name + device.bigEndianBytes
  }
}
