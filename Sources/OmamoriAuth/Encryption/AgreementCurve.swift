import OmamoriCore

/// A curve that ECDH-ES is used on, with its name in a key (`crv`).
enum AgreementCurve: String, CaseIterable {
  case p256 = "P-256"
  case p384 = "P-384"
  case p521 = "P-521"
  case x25519 = "X25519"

  /// The type of its keys (`kty`).
  var keyType: String { self == .x25519 ? "OKP" : "EC" }

  /// The size of a coordinate and of a private key in bytes.
  var coordinateByteCount: Int {
    switch self {
    case .p256, .x25519: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The curve of a key.
  init(of key: JSONObject) throws(AuthError) {
    guard let name = key["crv"]?.stringValue, let type = key["kty"]?.stringValue else {
      throw .key(.malformed)
    }
    guard let curve = Self(rawValue: name), curve.keyType == type else { throw .key(.unsupported) }
    self = curve
  }

  /// The bytes of a coordinate or of a private key, exactly as many as the curve has.
  func bytes(_ name: String, of key: JSONObject) throws(AuthError) -> [UInt8] {
    guard let text = key[name]?.stringValue else { throw .key(.malformed) }
    let bytes: [UInt8]
    do throws(CoreError) { bytes = try Base64URL.decode(text) } catch { throw .key(.malformed) }
    guard bytes.count == coordinateByteCount else { throw .key(.malformed) }
    return bytes
  }
}
