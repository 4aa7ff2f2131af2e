import Foundation
import OmamoriCore
import OmamoriCrypto
import Testing

/// The test vectors of the specifications of scrypt and HKDF, as lists of names and values.
@Suite(.keyDerivationVectors)
struct KeyDerivationVectorTests {
  /// The entries of a file: blocks that begin with COUNT, of lines `name = value`.
  static func entries(_ file: String) throws -> [[String: String]] {
    let path = try #require(keyDerivationFolder) + "/" + file
    var entries: [[String: String]] = []
    for line in try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !line.hasPrefix("#") else { continue }
      let (name, value) = (parts[0].filter { $0 != " " }, parts[1].filter { $0 != " " })
      if name == "COUNT" { entries.append([:]) }
      entries[entries.count - 1][name] = value
    }
    return entries
  }

  static func bytes(_ digits: String?) throws -> [UInt8] {
    try WycheproofFields(["bytes": .string(digits ?? "")]).bytes("bytes")
  }

  @Test func scrypt() throws {
    let entries = try Self.entries("scrypt.txt")
    #expect(entries.count == 4)
    for entry in entries {
      let cost = try #require(entry["N"].flatMap(Int.init))
      let key = try KDF.Scrypt.deriveKey(
        from: Password(#require(entry["PASSWORD"])), salt: Data(#require(entry["SALT"]).utf8),
        logarithm: cost.trailingZeroBitCount, blockSize: #require(entry["r"].flatMap(Int.init)),
        parallelism: #require(entry["p"].flatMap(Int.init)), memoryLimit: 2 << 30,
        outputByteCount: #require(entry["LENGTH"].flatMap(Int.init)))
      #expect(key == SymmetricKey(data: try Self.bytes(entry["DERIVED_KEY"])), "N = \(cost)")
    }
    print("scrypt: \(entries.count) vectors")
  }

  @Test func hkdf() throws {
    let entries = try Self.entries("rfc5869-sha256.txt")
    #expect(entries.count == 3)
    for entry in entries {
      let key = SymmetricKey(data: try Self.bytes(entry["IKM"]))
      let salt = try Self.bytes(entry["salt"])
      let extracted = HKDF<SHA256>.extract(inputKeyMaterial: key, salt: salt)
      #expect(Array(extracted) == (try Self.bytes(entry["PRK"])))
      let expanded = HKDF<SHA256>.expand(
        pseudoRandomKey: extracted, info: try Self.bytes(entry["info"]),
        outputByteCount: try #require(entry["L"].flatMap(Int.init)))
      #expect(expanded == SymmetricKey(data: try Self.bytes(entry["OKM"])))
    }
    print("HKDF: \(entries.count) vectors")
  }
}

/// The folder with the vectors, when `OMAMORI_VECTORS` names one that has them.
private let keyDerivationFolder: String? = {
  guard let root = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"] else { return nil }
  return FileManager.default.fileExists(atPath: root + "/kdf") ? root + "/kdf" : nil
}()

extension Trait where Self == ConditionTrait {
  fileprivate static var keyDerivationVectors: Self {
    .enabled(
      if: keyDerivationFolder != nil,
      "OMAMORI_VECTORS names no folder with vectors for key derivation")
  }
}
