import OmamoriCore

/// The part of an attestation or an assertion that the device signs (WebAuthn §6.1, as Apple uses it).
///
/// What follows the fixed part is told by its place, and not by the flags: Apple sets the bit for an attested key in
/// assertions that have none, and leaves the bit for extensions clear where there are some.
struct AuthenticatorData {
  /// The key that an attestation speaks of.
  struct AttestedCredential {
    let environment: Data
    let identifier: Data
    /// The uncompressed point.
    let point: Data
  }

  private static let fixedSize = 37
  private static let identifierSize = 16
  /// Apple's key identifiers are digests.
  private static let keyIdentifierSize = 32

  let appDigest: Data
  let counter: UInt32
  let credential: AttestedCredential?
  let extensions: AppAttestExtensions

  /// Reads the data of an attestation, with a key.
  init(attestation data: Data) throws(AuthError) {
    (appDigest, counter) = try Self.fixedPart(data)
    let bytes = [UInt8](data)
    let start = Self.fixedSize + Self.identifierSize
    let keyStart = start + 2 + Self.keyIdentifierSize
    guard bytes.count > keyStart, Int(bytes[start]) << 8 | Int(bytes[start + 1]) == Self.keyIdentifierSize
    else {
      throw .attestation(.malformed)
    }
    var reader = try CBORReader(Data(bytes[keyStart...]))
    credential = AttestedCredential(
      environment: Data(bytes[Self.fixedSize..<start]), identifier: Data(bytes[(start + 2)..<keyStart]),
      point: try Self.point(try reader.value()))
    extensions = try Self.extensions(&reader)
  }

  /// Reads the data of an assertion, without a key.
  init(assertion data: Data) throws(AuthError) {
    (appDigest, counter) = try Self.fixedPart(data)
    credential = nil
    var reader = try CBORReader(Data(data.dropFirst(Self.fixedSize)))
    extensions = try Self.extensions(&reader)
  }

  private static func fixedPart(_ data: Data) throws(AuthError) -> (Data, UInt32) {
    guard fixedSize...CBORReader.greatestSize ~= data.count else { throw .attestation(.malformed) }
    let counter = data.dropFirst(33).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    return (Data(data.prefix(32)), counter)
  }

  private static func extensions(_ reader: inout CBORReader) throws(AuthError) -> AppAttestExtensions {
    guard !reader.isAtEnd else { return .none }
    let extensions = try AppAttestExtensions(try reader.value())
    guard reader.isAtEnd else { throw .attestation(.malformed) }
    return extensions
  }

  /// The uncompressed point of a key in COSE (RFC 9053 §7.1.1): EC2, ES256 and P-256, and nothing else.
  private static func point(_ value: CBORValue) throws(AuthError) -> Data {
    guard let map = value.map, map.count == 5,
      map[.unsigned(1)] == .unsigned(2), map[.unsigned(3)] == .negative(6),
      map[.negative(0)] == .unsigned(1), let x = map[.negative(1)]?.bytes, let y = map[.negative(2)]?.bytes,
      x.count == 32, y.count == 32
    else { throw .attestation(.malformed) }
    return Data([0x04]) + x + y
  }
}
