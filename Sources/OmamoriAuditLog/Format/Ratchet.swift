import OmamoriCore
import OmamoriCrypto

/// The keys of the frames of a segment: each step gives the key of one frame and the key of the next step, and forgets
/// where it came from.
///
/// Who takes the memory of the process learns the keys of frames to come, not those of frames that were written. A copy
/// keeps its keys, so do not keep one. A value; safe to send between threads.
public struct Ratchet: Sendable {
  /// The number of bytes of a key.
  static let keyByteCount = 32
  private static let first = Data("omamori-audit-log v1 first".utf8)
  private static let next = Data("omamori-audit-log v1 next".utf8)

  /// The key of the frame and the key of the next step, in locked memory.
  private var keys: SymmetricKey

  /// Begins with the seed of a segment, bound to its header and with that to everything before it.
  init(seed: SymmetricKey, header: LogHash) {
    keys = HKDF<SHA512>.deriveKey(
      inputKeyMaterial: seed, salt: header.bytes, info: Self.first, outputByteCount: 2 * Self.keyByteCount)
  }

  /// Goes on to the next frame; the key of the last one is wiped.
  mutating func advance() {
    // because the buffer is only read during the call
    keys = unsafe keys.withUnsafeBytes { keys in
      unsafe HKDF<SHA512>.expand(
        pseudoRandomKey: UnsafeRawBufferPointer(rebasing: keys[Self.keyByteCount...]), info: Self.next,
        outputByteCount: 2 * Self.keyByteCount)
    }
  }

  /// Calls `body` with the key of the frame.
  func withKey<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // because the caller promises not to keep the pointer
    try unsafe keys.withUnsafeBytes { keys in
      try unsafe body(UnsafeRawBufferPointer(rebasing: keys[..<Self.keyByteCount]))
    }
  }
}
