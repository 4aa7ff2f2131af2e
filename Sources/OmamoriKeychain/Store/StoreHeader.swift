#if !canImport(Darwin)
import OmamoriCore

/// What a store keeps beside its rows: its name among stores, the slots, and the keybag that they lead to.
///
/// The values are opaque here. A value; safe to share between threads.
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
  /// - Throws: ``KeychainError/corrupt(_:)``.
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
  /// - Throws: ``KeychainError``.
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
  /// - Throws: ``KeychainError/corrupt(_:)``.
  static func storeID(_ connection: StoreConnection) throws(KeychainError) -> StoreID {
    let statement = try connection.database.prepare("SELECT value FROM meta WHERE name = 'store'")
    defer { statement.reset() }
    guard try statement.step(), let id = StoreID(bytes: statement.bytes(at: 0)) else {
      throw .corrupt(.header)
    }
    return id
  }
}
#endif
