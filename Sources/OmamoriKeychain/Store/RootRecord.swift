#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// The state of a store as a whole, sealed in its one root row.
///
/// A value; safe to share between threads.
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
#endif
