/// The name of a slot that stays the same while the slot is renamed; random, and not secret.
///
/// A value; safe to share between threads.
public struct SlotID: Sendable, Hashable {
  /// The length in bytes.
  public static let byteCount = 16

  /// The bytes.
  public let bytes: [UInt8]

  /// Takes the bytes of an identifier; `nil` when there are not 16 of them.
  ///
  /// - Parameter bytes: The bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension SlotID: CustomStringConvertible {
  /// The bytes in hexadecimal, 32 lowercase digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
