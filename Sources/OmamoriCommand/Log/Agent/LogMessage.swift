#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriKeychain

/// What the agent of a log and its clients say to each other: JSON in memory that is wiped.
enum LogMessage {
  /// The most events of one request.
  static let greatestCount = 4096
  private static let greatestBatch = 1 << 20

  /// A message's bytes.
  static func bytes(_ value: JSONValue) -> SharedSecretBytes {
    let bytes = value.utf8()
    return SharedSecretBytes(
      SecretBytes(count: bytes.count) { target in
        // because the buffers stay inside the closure, and both have the same size
        unsafe target.withUnsafeMutableBytes { target in unsafe target.copyBytes(from: bytes) }
      })
  }

  /// The value of a message; `nil` for one that is none.
  static func value(_ message: SharedSecretBytes) -> JSONValue? {
    // because the buffer stays inside the closure
    let bytes = message.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    let limits = JSONLimits(depth: 6, size: AgentConnection.greatestMessage, values: 1 << 20)
    return try? StrictJSON.parse(bytes, limits: limits)
  }

  /// The events in parts that fit into a message each.
  static func batches(_ documents: [JSONValue]) -> [[JSONValue]] {
    var (batches, batch, size): ([[JSONValue]], [JSONValue], Int) = ([], [], 0)
    for document in documents {
      let count = document.utf8().count
      if !batch.isEmpty, size + count > greatestBatch || batch.count == greatestCount {
        batches.append(batch)
        (batch, size) = ([], 0)
      }
      batch.append(document)
      size += count
    }
    return batch.isEmpty ? batches : batches + [batch]
  }

  /// The answer that tells of a failure.
  static func failure(_ error: any Error) -> JSONValue {
    let known = error as? any ExitCodeProviding
    let message = known?.message ?? HelpText("the agent failed", ja: "エージェントで問題が発生しました")
    var object: JSONObject = [
      "exit": .integer((known?.exitCode ?? .failure).rawValue), "en": .string(message.english),
      "ja": .string(message.japanese),
    ]
    if let hint = known?.hint {
      object["hint-en"] = .string(hint.english)
      object["hint-ja"] = .string(hint.japanese)
    }
    return ["failure": .object(object)]
  }

  /// The failure that an answer tells of.
  static func fault(_ answer: JSONValue) -> CryptoFault? {
    guard let failure = answer["failure"] else { return nil }
    let code = failure["exit"]?.numberValue?.integer(as: Int32.self) ?? ExitCode.failure.rawValue
    return CryptoFault(
      ExitCode(rawValue: code),
      HelpText(failure["en"]?.stringValue ?? "", ja: failure["ja"]?.stringValue ?? ""),
      hint: failure["hint-en"]?.stringValue.map { HelpText($0, ja: failure["hint-ja"]?.stringValue ?? $0) })
  }
}
#endif
