import OmamoriCore
public import OmamoriKeychain
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An anchor in a small file: best on another disk, or in a folder of another machine, where whoever can put back an old
/// keychain file cannot put back an old witness.
///
/// The file holds the epoch and the digest of a state, and a code that only the unlocked keychain can make; several processes
/// may use it at once. Where an attacker can write to it too, it protects against accidents only, such as a restored
/// backup. Safe to use from any thread.
public struct WitnessFile: RollbackAnchor {
  private let storage: WitnessStorage
  /// The path of the file.
  public var path: String { storage.path }

  /// Names the file; it is made when a state is recorded first.
  ///
  /// - Parameter path: The path, one a keychain; its folder must be there.
  public init(path: String) { storage = WitnessStorage(path: path) }

  /// The newest state in the file.
  ///
  /// - Parameter store: The store.
  /// - Returns: The state; `nil` when there is no file.
  /// - Throws: `KeychainError.file(_:code:)` when the folder cannot be reached, `KeychainError.insecurePermissions(_:)`,
  ///   `KeychainError.corrupt(_:)` when there is a file without an authentic record of this store.
  public func newestState(of store: AnchoredStore) throws(KeychainError) -> AnchoredState? {
    guard let record = try storage.read(of: store), let newest = record.newest else { return nil }
    return AnchoredState(epoch: newest.epoch, digest: newest.digest, isBesideDamage: record.isDamaged)
  }

  /// Records a state on the disk, unless one of the same epoch or a later one is recorded.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - store: The store.
  /// - Throws: What ``newestState(of:)`` throws, `KeychainError.diskFull`, `KeychainError.readOnly`.
  public func raise(to state: AnchoredState, of store: AnchoredStore) throws(KeychainError) {
    try storage.update(of: store) { (record) throws(KeychainError) in
      if let newest = record.newest, newest.epoch >= state.epoch { return nil }
      return (WitnessRecord.Entry(state, count: 0), record.newest)
    }
  }
}

/// Two authenticated entries of a witness, of which the newer one counts; writing one leaves the other as it is.
///
/// So a record that was cut off in the middle never takes the newest whole one with it. A value; safe to share between
/// threads.
struct WitnessRecord: Sendable, Hashable {
  /// One state, and the value of a counter that vouches for it; 0 where there is no counter.
  struct Entry: Sendable, Hashable {
    let epoch: UInt64
    let digest: [UInt8]
    let count: UInt64

    init(_ state: AnchoredState, count: UInt64) {
      (epoch, digest, self.count) = (state.epoch, state.digest, count)
    }
  }

  /// The length of an entry: magic and version, epoch, count, digest, code.
  static let entryByteCount = 64
  /// The length of a record.
  static let byteCount = 2 * entryByteCount
  /// The digest of an entry that is about no state.
  static let noDigest = [UInt8](repeating: 0, count: AnchoredState.digestByteCount)
  private static let magic: [UInt8] = Array("OWF".utf8) + [1]

  /// The entries at their places; `nil` for one that is empty, cut off, changed or of another store.
  let entries: [Entry?]
  /// Whether nothing was ever written.
  let isEmpty: Bool
  /// Whether there is something in the place of an entry that is no authentic entry: it was cut off or changed.
  let isDamaged: Bool

  /// The entry that counts.
  var newest: Entry? { entries.compactMap(\.self).max { ($0.count, $0.epoch) < ($1.count, $1.epoch) } }

  /// Reads a record of any bytes.
  ///
  /// - Throws: `KeychainError.corrupt(_:)` for another length, and when there are bytes but no authentic entry.
  init(_ bytes: [UInt8], of store: AnchoredStore) throws(KeychainError) {
    guard bytes.count == Self.byteCount || bytes.isEmpty else { throw .corrupt(.witness) }
    isEmpty = bytes.allSatisfy { $0 == 0 }
    let places =
      bytes.isEmpty
      ? [[], []] : [0, Self.entryByteCount].map { Array(bytes[$0..<$0 + Self.entryByteCount]) }
    entries = places.map { Self.entry($0, store) }
    isDamaged = zip(places, entries).contains { $1 == nil && $0.contains { $0 != 0 } }
    guard isEmpty || newest != nil else { throw .corrupt(.witness) }
  }

