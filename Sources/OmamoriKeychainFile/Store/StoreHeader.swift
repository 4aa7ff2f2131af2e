import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// What a store keeps beside its rows: its name among stores, the slots, and the keybag that they lead to.
///
/// The values are opaque here.
struct StoreHeader: Sendable, Equatable {
  /// The most slots, and the longest of the values.
  static let greatestCount = 64
  /// The longest value in bytes.
  static let greatestSize = 1 << 16

  /// A slot.
  struct Slot: Sendable, Equatable {
    /// The slot's number.
    var id: [UInt8]
    /// The slot's record.
    var record: [UInt8]
    /// The slot's place in their order.
    var ordinal: Int64 = 0
  }

  /// The number of the keybag; grows with every change of it.
  var keybagGeneration: UInt64
  /// The sealed keybag.
  var keybag: [UInt8]
  /// The slots in their order.
  var slots: [Slot]

  /// Reads the header.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`.
  init(_ connection: StoreConnection) throws(KeychainError) {
    let keybag = try connection.database.prepare("SELECT generation, sealed FROM keybag WHERE id = 1")
    guard try keybag.step() else { throw .corrupt(.keybag) }
    let (generation, sealed) = (keybag.number(at: 0), keybag.bytes(at: 1))
    keybag.reset()
    guard generation >= 0, sealed.count <= Self.greatestSize else { throw .corrupt(.keybag) }
    let statement = try connection.database.prepare(
      "SELECT id, record, ordinal FROM slots ORDER BY ordinal, id")
    defer { statement.reset() }
    var slots: [Slot] = []
    while try statement.step() {
      let slot = Slot(
        id: statement.bytes(at: 0), record: statement.bytes(at: 1), ordinal: statement.number(at: 2))
      guard slots.count < Self.greatestCount, slot.record.count <= Self.greatestSize else {
        throw .corrupt(.slots)
      }
      slots.append(slot)
    }
    (keybagGeneration, self.keybag, self.slots) = (UInt64(generation), sealed, slots)
  }

  /// Makes a header.
  init(keybagGeneration: UInt64, keybag: [UInt8], slots: [Slot]) {
    (self.keybagGeneration, self.keybag, self.slots) = (keybagGeneration, keybag, slots)
  }

  /// Writes the header in the place of the one that stands in the file.
  ///
  /// - Throws: `KeychainError`.
  func write(_ database: Database) throws(KeychainError) {
    let keybag = try database.prepare(
      "INSERT OR REPLACE INTO keybag(id, generation, sealed) VALUES(1, ?1, ?2)")
    try keybag.bind(Int64(clamping: keybagGeneration), at: 1)
    try keybag.bind(self.keybag, at: 2)
    try keybag.run()
    try database.execute("DELETE FROM slots")
    let statement = try database.prepare("INSERT INTO slots(id, ordinal, record) VALUES(?1, ?2, ?3)")
    for (ordinal, slot) in slots.enumerated() {
      try statement.bind(slot.id, at: 1)
      try statement.bind(Int64(ordinal), at: 2)
      try statement.bind(slot.record, at: 3)
      try statement.run()
    }
  }

  /// What tells the store from all others.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`.
  static func storeID(_ connection: StoreConnection) throws(KeychainError) -> StoreID {
    let statement = try connection.database.prepare("SELECT value FROM meta WHERE name = 'store'")
    defer { statement.reset() }
    guard try statement.step(), let id = StoreID(bytes: statement.bytes(at: 0)) else {
      throw .corrupt(.header)
    }
    return id
  }
}

/// The tables of a store, exactly as they must stand in the file.
enum StoreSchema {
  /// The version of the format, kept in the file's header.
  static let version: Int64 = 1
  /// What the file's header says the file is: `OMKC`.
  static let application: Int64 = 0x4F4D_4B43

  /// What a connection needs before anything else; none of it changes the file.
  static let settings: StaticString = """
    PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
    PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;
    """

  /// Makes the tables of an empty store.
  static let creation: StaticString = """
    CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE slots(id BLOB PRIMARY KEY, ordinal INTEGER NOT NULL, record BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE keybag(id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;
    CREATE TABLE root(id INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
    CREATE TABLE items(generation INTEGER PRIMARY KEY, tag BLOB NOT NULL UNIQUE, uuid BLOB NOT NULL, protection \
    INTEGER NOT NULL, metadata BLOB NOT NULL, secret BLOB NOT NULL) STRICT;
    CREATE TABLE tombstones(generation INTEGER PRIMARY KEY, tag BLOB NOT NULL) STRICT;
    PRAGMA application_id = 1330465603; PRAGMA user_version = 1;
    """

  /// Throws unless the tables are those of a store and nothing is beside them.
  ///
  /// A trigger, a view or another index that somebody put into the file would run with our rights.
  ///
  /// - Throws: `KeychainError.newerFormat(version:)`, `KeychainError.corrupt(_:)`.
  static func check(_ database: Database) throws(KeychainError) {
    guard try database.number("PRAGMA application_id") == application else { throw .corrupt(.header) }
    let found = try database.number("PRAGMA user_version")
    guard found <= version else { throw .newerFormat(version: Int(clamping: found)) }
    guard found == version else { throw .corrupt(.header) }
    let statement = try database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
    var texts: [String] = []
    defer { statement.reset() }
    while try statement.step(), texts.count <= expected.count { texts.append(statement.text(at: 0)) }
    guard texts == expected else { throw .corrupt(.header) }
  }

