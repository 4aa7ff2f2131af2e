import OmamoriCore

/// Secret bytes on their way from a file into locked memory.
enum PlainBytes {
  /// A secret with the bytes, which are overwritten.
  static func secret(takingOver bytes: inout [UInt8]) -> SharedSecretBytes {
    let secret = SharedSecretBytes(SecretBytes(copying: bytes))
    wipe(&bytes)
    return secret
  }

  /// Moves a part behind other bytes; what it leaves in other memory is overwritten.
  static func append(_ part: inout [UInt8], to bytes: inout [UInt8]) {
    let count = bytes.count + part.count
    if count > bytes.capacity {
      var grown: [UInt8] = []
      grown.reserveCapacity(max(count, 2 * bytes.capacity))
      grown += bytes
      wipe(&bytes)
      bytes = grown
    }
    bytes += part
    wipe(&part)
  }

  /// Overwrites the bytes with zeros.
  @inline(never)
  static func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    withExtendedLifetime(bytes) {}
    bytes = []
  }
}
