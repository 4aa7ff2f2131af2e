/// The frame of structures that hold a private key: PrivateKeyInfo (PKCS#8, RFC 5958) and the older ones
/// inside of it.
package enum PrivateKeyInfo {
  /// Reads a sequence that begins with a version; `body` reads the rest of it.
  package static func read<Key>(
    _ bytes: RawSpan,
    _ body: (_ version: UInt8, _ structure: inout DERReader) throws -> Key
  ) throws -> Key {
    var document = DERReader(bytes)
    var structure = try document.enter(DERTag.sequence)
    try document.finish()
    return try body(try structure.readSmallInteger(), &structure)
  }

  /// Reads what follows the key: attributes, which are not used, and in version 1 the public key.
  ///
  /// - Parameters:
  ///   - structure: The reader, which is at its end afterwards.
  ///   - version: 0, or 1 for the newer form (RFC 5958).
  /// - Returns: The public key, if there is one.
  /// - Throws: ``DERError`` when the version is not known or something else follows.
  package static func readRest(
    of structure: inout DERReader,
    _ version: UInt8
  ) throws(DERError) -> [UInt8]? {
    guard version <= 1 else { throw .invalidASN1Object }
    if structure.next(is: DERTag.context(0)) { _ = try structure.read(DERTag.context(0)) }
    // RFC 5958: the version is 1 when there is a public key, and only then.
    let publicKey =
      version == 1 ? try structure.readBitString(DERTag.contextPrimitive(1)).byteArray : nil
    try structure.finish()
    return publicKey
  }
}
