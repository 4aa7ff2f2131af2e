import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

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
  /// - Throws: `KeychainError.locked` before the first unlocking, `KeychainError.backend(code:)`.
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
  /// - Throws: `KeychainError.locked`, `KeychainError.invalidated`.
  func sealer(of accessibility: ItemAccessibility) throws(KeychainError) -> ClassSealer {
    guard let sealer = classes[Int(accessibility.storeCode)] else {
      throw invalidated.contains(accessibility) ? .invalidated : .locked
    }
    return sealer
  }

  /// Throws unless items of an accessibility can be stored now.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.invalidated`, and `KeychainError.unsupported(_:)` for items
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
  /// - Throws: `KeychainError.backend(code:)`.
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

/// A row's two sealed columns.
struct SealedRow: Sendable {
  /// The nonce, the sealed metadata and their tag.
  var metadata: [UInt8]
  /// The sealed key and the sealed secret; empty when there is no secret.
  var secret: [UInt8]
}

/// What a row's secret column is made of.
enum NewSecret {
  /// There is no secret.
  case none
  /// A secret, to be sealed with a new key.
  case plain(SharedSecretBytes)
  /// What leads to the key when an access control is fulfilled, and the secret sealed with that key already.
  case guarded(material: SharedSecretBytes, body: [UInt8])
}

extension ItemSealer {
  /// The length of the key of a secret in bytes.
  static let keyByteCount = 32
  /// A key is used for one message, so its nonce may be fixed.
  private static let bodyNonce = [UInt8](repeating: 0, count: Sealing.nonceByteCount)
  private static let lengthByteCount = 4

  // MARK: - Sealing

  /// Seals a row.
  ///
  /// - Parameters:
  ///   - record: The metadata.
  ///   - secret: The secret.
  ///   - context: The place of the row.
  /// - Returns: The row's columns.
  /// - Throws: `KeychainError.locked`, `KeychainError.backend(code:)`.
  func seal(
    _ record: ItemRecord, _ secret: NewSecret, _ context: RowContext
  ) throws(KeychainError) -> SealedRow {
    let sealer = try sealer(of: context.accessibility)
    let (nonces, keyEnd) = (2 * Sealing.nonceByteCount, 2 * Sealing.nonceByteCount + Self.keyByteCount)
    return try Sealing.withRandom(keyEnd) { random throws(KeychainError) in
      let metadata = try sealMetadata(
        record, context, sealer, nonce: random.extracting(..<Sealing.nonceByteCount))
      let nonce = random.extracting(Sealing.nonceByteCount..<nonces)
      var column: [UInt8] = []
      switch secret {
      case .none: break
      case .plain(let secret):
        let key = random.extracting(nonces..<keyEnd)
        let body = try Self.sealBody(secret, key: key, of: store)
        column = try seal(key, body, context, metadata, sealer, nonce)
      case .guarded(let material, let body):
        column = try material.withBytes { material throws(KeychainError) in
          try seal(material, body, context, metadata, sealer, nonce)
        }
      }
      return SealedRow(metadata: metadata, secret: column)
    }
  }

  private func sealMetadata(
    _ record: ItemRecord, _ context: RowContext, _ sealer: ClassSealer, nonce: RawSpan
  ) throws(KeychainError) -> [UInt8] {
    let size = Self.metadataSize(Self.lengthByteCount + ItemCoding.size(of: record))
    var plaintext: [UInt8] = []
    plaintext.reserveCapacity(size)
    defer { plaintext.wipe() }
    plaintext.append(halfWord: 0)
    ItemCoding.append(record, to: &plaintext)
    let length = UInt32(clamping: plaintext.count - Self.lengthByteCount).bigEndian
    unsafe withUnsafeBytes(of: length) { length in
      // because both have four bytes
      for index in 0..<Self.lengthByteCount { unsafe plaintext[index] = length[index] }
    }
    plaintext.append(
      contentsOf: repeatElement(0, count: Self.metadataSize(plaintext.count) - plaintext.count))
    var sealed: [UInt8] = []
    sealed.reserveCapacity(plaintext.count + Sealing.overhead)
    let frame = context.frame(.metadata, store)
    try sealer.sealMetadata(plaintext.rawSpan, nonce: nonce, frame.rawSpan, to: &sealed)
    return sealed
  }

  /// Seals a secret with a key that is used for nothing else.
  ///
  /// - Throws: `KeychainError.backend(code:)`.
  static func sealBody(
    _ secret: SharedSecretBytes, key: RawSpan, of store: StoreID
  ) throws(KeychainError) -> [UInt8] {
    let size = secretSize(lengthByteCount + secret.count)
    var plaintext: [UInt8] = []
    plaintext.reserveCapacity(size)
    defer { plaintext.wipe() }
    plaintext.append(halfWord: UInt32(clamping: secret.count))
    secret.withBytes { plaintext.append($0) }
    plaintext.append(contentsOf: repeatElement(0, count: size - plaintext.count))
    var body: [UInt8] = []
    body.reserveCapacity(size + Sealing.tagByteCount)
    let cipher = try Sealing.context(key, .seal)
    let frame = bodyFrame(store)
    try Sealing.sealBody(
      cipher, plaintext.rawSpan, nonce: bodyNonce.rawSpan, frame.rawSpan, to: &body)
    return body
  }

