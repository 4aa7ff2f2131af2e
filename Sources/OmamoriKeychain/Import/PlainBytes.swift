import OmamoriCore

/// Secret bytes on their way from a file into locked memory.
enum PlainBytes {
  /// A secret with the bytes, which are overwritten.
  static func secret(takingOver bytes: inout [UInt8]) -> SharedSecretBytes {
    let secret = SharedSecretBytes(SecretBytes(copying: bytes))
    wipe(&bytes)
    return secret
  }

  /// Overwrites the bytes with zeros.
  @inline(never)
  static func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    withExtendedLifetime(bytes) {}
    bytes = []
  }
}
