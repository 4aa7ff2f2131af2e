#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// A row's two sealed columns.
///
/// A value; safe to share between threads.
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
  /// - Throws: ``KeychainError/locked``, ``KeychainError/backend(code:)``.
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
  /// - Throws: ``KeychainError/backend(code:)``.
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
  /// - Throws: ``KeychainError/locked``, ``KeychainError/corrupt(_:)``.
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
  /// - Throws: ``KeychainError/locked``, ``KeychainError/corrupt(_:)``, and what `body` throws.
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
  /// - Throws: ``KeychainError/corrupt(_:)``, ``KeychainError/backend(code:)``.
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
#endif