  private func seal(
    _ material: RawSpan, _ body: [UInt8], _ context: RowContext, _ metadata: [UInt8],
    _ sealer: ClassSealer, _ nonce: RawSpan
  ) throws(KeychainError) -> [UInt8] {
    let length = material.byteCount + Sealing.overhead
    var column: [UInt8] = []
    column.reserveCapacity(Self.lengthByteCount + length + body.count)
    column.append(halfWord: UInt32(clamping: length))
    let frame = keyFrame(context, metadata.rawSpan, body.rawSpan)
    try sealer.sealKey(material, nonce: nonce, frame.rawSpan, to: &column)
    column.append(body.rawSpan)
    return column
  }

  // MARK: - Opening

  /// Opens a row's metadata.
  ///
  /// - Throws: `KeychainError.locked`, `KeychainError.corrupt(_:)`.
  func openMetadata(_ sealed: RawSpan, _ context: RowContext) throws(KeychainError) -> ItemRecord {
    let frame = context.frame(.metadata, store)
    var record: ItemRecord?
    _ = try sealer(of: context.accessibility).openMetadata(sealed, frame.rawSpan) { plaintext in
      let length = Int(plaintext.halfWord(at: 0))
      guard Self.lengthByteCount + length <= plaintext.byteCount else { return }
      let form = plaintext.extracting(Self.lengthByteCount..<Self.lengthByteCount + length)
      record = try? ItemDecoder.record(form)
    }
    guard let record, record.accessibility == context.accessibility else { throw .corrupt(.item) }
    return record
  }

  /// Opens what a secret column has in front of the secret: its key, or what leads to the key.
  ///
  /// - Parameters:
  ///   - column: The secret column.
  ///   - metadata: The sealed metadata of the same row.
  ///   - context: The place of the row.
  ///   - body: Gets the material, which is wiped afterwards, and the sealed secret.
  /// - Returns: What `body` returns.
  /// - Throws: `KeychainError.locked`, `KeychainError.corrupt(_:)`, and what `body` throws.
  func openKey<Result>(
    _ column: RawSpan, _ metadata: RawSpan, _ context: RowContext,
    _ body: (_ material: RawSpan, _ sealed: RawSpan) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let start = Self.lengthByteCount + Int(column.halfWord(at: 0))
    guard start + Sealing.tagByteCount <= column.byteCount else { throw .corrupt(.item) }
    let (key, sealed) = (column.extracting(Self.lengthByteCount..<start), column.extracting(start...))
    let frame = keyFrame(context, metadata, sealed)
    let result = try sealer(of: context.accessibility).openKey(key, frame.rawSpan) {
      material throws(KeychainError) in try body(material, sealed)
    }
    guard let result else { throw .corrupt(.item) }
    return result
  }

  /// Opens a secret with its key.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.backend(code:)`.
  static func openBody(
    _ sealed: RawSpan, key: RawSpan, of store: StoreID
  ) throws(KeychainError) -> SharedSecretBytes {
    guard key.byteCount == keyByteCount else { throw .corrupt(.item) }
    let cipher = try Sealing.context(key, .open)
    let frame = bodyFrame(store)
    let secret = Sealing.openBody(cipher, sealed, nonce: bodyNonce.rawSpan, frame.rawSpan) {
      plaintext -> SharedSecretBytes? in
      let end = lengthByteCount + Int(plaintext.halfWord(at: 0))
      guard end <= plaintext.byteCount else { return nil }
      return SharedSecretBytes(SecretBytes(copying: plaintext.extracting(lengthByteCount..<end)))
    }
    guard let secret, let secret else { throw .corrupt(.item) }
    return secret
  }

  private static func bodyFrame(_ store: StoreID) -> RowFrame {
    var frame = RowFrame()
    frame.append(0x53)
    frame.append(store)
    return frame
  }

  private func keyFrame(_ context: RowContext, _ metadata: RawSpan, _ body: RawSpan) -> RowFrame {
    var frame = context.frame(.key, store)
    frame.append(tagOf: metadata)
    frame.append(tagOf: body)
    return frame
  }

  // MARK: - Padding

  /// The padded size of metadata, so that names of about the same length look alike.
  private static func metadataSize(_ count: Int) -> Int { roundUp(count, to: count <= 1024 ? 64 : 512) }

  /// The padded size of a secret.
  private static func secretSize(_ count: Int) -> Int {
    switch count {
    case ...1024: roundUp(count, to: 64)
    case ...16_384: roundUp(count, to: 1024)
    default: roundUp(count, to: 8192)
    }
  }

  private static func roundUp(_ count: Int, to multiple: Int) -> Int {
    (count + multiple - 1) / multiple * multiple
  }
}
