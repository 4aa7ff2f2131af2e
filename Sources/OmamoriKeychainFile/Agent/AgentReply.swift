import OmamoriCore
import OmamoriKeychain

/// What an agent answers: one message, or several ``items(_:isLast:)`` or ``change(_:)``.
enum AgentReply: Sendable {
  /// The request was carried out.
  case done
  /// The item as stored, or that the condition did not hold.
  case item(KeychainItem?)
  /// Some of the items that were found.
  case items([KeychainItem], isLast: Bool)
  /// So many items were changed or removed.
  case count(Int)
  /// How the agent and its store are.
  case status(AgentStatus)
  /// An item was changed.
  case change(KeychainChange)
  /// The person at the client's side has to be asked; the client sends ``AgentRequest/answer(_:)``.
  case question(AuthenticationRequest)
  /// The request could not be carried out.
  case failure(KeychainError)
}

extension AgentReply {
  /// The message.
  var message: SecretBytes {
    var writer = WireWriter()
    writer.number(AgentRequest.version)
    switch self {
    case .done: writer.number(UInt8(1))
    case .item(let item):
      writer.number(UInt8(2))
      writer.optional(item) { $0.item($1) }
    case .items(let items, let isLast):
      writer.number(UInt8(3))
      writer.flag(isLast)
      for item in items {
        writer.flag(true)
        writer.item(item)
      }
      writer.flag(false)
    case .count(let count):
      writer.number(UInt8(4))
      writer.number(UInt64(clamping: count))
    case .status(let status):
      writer.number(UInt8(5))
      writer.status(status)
    case .change(let change):
      writer.number(UInt8(6))
      writer.name(change.kind)
      writer.optional(change.reference) { $0.data($1.data) }
    case .question(let request):
      writer.number(UInt8(7))
      writer.localizedText(request.reason)
      writer.name(request.policy)
    case .failure(let error):
      writer.number(UInt8(8))
      writer.error(error)
    }
    return writer.message
  }

  /// Reads a message.
  ///
  /// - Parameter message: The bytes; anything at all.
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
  init(decoding message: SharedSecretBytes) throws(KeychainError) {
    var reader = ByteReader(message: message.bytes)
    try reader.version(AgentRequest.version)
    switch try reader.number(UInt8.self) {
    case 1: self = .done
    case 2: self = .item(try reader.optional { reader throws(KeychainError) in try reader.item() })
    case 3:
      let isLast = try reader.flag()
      var items: [KeychainItem] = []
      while try reader.flag() { items.append(try reader.item()) }
      self = .items(items, isLast: isLast)
    case 4: self = .count(Int(clamping: try reader.number(UInt64.self)))
    case 5: self = .status(try reader.status())
    case 6:
      let kind: KeychainChange.Kind = try reader.named()
      let data = try reader.optional { reader throws(KeychainError) in try reader.data() }
      self = .change(KeychainChange(kind, data.flatMap(PersistentReference.init)))
    case 7:
      self = .question(AuthenticationRequest(reason: try reader.localizedText(), policy: try reader.named()))
    case 8: self = .failure(try reader.keychainError())
    default: throw KeychainError.corrupt(.agent)
    }
    try reader.end()
  }
}

extension AgentReply {
  /// The most bytes of items that are sent in one message, unless a single one has more.
  private static let batchSize = 1 << 20

  /// Messages with all of the items.
  static func batches(of items: [KeychainItem]) -> [AgentReply] {
    var replies: [AgentReply] = []
    var (batch, size): ([KeychainItem], Int) = ([], 0)
    for item in items {
      if size + item.wireSize > batchSize, !batch.isEmpty {
        replies.append(.items(batch, isLast: false))
        (batch, size) = ([], 0)
      }
      batch.append(item)
      size += item.wireSize
    }
    return replies + [.items(batch, isLast: true)]
  }
}

extension KeychainItem {
  /// About how many bytes it has in a message.
  fileprivate var wireSize: Int {
    let values = attributes.values.values.map { value in
      switch value {
      case .text(let text): text.utf8.count
      case .data(let data): data.count
      case .number, .flag, .date: 8
      }
    }
    let names = accessGroup.utf8.count + reference.data.count + version.data.count
    return (secret?.count ?? 0) + values.reduce(256) { $0 + $1 + 16 } + names
  }
}
