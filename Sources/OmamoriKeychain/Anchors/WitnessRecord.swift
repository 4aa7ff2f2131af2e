#if !canImport(Darwin)
import OmamoriCore

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
  /// - Throws: ``KeychainError/corrupt(_:)`` for another length, and when there are bytes but no authentic entry.
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
#endif
