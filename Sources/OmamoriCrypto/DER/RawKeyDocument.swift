import OmamoriCore

/// Keys of 32 bytes in DER and PEM (RFC 8410).
struct RawKeyDocument {
  /// X25519, 1.3.101.110.
  static let x25519 = RawKeyDocument(algorithm: [0x2B, 0x65, 0x6E])
  /// Ed25519, 1.3.101.112.
  static let ed25519 = RawKeyDocument(algorithm: [0x2B, 0x65, 0x70])

  private static let privateLabel = "PRIVATE KEY"
  private static let publicLabel = "PUBLIC KEY"

  private let algorithm: [UInt8]

  /// Reads a PrivateKeyInfo and gives `body` the private key and, if it is there, the public one.
  ///
  /// The private key is copied into memory that is wiped.
  func readPrivateKey<Key>(
    _ document: some DataProtocol,
    _ body: (_ privateKey: SymmetricKey, _ publicKey: [UInt8]?) throws -> Key
  ) throws -> Key {
    try document.withRawSpan { bytes in
      try PrivateKeyInfo.read(bytes) { version, structure in
        try readAlgorithm(from: &structure)
        var content = try structure.enter(DERTag.octetString)
        let key = try content.read(DERTag.octetString)
        try content.finish()
        let publicKey = try PrivateKeyInfo.readRest(of: &structure, version)
        return try body(SymmetricKey(copying: SecretBytes(copying: key)), publicKey)
      }
    }
  }

  /// The public key in a SubjectPublicKeyInfo.
  func readPublicKey(_ document: some DataProtocol) throws(DERError) -> Data {
    try document.withRawSpan { bytes throws(DERError) in
      var document = DERReader(bytes)
      var information = try document.enter(DERTag.sequence)
      try document.finish()
      try readAlgorithm(from: &information)
      let key = try information.readBitString()
      try information.finish()
      return Data(key.byteArray)
    }
  }

  /// The PrivateKeyInfo of a private key.
  func privateKey(_ key: Data) -> Data {
    Data(
      DERWriter.write { writer in
        writer.sequence { information in
          information.unsignedInteger([0])
          writeAlgorithm(to: &information)
          information.element(DERTag.octetString) { $0.element(DERTag.octetString, key) }
        }
      })
  }

  /// The SubjectPublicKeyInfo of a public key.
  func publicKey(_ key: Data) -> Data {
    Data(
      DERWriter.write { writer in
        writer.sequence { information in
          writeAlgorithm(to: &information)
          information.bitString(key)
        }
      })
  }

  /// The content of the PEM document of a private key.
  static func privateKey(in text: String) throws(DERError) -> Data {
    try PEMDocument(text, labels: [privateLabel]).content
  }

  /// The content of the PEM document of a public key.
  static func publicKey(in text: String) throws(DERError) -> Data {
    try PEMDocument(text, labels: [publicLabel]).content
  }

  /// The PEM document of a PrivateKeyInfo.
  static func privateKeyPEM(_ der: Data) -> String { PEMDocument(label: privateLabel, content: der).text }

  /// The PEM document of a SubjectPublicKeyInfo.
  static func publicKeyPEM(_ der: Data) -> String { PEMDocument(label: publicLabel, content: der).text }

  /// Throws when a public key came with a private one and is not the one that belongs to it.
  static func require(_ publicKey: [UInt8]?, _ expected: Data) throws(DERError) {
    guard let publicKey else { return }
    guard publicKey == Array(expected) else { throw .invalidASN1Object }
  }

  private func readAlgorithm(from reader: inout DERReader) throws(DERError) {
    var identifier = try reader.enter(DERTag.sequence)
    guard try identifier.readObjectIdentifier() == algorithm else { throw .invalidObjectIdentifier }
    try identifier.finish()
  }

  private func writeAlgorithm(to writer: inout DERWriter) {
    writer.sequence { $0.objectIdentifier(algorithm) }
  }
}