  /// The texts of the tables as SQLite keeps them, by the tables' names.
  private static let expected: [String] =
    creation.description.split(separator: ";").map { $0.trimmingPrefix { $0.isWhitespace } }
    .filter { $0.hasPrefix("CREATE TABLE") }
    .map { String($0) }
    .sorted { name(of: $0) < name(of: $1) }

  private static func name(of table: String) -> String {
    String(table.dropFirst("CREATE TABLE ".count).prefix { $0 != "(" })
  }
}

/// Where an item stands in a store: three keyed hash values, of which the file shows nothing but equality.
///
/// The area is common to all items of a class and a group, the scope to those of one service, server or tag besides,
/// and the name belongs to one primary key.
struct StoreTag: Sendable {
  /// The length in bytes.
  static let byteCount = 48

  /// Common to all items of a class and a group.
  let area: UInt64
  /// Common to all items of a scope.
  let scope: UInt64
  /// Belongs to one primary key.
  let name: Sum256

  /// Makes a tag of its parts.
  init(area: UInt64, scope: UInt64, name: Sum256) { (self.area, self.scope, self.name) = (area, scope, name) }

  /// Takes a stored tag; `nil` when its length is another.
  init?(_ bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    area = bytes.word(at: 0)
    scope = bytes.word(at: 8)
    name = Sum256(bytes.extracting(16...))
  }

  /// The tag as it is stored.
  var frame: RowFrame {
    var frame = RowFrame()
    frame.append(self)
    return frame
  }
}

extension StoreTag: Comparable {
  /// Says whether the bytes of the first come before those of the second.
  static func < (left: StoreTag, right: StoreTag) -> Bool {
    if left.area != right.area { return left.area < right.area }
    if left.scope != right.scope { return left.scope < right.scope }
    return left.name.words < right.name.words
  }
}

extension StoreTag: Hashable {
  /// Says whether both are the same place.
  static func == (left: StoreTag, right: StoreTag) -> Bool {
    left.name == right.name && left.scope == right.scope && left.area == right.area
  }

  /// Adds a part of the tag, every bit of which is random already.
  func hash(into hasher: inout Hasher) { hasher.combine(name.words.0) }
}

/// The state of a store as a whole, sealed in its one root row.
struct RootRecord: Sendable, Equatable {
  /// The length in bytes, without the digests of earlier states.
  static let byteCount = 74
  private static let version: UInt8 = 1

  /// Grows with every change of the store.
  var epoch: UInt64 = 0
  /// The number of items.
  var count: UInt64 = 0
  /// The last generation that was given to a row.
  var generation: UInt64 = 0
  /// The changes after this generation can be followed row by row.
  var horizon: UInt64 = 0
  /// The generation of the keybag that belongs to this state.
  var keybagGeneration: UInt64 = 0
  /// Whether an anchor outside of the file remembers the store.
  var isAnchored = false
  /// The sum of the digests of all rows.
  var sum: Sum256 = .zero
  /// The digests of the states before this one, newest first; at most ``AnchoredState/historyCount`` of them.
  private(set) var history: [UInt8] = []

  /// What tells the state from every other one, also of a copy of the store that was changed separately.
  var digest: [UInt8] {
    Array(
      SHA256.hash(data: Array("omamori keychain state".utf8) + bytes).prefix(AnchoredState.digestByteCount))
  }

  /// Makes the record one of the state after another one.
  mutating func follow(_ previous: RootRecord) {
    epoch = previous.epoch + 1
    history = Array(
      (previous.digest + previous.history).prefix(AnchoredState.historyCount * AnchoredState.digestByteCount))
  }

  /// The record as it is sealed.
  var bytes: [UInt8] {
    var bytes: [UInt8] = [Self.version, isAnchored ? 1 : 0]
    bytes.reserveCapacity(Self.byteCount + history.count)
    for number in [epoch, count, generation, horizon, keybagGeneration] { bytes.append(word: number) }
    sum.append(to: &bytes)
    return bytes + history
  }

  /// Makes the record of an empty store.
  init() {}

  /// Takes what was sealed; `nil` when it is not the form of a record.
  init?(_ bytes: RawSpan) {
    let (digests, rest) = (bytes.byteCount - Self.byteCount).quotientAndRemainder(
      dividingBy: AnchoredState.digestByteCount)
    guard 0...AnchoredState.historyCount ~= digests, rest == 0, bytes.byte(at: 0) == Self.version,
      bytes.byte(at: 1) <= 1
    else { return nil }
    isAnchored = bytes.byte(at: 1) == 1
    (epoch, count, generation) = (bytes.word(at: 2), bytes.word(at: 10), bytes.word(at: 18))
    (horizon, keybagGeneration) = (bytes.word(at: 26), bytes.word(at: 34))
    sum = Sum256(bytes.extracting(42..<Self.byteCount))
    history = bytes.extracting(Self.byteCount...).array
    // Rows are numbered by a signed number, and no store comes near its end.
    guard max(epoch, count, generation) < UInt64(Int64.max), horizon <= generation else { return nil }
  }
}
