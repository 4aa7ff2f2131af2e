@testable import OmamoriCrypto
import OmamoriCore
import Testing

@Suite struct DERReaderTests {
  @Test(arguments: [
    ("", CryptoKitASN1Error.truncatedASN1Field),
    ("02", .truncatedASN1Field),
    ("0201", .truncatedASN1Field),
    ("0400", .unexpectedFieldType),
    ("0200", .invalidASN1IntegerEncoding),
    ("020180", .invalidASN1IntegerEncoding),
    ("02020001", .invalidASN1IntegerEncoding),
    ("02028001", .invalidASN1IntegerEncoding),
    ("0280", .unsupportedFieldLength),
    ("02800100", .unsupportedFieldLength),
    ("02810101", .unsupportedFieldLength),
    ("0282000101", .unsupportedFieldLength),
    ("02850000000001", .unsupportedFieldLength),
    ("0284ffffffff", .truncatedASN1Field),
    ("02ff", .unsupportedFieldLength),
  ])
  func `Integers that are not DER are refused`(text: String, error: CryptoKitASN1Error) {
    #expect(throws: error) { try Self.unsignedInteger(hex(text)) }
  }

  @Test(arguments: [("020100", "00"), ("02017f", "7f"), ("02020080", "80"), ("02020100", "0100")])
  func `Integers are read without the byte for the sign`(text: String, expected: String) throws {
    #expect(try Self.unsignedInteger(hex(text)) == hex(expected))
    #expect(throws: CryptoKitASN1Error.invalidASN1Object) { try Self.unsignedInteger(hex(text) + [0]) }
  }

  @Test(arguments: [0, 1, 127, 128, 255, 256, 65535, 65536, 70000])
  func `What is written is read`(count: Int) throws {
    let content = [UInt8](repeating: 0xAB, count: count)
    let bytes = DERWriter.write { $0.sequence { $0.element(DERTag.octetString, content) } }
    let read = try Self.octetStringInSequence(bytes)
    #expect(read == content)
  }

  @Test(arguments: ["0300", "030101", "03020780", "03020080"])
  func `Only bit strings of whole bytes are read`(text: String) {
    #expect((try? Self.bitString(hex(text))) == (text == "03020080" ? [0x80] : nil))
  }

  @Test(arguments: [
    "", "-----BEGIN A-----", "-----BEGIN A-----\n-----END A-----", "-----BEGIN A-----\nAAAA\n-----END B-----",
    "-----BEGIN B-----\nAAAA\n-----END B-----", " -----BEGIN A-----\nAAAA\n-----END A-----",
    "x\n-----BEGIN A-----\nAAAA\n-----END A-----", "-----BEGIN A-----\nAAAA\n-----END A-----\nx",
    "-----BEGIN A-----\nAAA\n-----END A-----", "-----BEGIN A-----\nAAAB=\n-----END A-----",
    "-----BEGIN A-----\nAB==\n-----END A-----", "-----BEGIN A-----\nAAAA\nAAAA\n-----END A-----",
    "-----BEGIN A-----\nAA AA\n-----END A-----", "-----BEGIN A-----\n\nAAAA\n-----END A-----",
    "-----BEGIN A-----\nAAAA\n-----END A----- ", "-----BEGIN A-----\nAA*A\n-----END A-----",
  ])
  func `Documents that are not strict PEM are refused`(text: String) {
    #expect(throws: CryptoKitASN1Error.invalidPEMDocument) { try PEMDocument(text, labels: ["A"]) }
  }

  @Test func `PEM documents are bounded and read with either line end`() throws {
    let document = PEMDocument(label: "A", content: Data(repeating: 7, count: 1000))
    #expect(try PEMDocument(document.text, labels: ["B", "A"]).content == document.content)
    let windows = document.text.split(separator: "\n").joined(separator: "\r\n") + "\r\n\r\n"
    #expect(try PEMDocument(windows, labels: ["A"]).content == document.content)
    let large = PEMDocument(label: "A", content: Data(repeating: 7, count: PEMDocument.maximumSize))
    #expect(throws: CryptoKitASN1Error.invalidPEMDocument) { try PEMDocument(large.text, labels: ["A"]) }
  }

  private static func unsignedInteger(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = unsafe DERReader(bytes.byteSpan.bytes)  // because UInt8 has no padding
    let integer = try reader.readUnsignedInteger().byteArray
    try reader.finish()
    return integer
  }

  private static func octetStringInSequence(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = unsafe DERReader(bytes.byteSpan.bytes)  // because UInt8 has no padding
    var inner = try reader.enter(DERTag.sequence)
    let content = try inner.read(DERTag.octetString).byteArray
    try inner.finish()
    try reader.finish()
    return content
  }

  private static func bitString(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = unsafe DERReader(bytes.byteSpan.bytes)  // because UInt8 has no padding
    return try reader.readBitString().byteArray
  }
}
