import OmamoriCore

/// A signed pin set as it arrives: its parts are taken apart, and nothing of them is believed.
struct SignedPinEnvelope: Sendable, Hashable {
  struct Signature: Sendable, Hashable {
    let algorithm: String
    let key: [UInt8]
    let bytes: [UInt8]
  }

  /// The largest envelope, in bytes.
  static let greatestSize = 256 << 10
  /// The most signatures of one envelope.
  static let greatestSignatureCount = 4
  static let format = "omamori-signed-pins"

  let payload: [UInt8]
  let signatures: [Signature]

  init(payload: [UInt8], signatures: [Signature]) {
    (self.payload, self.signatures) = (payload, signatures)
  }

  /// Takes an envelope apart.
  init(_ bytes: [UInt8]) throws(TransportError) {
    guard bytes.count <= Self.greatestSize else { throw .malformedDocument(line: nil) }
    let root = try PinJSON.parse(bytes)
    guard PinJSON.hasOnly(["format", "version", "payload", "signatures"], in: root),
      root["format"]?.stringValue == Self.format, root["version"]?.intValue == 1,
      let payload = Self.bytes(root["payload"]), let list = root["signatures"]?.arrayValue,
      (1...Self.greatestSignatureCount).contains(list.count)
    else { throw .malformedDocument(line: nil) }
    self.payload = payload
    signatures = try list.map { element throws(TransportError) in
      guard PinJSON.hasOnly(["algorithm", "key", "signature"], in: element),
        let algorithm = element["algorithm"]?.stringValue, let key = Self.bytes(element["key"]),
        let signature = Self.bytes(element["signature"])
      else { throw .malformedDocument(line: nil) }
      return Signature(algorithm: algorithm, key: key, bytes: signature)
    }
  }

  /// The envelope as JSON, with a line feed at its end.
  var text: [UInt8] {
    let root: JSONValue = [
      "format": .string(Self.format), "version": 1, "payload": .string(Base64URL.encode(payload)),
      "signatures": .array(
        signatures.map {
          [
            "algorithm": .string($0.algorithm), "key": .string(Base64URL.encode($0.key)),
            "signature": .string(Base64URL.encode($0.bytes)),
          ]
        }),
    ]
    return root.utf8(.pretty) + [0x0A]
  }

  /// What a key signs: the payload, after a text that no other use of the key begins with.
  var message: [UInt8] { Array("omamori-signed-pins v1\u{0}".utf8) + payload }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.stringValue.flatMap { try? Base64URL.decode($0) }
  }
}
