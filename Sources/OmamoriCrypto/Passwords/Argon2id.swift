package import OmamoriCore
import OmamoriCryptoKit

/// Argon2id, version 1.3 (RFC 9106); Apple systems do not have it.
///
/// The calculation takes as long as its cost asks for and blocks the calling thread: asynchronous code calls
/// ``hashOnOwnThread(_:salt:cost:secret:associatedData:byteCount:)``.
package enum Argon2id {
  /// Derives bytes from a password.
  ///
  /// - Parameters:
  ///   - password: The password; a copy of it is wiped as soon as the library has read it.
  ///   - salt: 8 to 64 bytes.
  ///   - cost: Checked before anything is allocated.
  ///   - secret: A key that is part of the input, the "pepper"; wiped likewise.
  ///   - associatedData: Up to 4096 bytes that are part of the input.
  ///   - byteCount: How many bytes to derive, 4 to 1024.
  /// - Returns: The bytes.
  /// - Throws: `CryptoError.outOfRange(lower:upper:)`, `CryptoError.outOfMemory`, `CryptoError.backend(code:)`, and on
  ///   Apple systems always `CryptoError.unsupported(_:)`.
  package static func hash(
    password: RawSpan,
    salt: [UInt8],
    cost: Argon2Cost,
    secret: SharedSecretBytes? = nil,
    associatedData: [UInt8] = [],
    byteCount: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    #if canImport(Darwin)
    throw .unsupported(.passwordHash)
    #else
    try cost.check()
    guard (8...64).contains(salt.count) else { throw .outOfRange(lower: 8, upper: 64) }
    guard associatedData.count <= 4096 else { throw .outOfRange(lower: 0, upper: 4096) }
    guard (4...1024).contains(byteCount) else { throw .outOfRange(lower: 4, upper: 1024) }
    return try Argon2.hash(
      password: password, salt: salt, memory: cost.memory, passes: cost.passes, lanes: cost.lanes,
      secret: secret,
      associatedData: associatedData, byteCount: byteCount)
    #endif
  }

  /// Derives bytes from a password on the calling thread, for tools; see the function of raw bytes for the rest.
  package static func hash(
    _ password: Password,
    salt: [UInt8],
    cost: Argon2Cost,
    secret: SharedSecretBytes? = nil,
    associatedData: [UInt8] = [],
    byteCount: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    try password.withBytes { password throws(CryptoError) in
      try hash(
        password: password, salt: salt, cost: cost, secret: secret, associatedData: associatedData,
        byteCount: byteCount)
    }
  }

  /// Derives bytes from a password on a thread of its own; see the function of raw bytes for the rest.
  ///
  /// What limits the number of calculations at once is the caller's business; ``PasswordGate`` does it.
  package static func hashOnOwnThread(
    _ password: Password,
    salt: [UInt8],
    cost: Argon2Cost,
    secret: SharedSecretBytes? = nil,
    associatedData: [UInt8] = [],
    byteCount: Int = 32
  ) async throws(CryptoError) -> SharedSecretBytes {
    try await OwnThread.run { () throws(CryptoError) in
      SharedSecretBytes(
        try hash(
          password, salt: salt, cost: cost, secret: secret, associatedData: associatedData,
          byteCount: byteCount))
    }
  }
}

/// What one calculation of Argon2id may cost (RFC 9106, section 3.1).
package struct Argon2Cost: Sendable, Hashable {
  /// The memory in KiB.
  package var memory: Int
  /// How often the memory is passed over.
  package var passes: Int
  /// The lanes, which different processor cores can fill.
  package var lanes: Int

  package init(memory: Int, passes: Int, lanes: Int) {
    (self.memory, self.passes, self.lanes) = (memory, passes, lanes)
  }

  /// The most memory that any calculation may take, in KiB: 4 GiB.
  package static let greatestMemory = 4 << 20
  /// The most passes of any calculation.
  package static let greatestPasses = 1 << 16
  /// The most lanes, as the format of password hashes has it.
  package static let greatestLanes = 255

  /// Refuses what Argon2 does not define and what no machine should be asked for, before anything is allocated.
  package func check() throws(CryptoError) {
    guard (1...Self.greatestLanes).contains(lanes) else {
      throw .outOfRange(lower: 1, upper: Self.greatestLanes)
    }
    guard (1...Self.greatestPasses).contains(passes) else {
      throw .outOfRange(lower: 1, upper: Self.greatestPasses)
    }
    guard (8 * lanes...Self.greatestMemory).contains(memory) else {
      throw .outOfRange(lower: 8 * lanes, upper: Self.greatestMemory)
    }
  }
}
