#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog
import OmamoriCore

/// A proof about a log as JSON.
enum ProofDocument: Sendable {
  case inclusion(InclusionProof, leaf: LogHash)
  case consistency(ConsistencyProof)

  private static let version = 1
  private static let longestPath = 64

  /// The proof with the log that it is about.
  func json(of key: LogKey) -> JSONValue {
    var object: JSONObject = ["version": .integer(Self.version), "log": .string(key.text)]
    let path: [LogHash]
    switch self {
    case .inclusion(let proof, let leaf):
      object["kind"] = "inclusion"
      object["entry"] = .integer(proof.index)
      object["size"] = .integer(proof.size)
      object["leaf"] = .string(leaf.description)
      path = proof.path
    case .consistency(let proof):
      object["kind"] = "consistency"
      object["earlier"] = .integer(proof.first)
      object["later"] = .integer(proof.second)
      path = proof.path
    }
    object["path"] = .array(path.map { .string($0.description) })
    return .object(object)
  }

  /// Reads a proof, which says nothing until it was checked.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - name: Where it comes from, for the message.
  /// - Throws: ``CryptoFault``.
  init(_ bytes: [UInt8], from name: String) throws(CryptoFault) {
    let limits = JSONLimits(depth: 3, size: 64 << 10, values: 128)
    guard let json = try? StrictJSON.parse(bytes, limits: limits), json["version"]?.intValue == Self.version,
      let proof = Self.proof(json)
    else {
      throw .usage(
        HelpText("\(Printable.quote(name)) is no proof", ja: "\(Printable.quote(name)) は証明ではありません"),
        hint: HelpText(
          "give what 'omamori log prove inclusion' or 'consistency' printed",
          ja: "'omamori log prove inclusion' または 'consistency' の出力を指定してください"))
    }
    self = proof
  }

  private static func proof(_ json: JSONValue) -> ProofDocument? {
    guard let nodes = json["path"]?.arrayValue, nodes.count <= longestPath else { return nil }
    let path = nodes.compactMap { hash($0) }
    guard path.count == nodes.count else { return nil }
    switch json["kind"]?.stringValue {
    case "inclusion":
      guard let index = number(json["entry"]), let size = number(json["size"]), let leaf = hash(json["leaf"])
      else { return nil }
      return .inclusion(InclusionProof(index: index, size: size, path: path), leaf: leaf)
    case "consistency":
      guard let first = number(json["earlier"]), let second = number(json["later"]) else { return nil }
      return .consistency(ConsistencyProof(first: first, second: second, path: path))
    default: return nil
    }
  }

  private static func number(_ json: JSONValue?) -> UInt64? { json?.numberValue?.integer(as: UInt64.self) }

  private static func hash(_ json: JSONValue?) -> LogHash? {
    guard let text = json?.stringValue, let bytes = Data(base64Encoded: text) else { return nil }
    return LogHash(Array(bytes))
  }
}
#endif
