import OmamoriCore

/// HMAC with one key for many threads: each takes a calculation that has taken the key in, and puts it back.
///
/// Safe to use from any thread.
package final class KeyedHashStates: Sendable {
  // because whoever has the box is the only one who uses it
  private final class Box: @unchecked Sendable {
    let state: KeyedHashState

    init(_ state: consuming KeyedHashState) { self.state = state }
  }

  /// How many wait at most; more are freed.
  private static let capacity = 8
  private let algorithm: DigestAlgorithm
  private let key: SymmetricKey
  private let idle = Protected<[Box]>([])

  /// Takes a key for a hash function: one whose digest has 32, 48 or 64 bytes.
  package init?(digestSize: Int, key: SymmetricKey) {
    switch digestSize {
    case 32: algorithm = .sha256
    case 48: algorithm = .sha384
    case 64: algorithm = .sha512
    default: return nil
    }
    self.key = key
  }

  /// Says whether a code belongs to the data and the key, in a time that depends on the lengths only.
  package func isValid(_ code: RawSpan, for data: RawSpan) -> Bool {
    let box = idle.withLock { $0.popLast() } ?? Box(key.withBytes { KeyedHashState(algorithm, key: $0) })
    // because the buffer is only read during the call
    let isValid = unsafe box.state.code(data, RawSpan()).withUnsafeBytes(count: algorithm.byteCount) {
      unsafe ConstantTime.equal($0.bytes, code)
    }
    idle.withLock { idle in
      if idle.count < Self.capacity { idle.append(box) }
    }
    return isValid
  }
}