  /// An entry as bytes, and a place for it where it does not replace the entry that counts until then.
  func adding(_ entry: Entry, keeping current: Entry?, of store: AnchoredStore) -> (
    bytes: [UInt8], offset: Int
  ) {
    let isFirstKept = current != nil && entries[0] == current
    return (Self.encode(entry, store), isFirstKept ? Self.entryByteCount : 0)
  }

  private static func encode(_ entry: Entry, _ store: AnchoredStore) -> [UInt8] {
    var writer = FieldWriter()
    writer.append(magic)
    writer.number(entry.epoch)
    writer.number(entry.count)
    writer.append(entry.digest)
    let code = store.authenticationCode(of: writer.bytes)
    writer.append(code)
    return writer.bytes
  }

  private static func entry(_ bytes: [UInt8], _ store: AnchoredStore) -> Entry? {
    func number(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    guard bytes.count == entryByteCount else { return nil }
    let digest = Array(bytes[magic.count + 16..<magic.count + 16 + AnchoredState.digestByteCount])
    let entry = Entry(
      AnchoredState(epoch: number(magic.count), digest: digest), count: number(magic.count + 8))
    return ConstantTime.equal(bytes, encode(entry, store)) ? entry : nil
  }
}

/// The file of a witness, which processes change one after the other.
struct WitnessStorage: Sendable {
  /// Where it is.
  let path: String

  /// Reads the record; `nil` when there is no file.
  ///
  /// - Throws: `KeychainError.insecurePermissions(_:)`, `KeychainError.corrupt(_:)`, `KeychainError.file(_:code:)`.
  func read(of store: AnchoredStore) throws(KeychainError) -> WitnessRecord? {
    guard let file = try PrivateFile.open(path, O_RDONLY, .witness) else {
      guard hasFolder else { throw .file(.witness, code: ENOENT) }
      return nil
    }
    try Self.lock(file, LOCK_SH)
    return try Self.record(file, store)
  }

  /// Changes the record while nobody else does, and brings it to the disk.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - change: Gets what is recorded and gives the entry to be added, and the one that counts until then; `nil` for no
  ///     change.
  ///   - afterwards: Called when the entry is on the disk, before others can change it.
  /// - Throws: What `change` throws, and what ``read(of:)`` does.
  func update(
    of store: AnchoredStore,
    _ change: (WitnessRecord) throws(KeychainError) -> (WitnessRecord.Entry, WitnessRecord.Entry?)?,
    afterwards: () throws(KeychainError) -> Void = {}
  ) throws(KeychainError) {
    guard let file = try PrivateFile.open(path, O_RDWR | O_CREAT, .witness) else {
      throw .file(.witness, code: ENOENT)
    }
    defer { withExtendedLifetime(file) {} }
    try Self.lock(file, LOCK_EX)
    let record = try Self.record(file, store)
    guard let (entry, current) = try change(record) else { return }
    let (bytes, offset) = record.adding(entry, keeping: current, of: store)
    try KeychainError.reaching(.witness) { () throws(SystemFailure) in
      if record.isEmpty { try file.cut(at: Int64(WitnessRecord.byteCount)) }
      try file.write(bytes, at: UInt64(offset))
      try file.handToDisk()
    }
    if record.isEmpty { PrivateFile.synchronizeFolder(of: path) }
    try afterwards()
  }

  /// Whether the folder is there: a disk that is not mounted is another thing than a file that was never written.
  private var hasFolder: Bool {
    // because the name is a string that outlives the call
    unsafe access(PendingFile.folder(of: path), F_OK) == 0
  }

  private static func lock(_ file: borrowing FileDescriptor, _ kind: CInt) throws(KeychainError) {
    try KeychainError.reaching(.witness) { () throws(SystemFailure) in _ = try file.lock(kind) }
  }

  private static func record(
    _ file: borrowing FileDescriptor, _ store: AnchoredStore
  ) throws(KeychainError) -> WitnessRecord {
    let content = try PrivateFile.read(file, 0...WitnessRecord.byteCount, .witness)
    return try WitnessRecord(
      content.withBytes { bytes in
        // because the bytes are copied inside the closure
        unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      }, of: store)
  }
}
