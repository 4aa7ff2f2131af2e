import OmamoriCore
import OmamoriCrypto
import OmamoriMessaging

/// Says that an account was restored; the one with the greatest mark is the one to go on with.
///
/// It lies at the relay as an envelope from the account to itself, sealed with the keys of its history, which its exports
/// have and the relay has not.
struct RestorationMark: Sendable, Equatable {
  private static let version = 1
  private static let limits = JSONLimits(depth: 2, size: 1024, values: 8)
  private static let context = FieldContext(table: "omamori.chat.restored", column: "mark", row: 0)

  /// How many restorations there were.
  let generation: Int
  /// When the last one was, in milliseconds since 1970.
  let milliseconds: Int64
  /// Tells it from others, and names it at the relay; 16 bytes.
  let identifier: [UInt8]

  /// The mark of a restoration now.
  ///
  /// - Parameter marks: Those that the account had or had seen.
  /// - Throws: `CoreError`.
  init(after marks: [RestorationMark]) throws {
    let last = marks.map(\.generation).max() ?? 0
    generation = last == .max ? last : last + 1
    milliseconds = Int64(Date().timeIntervalSince1970 * 1000)
    identifier = try SystemRandomness().bytes(count: 16)
  }

  /// When the last one was.
  var time: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Whether an account with this mark is the one to go on with, and not one with `other`.
  func replaces(_ other: RestorationMark?) -> Bool {
    guard let other else { return true }
    // Two accounts that were restored from one export have the same number.
    if generation != other.generation { return generation > other.generation }
    if milliseconds != other.milliseconds { return milliseconds > other.milliseconds }
    return other.identifier.lexicographicallyPrecedes(identifier)
  }

  // MARK: - Bytes

  /// Reads what ``encoded`` wrote.
  ///
  /// - Throws: `MessagingError` for anything else.
  init(decoding record: SharedSecretBytes) throws(MessagingError) {
    guard let mark = Self(record.plainCopy) else { throw .storage(.damaged) }
    self = mark
  }

  /// Opens an envelope of the account to itself; `nil` for anything else.
  init?(_ envelope: [UInt8], openedBy sealer: FieldSealer) {
    // because what is no mark is refused as a whole
    guard let field = try? SealedField(Data(envelope)), let plain = try? sealer.open(field, in: Self.context)
    else { return nil }
    self.init(Array(plain))
  }

  private init?(_ bytes: [UInt8]) {
    // because what is no mark is refused as a whole
    guard let json = try? StrictJSON.parse(bytes, limits: Self.limits),
      json["version"]?.intValue == Self.version, let generation = json["generation"]?.intValue,
      let time = json["time"]?.intValue.flatMap(Int64.init(exactly:)), let text = json["id"]?.stringValue,
      let identifier = try? Base64URL.decode(text), identifier.count == 16
    else { return nil }
    (self.generation, milliseconds, self.identifier) = (generation, time, identifier)
  }

  /// The mark as it is stored.
  var encoded: SharedSecretBytes { SharedSecretBytes(SecretBytes(copying: json)) }

  /// The mark as an envelope.
  ///
  /// - Throws: `CryptoError`.
  func sealed(by sealer: FieldSealer) throws -> [UInt8] {
    Array(try sealer.seal(Data(json), in: Self.context).data)
  }

  private var json: [UInt8] {
    let json: JSONValue = [
      "version": .integer(Self.version), "generation": .integer(generation),
      "time": .integer(milliseconds), "id": .string(Base64URL.encode(identifier)),
    ]
    return json.utf8()
  }
}
