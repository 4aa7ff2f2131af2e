import OmamoriCore

/// The parts of a certificate (RFC 5280, section 4.1) that are looked at.
struct CertificateFields {
  let serialNumber: Data
  let issuer: Data
  let notValidBefore: Date
  let notValidAfter: Date
  let subject: Data
  let publicKeyInfo: Data
  let publicKeyBits: Data
  let subjectKeyIdentifier: Data?

  /// The most extensions that are read; certificates in use have about ten.
  private static let greatestExtensionCount = 128
  /// RFC 5280 allows 20 bytes; one more is a leading zero byte.
  private static let serialNumberSizes = 1...21

  init(_ bytes: RawSpan) throws(DERError) {
    var document = DERReader(bytes)
    var certificate = try document.enter(DERTag.sequence)
    try document.finish()
    var body = try certificate.enter(DERTag.sequence)
    try Self.checkAlgorithm(&certificate)
    _ = try certificate.readBitString()
    try certificate.finish()

    let version = try Self.readVersion(&body)
    serialNumber = try Self.readSerialNumber(&body)
    try Self.checkAlgorithm(&body)
    issuer = try Self.readName(&body)
    var validity = try body.enter(DERTag.sequence)
    notValidBefore = try CertificateTime.read(&validity)
    notValidAfter = try CertificateTime.read(&validity)
    try validity.finish()
    subject = try Self.readName(&body)
    (publicKeyInfo, publicKeyBits) = try Self.readPublicKey(&body)
    for number: UInt8 in 1...2 where body.next(is: DERTag.contextPrimitive(number)) {
      guard version >= 1 else { throw .invalidASN1Object }
      _ = try body.read(DERTag.contextPrimitive(number))
    }
    subjectKeyIdentifier = version == 2 ? try Self.readExtensions(&body) : nil
    try body.finish()
  }

  /// 0 for version 1, which is not written down, 1 or 2.
  private static func readVersion(_ body: inout DERReader) throws(DERError) -> UInt8 {
    guard body.next(is: DERTag.context(0)) else { return 0 }
    var explicit = try body.enter(DERTag.context(0))
    let version = try explicit.readSmallInteger()
    try explicit.finish()
    guard 1...2 ~= version else { throw .invalidASN1Object }
    return version
  }

  private static func readSerialNumber(_ body: inout DERReader) throws(DERError) -> Data {
    let content = try body.read(DERTag.integer).byteArray
    guard serialNumberSizes ~= content.count else { throw .invalidASN1IntegerEncoding }
    // Minimal: the first nine bits are not all the same.
    if content.count > 1, content[0] == (content[1] < 0x80 ? 0x00 : 0xFF) {
      throw .invalidASN1IntegerEncoding
    }
    return Data(content)
  }

  private static func checkAlgorithm(_ reader: inout DERReader) throws(DERError) {
    var algorithm = try reader.enter(DERTag.sequence)
    _ = try algorithm.readObjectIdentifier()
  }

  /// A name with its header: a sequence of sets of attributes, none of which is empty.
  private static func readName(_ body: inout DERReader) throws(DERError) -> Data {
    let content = try body.read(DERTag.sequence)
    var name = DERReader(content)
    while !name.isAtEnd {
      var set = try name.enter(DERTag.set)
      repeat {
        var attribute = try set.enter(DERTag.sequence)
        _ = try attribute.readObjectIdentifier()
        guard !attribute.isAtEnd else { throw .truncatedASN1Field }
      } while !set.isAtEnd
    }
    return Data(DERWriter.write { $0.element(DERTag.sequence, content.byteArray) })
  }

  private static func readPublicKey(
    _ body: inout DERReader
  ) throws(DERError) -> (information: Data, bits: Data) {
    let content = try body.read(DERTag.sequence)
    var information = DERReader(content)
    try checkAlgorithm(&information)
    let bits = try information.readBitString()
    try information.finish()
    return (
      Data(DERWriter.write { $0.element(DERTag.sequence, content.byteArray) }), Data(bits.byteArray)
    )
  }

  /// Reads the extensions, each at most once, and gives the subject key identifier.
  private static func readExtensions(_ body: inout DERReader) throws(DERError) -> Data? {
    guard body.next(is: DERTag.context(3)) else { return nil }
    var explicit = try body.enter(DERTag.context(3))
    var list = try explicit.enter(DERTag.sequence)
    try explicit.finish()
    var seen: Set<[UInt8]> = []
    var identifier: Data?
    repeat {
      var element = try list.enter(DERTag.sequence)
      let name = try element.readObjectIdentifier()
      guard seen.insert(name).inserted, seen.count <= greatestExtensionCount else { throw .invalidASN1Object }
      if element.next(is: DERTag.boolean) {
        // DER writes the default, false, by leaving it out.
        guard try element.read(DERTag.boolean).byteArray == [0xFF] else { throw .invalidASN1Object }
      }
      let value = try element.read(DERTag.octetString)
      try element.finish()
      guard name == subjectKeyIdentifierName else { continue }
      var content = DERReader(value)
      identifier = Data(try content.read(DERTag.octetString).byteArray)
      try content.finish()
    } while !list.isAtEnd
    return identifier
  }

  /// 2.5.29.14.
  private static let subjectKeyIdentifierName: [UInt8] = [0x55, 0x1D, 0x0E]
}
