import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto

/// An independent reader, written from the page of the format, reads what is written here and the other way round.
@Suite(.enabled(if: PythonPeer.isThere)) struct SealedFieldPeerTests {
  private static let wrapping = [UInt8](repeating: 0x42, count: 32)

  private static func digits(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func request(_ keyset: Keyset, row: FieldContext.Row) throws -> [String: String] {
    let sealed = try keyset.sealed(under: SymmetricKey(data: Self.wrapping), named: "kadai")
    let (kind, bytes): (String, [UInt8]) =
      switch row {
      case .integer(let number):
        ("1", (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) })
      case .text(let text): ("2", Array(text.utf8))
      case .bytes(let bytes): ("3", bytes)
      }
    return [
      "keyset": Self.digits(sealed), "wrapping": Self.digits(Self.wrapping), "name": "kadai",
      "table": "患者", "column": "診断", "rowKind": kind, "row": Self.digits(bytes),
    ]
  }

  @Test(arguments: [FieldContext.Row.integer(-17), .text("17"), .bytes([1, 7])])
  func bothReadTheFieldsOfTheOther(_ row: FieldContext.Row) throws {
    var keyset = try Keyset()
    let old = try FieldSealer(keyset)
    let place = FieldContext(table: "患者", column: "診断", row: row)
    let sealed = try old.seal("インフルエンザ", in: place)
    try keyset.rotate()

    var request = try request(keyset, row: row)
    request["field"] = Self.digits(sealed.data)
    request["value"] = Self.digits("風邪".utf8)
    request["nonce"] = Self.digits((1...24).map { UInt8($0) })
    let answer = try PythonPeer.ask("sealed_field.py", request)
    #expect(answer["primary"] == String(keyset.primaryID) && answer["keys"] == "2")
    #expect(hex(answer["value"] ?? "") == Array("インフルエンザ".utf8))
    let field = try SealedField(Data(hex(answer["field"] ?? "")))
    #expect(try FieldSealer(keyset).openText(field, in: place) == "風邪")

    request["row"] = Self.digits([1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try PythonPeer.ask("sealed_field.py", request)["refused"] == "yes")
  }

  @Test(arguments: ["user@example.com", "  Jose\u{301}@Example.COM ", "お守り", ""])
  func bothCalculateTheSameIndex(_ text: String) throws {
    let keyset = try Keyset()
    var request = try request(keyset, row: 1)
    request["text"] = text
    let index = try BlindIndex(keyset, table: "患者", column: "診断", normalization: .trimmedLowercase)
    let answer = try PythonPeer.ask("sealed_field.py", request)
    #expect(answer["index"] == Self.digits(index.hash(of: text)))
  }
}
