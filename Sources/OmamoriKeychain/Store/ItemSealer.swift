#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// Seals and opens rows with the keys of a key ring, and makes their tags and digests.
///
/// The keys are kept in ciphers that are ready to be used and are wiped with this object. One thread at a time.
final class ItemSealer {
  /// The store.
  let store: StoreID
  /// The number of the keybag that the keys come from.
  let keybagGeneration: UInt64
  private let classes: [ClassSealer?]
  private let invalidated: Set<ItemAccessibility>
  private let hasPasscode: Bool
  private let index: KeyedHashState
  private let integrity: KeyedHashState
  private let rootSeal: AEADContext
  private let rootOpen: AEADContext
  /// The last scope and what it gave: many items one after the other have the same.
  private var lastScope: (bytes: [UInt8], area: UInt64, scope: UInt64) = ([], 0, 0)

  /// Takes the keys that the lock state admits.
  ///
  /// - Throws: ``KeychainError/locked`` before the first unlocking, ``KeychainError/backend(code:)``.
  init(_ store: StoreID, _ ring: KeyRing, keybagGeneration: UInt64) throws(KeychainError) {
    guard let index = ring.index, let integrity = ring.integrity else { throw .locked }
    self.store = store
    self.index = index.withBytes { KeyedHashState(.sha256, key: $0) }
    self.integrity = integrity.withBytes { KeyedHashState(.sha256, key: $0) }
    self.keybagGeneration = keybagGeneration
    var classes = [ClassSealer?](repeating: nil, count: ItemAccessibility.allCases.count + 1)
    for (accessibility, keys) in ring.classes {
      classes[Int(accessibility.storeCode)] = try ClassSealer(keys)
    }
    (self.classes, invalidated) = (classes, ring.invalidated)
    hasPasscode = ring.access.map { $0.passcode != nil } ?? true
    rootData = Array("omamori keychain root 1".utf8) + store.bytes
    let root = KeyWrap.derive("root", from: integrity, salt: store.bytes)
    rootSeal = try Sealing.context(root, .seal)
    rootOpen = try Sealing.context(root, .open)
  }

  /// The ciphers of an accessibility.
  ///
  /// - Throws: ``KeychainError/locked``, ``KeychainError/invalidated``.
  func sealer(of accessibility: ItemAccessibility) throws(KeychainError) -> ClassSealer {
    guard let sealer = classes[Int(accessibility.storeCode)] else {
      throw invalidated.contains(accessibility) ? .invalidated : .locked
    }
    return sealer
  }

  /// Throws unless items of an accessibility can be stored now.
  ///
  /// - Throws: ``KeychainError/locked``, ``KeychainError/invalidated``, and ``KeychainError/unsupported(_:)`` for items
  ///   that need a passcode while there is none.
  func checkStoring(_ accessibility: ItemAccessibility) throws(KeychainError) {
    guard hasPasscode || accessibility != .whenPasscodeSetThisDeviceOnly else {
      throw .unsupported(.accessibility)
    }
    _ = try sealer(of: accessibility)
  }

  // MARK: - Tags and digests

  /// The tag of the item with a primary key.
  func tag(
    _ itemClass: ItemClass, _ attributes: ItemAttributes, group: String, isSynchronizable: Bool
  ) -> StoreTag {
    let (area, scope) = scope(ItemScope(itemClass, attributes, group: group), itemClass, group)
    let key = PrimaryKey(itemClass, attributes, group: group, isSynchronizable: isSynchronizable)
    return StoreTag(area: area, scope: scope, name: code(index, 0x4E, key.bytes.rawSpan))
  }

  /// The tag of an item.
  func tag(of record: ItemRecord) -> StoreTag {
    tag(
      record.itemClass, record.attributes, group: record.accessGroup,
      isSynchronizable: record.isSynchronizable)
  }

  /// The area and the scope that a scope's items lie in.
  func scope(_ scope: ItemScope, _ itemClass: ItemClass, _ group: String) -> (area: UInt64, scope: UInt64) {
    if lastScope.bytes == scope.bytes { return (lastScope.area, lastScope.scope) }
    lastScope = (scope.bytes, area(itemClass, group), word(code(index, 0x53, scope.bytes.rawSpan)))
    return (lastScope.area, lastScope.scope)
  }

  /// The area that the items of a class and a group lie in.
  func area(_ itemClass: ItemClass, _ group: String) -> UInt64 {
    var canonical = CanonicalBytes(itemClass)
    canonical.append(group)
    return word(code(index, 0x41, canonical.bytes.rawSpan))
  }

  /// The digest of a row as a member of the set of all rows.
  ///
  /// - Parameters:
  ///   - context: The place of the row.
  ///   - high: The first half of the tag that the sealed metadata end with.
  ///   - low: The second half.
  /// - Returns: The digest.
  func digest(_ context: RowContext, _ high: UInt64, _ low: UInt64) -> Sum256 {
    var frame = context.frame(.digest, store)
    frame.append(word: high)
    frame.append(word: low)
    return code(integrity, RowContext.Purpose.digest.rawValue, frame.rawSpan)
  }

  /// The digest of a tombstone as a member of that set.
  func digest(tombstone generation: Int64, _ tag: StoreTag) -> Sum256 {
    var frame = RowFrame()
    frame.append(store)
    frame.append(word: UInt64(bitPattern: generation))
    frame.append(tag)
    return code(integrity, RowContext.Purpose.tombstone.rawValue, frame.rawSpan)
  }

  private func word(_ code: Sum256) -> UInt64 { code.words.0 }

  private func code(_ key: borrowing KeyedHashState, _ purpose: UInt8, _ data: RawSpan) -> Sum256 {
    // because the byte outlives the closure
    let digest = unsafe withUnsafeBytes(of: purpose) { unsafe key.code($0.bytes, data) }
    // because the buffer is only read during the call
    return unsafe digest.withUnsafeBytes(count: Sum256.byteCount) { unsafe Sum256($0.bytes) }
  }

  // MARK: - The root

  private let rootData: [UInt8]

  /// Seals the state of the store.
  ///
  /// - Throws: ``KeychainError/backend(code:)``.
  func seal(_ root: RootRecord) throws(KeychainError) -> [UInt8] {
    var sealed: [UInt8] = []
    sealed.reserveCapacity(RootRecord.byteCount + Sealing.overhead)
    let data = rootData
    try Sealing.withRandom(Sealing.nonceByteCount) { nonce throws(KeychainError) in
      try Sealing.seal(rootSeal, root.bytes.rawSpan, nonce: nonce, data.rawSpan, to: &sealed)
    }
    return sealed
  }

  /// Opens the state of the store; `nil` when it was changed or sealed with another key.
  func openRoot(_ sealed: RawSpan) -> RootRecord? {
    let data = rootData
    return Sealing.open(rootOpen, sealed, data.rawSpan) { RootRecord($0) } ?? nil
  }
}
#endif
