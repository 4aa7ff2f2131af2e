import OmamoriATS
import OmamoriCore
import OmamoriTransport

/// Finds out the format of a document of pins from what it holds.
enum PinFormatGuess {
  /// The format; `nil` when nothing tells.
  static func format(of bytes: [UInt8]) -> PinFormat? {
    let first = bytes.first { !isSpace($0) }
    if first == UInt8(ascii: "{"), (try? StrictJSON.parse(bytes)) != nil { return .json }
    let text = String(decoding: bytes, as: UTF8.self)
    if first == UInt8(ascii: "<") {
      if text.contains("<network-security-config") { return .networkSecurityConfig }
      return propertyList(bytes)
    }
    if bytes.starts(with: Array("bplist".utf8)) { return propertyList(bytes) }
    if text.contains("pinnedpubkey") || text.contains("PINNEDPUBLICKEY") { return .curl }
    if text.contains("CertificatePinner") || text.contains("sha256/") { return .okHttp }
    return first == UInt8(ascii: "{") ? .json : propertyList(bytes)
  }

  /// Whether it is a signed set, which is read only with a key.
  static func isSignedSet(_ bytes: [UInt8]) -> Bool {
    (try? StrictJSON.parse(bytes))?["format"]?.stringValue == "omamori-signed-pins"
  }

  private static func propertyList(_ bytes: [UInt8]) -> PinFormat? {
    guard let root = try? PropertyListReader.read(bytes).root, root.dictionary != nil else {
      // What is wrong with it is said when it is read.
      return bytes.first { !isSpace($0) } == UInt8(ascii: "<") ? .pinnedDomains : nil
    }
    if root["TSKConfiguration"] != nil || root["kTSKPinnedDomains"] != nil { return .trustKit }
    return .pinnedDomains
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
