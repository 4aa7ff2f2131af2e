import CArgon2
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
package import OmamoriCore

/// Argon2id, version 1.3 (RFC 9106), by the reference library.
///
/// Has no state; safe to use from any thread, but it blocks the thread for as long as its cost asks for.
package enum Argon2 {
  /// Derives bytes from a password.
  ///
  /// - Parameters:
  ///   - password: The password; a copy of it is wiped as soon as the library has read it.
  ///   - salt: 8 to 64 bytes.
  ///   - memory: The memory in KiB; the caller has checked the three costs.
  ///   - passes: How often the memory is passed over.
  ///   - lanes: The lanes, which different processor cores can fill.
  ///   - secret: A key that is part of the input, the "pepper"; wiped likewise.
  ///   - associatedData: Bytes that are part of the input.
  ///   - byteCount: How many bytes to derive, 4 to 1024.
  /// - Returns: The bytes.
  /// - Throws: `CryptoError.outOfMemory`, `CryptoError.backend(code:)`.
  package static func hash(
    password: RawSpan,
    salt: [UInt8],
    memory: Int,
    passes: Int,
    lanes: Int,
    secret: SharedSecretBytes?,
    associatedData: [UInt8],
    byteCount: Int
  ) throws(CryptoError) -> SecretBytes {
    var (salt, data) = (salt, associatedData)
    var password = SecretBytes(copying: password)
    var key = secret?.copy() ?? SecretBytes(count: 0) { _ in }
    var context = unsafe Argon2_Context()  // because zero is a value of every member
    unsafe context.t_cost = UInt32(passes)
    unsafe context.m_cost = UInt32(memory)
    unsafe context.lanes = UInt32(lanes)
    unsafe context.threads = UInt32(min(lanes, max(1, ProcessInfo.processInfo.activeProcessorCount)))
    unsafe context.version = ARGON2_VERSION_13.rawValue
    unsafe context.flags = omamori_argon2_clear_inputs()
    unsafe context.allocate_cbk = allocate
    unsafe context.free_cbk = { room, _ in unsafe free(room) }  // because the function above allocated it

    var result: Int32 = 0
    let derived = SecretBytes(count: byteCount) { output in
      // because every pointer is used by the one call inside the closures, with the length of its own buffer
      unsafe output.withUnsafeMutableBytes { output in
        unsafe password.withUnsafeMutable { password in
          unsafe key.withUnsafeMutable { key in
            unsafe salt.withUnsafeMutableBufferPointer { salt in
              unsafe data.withUnsafeMutableBufferPointer { data in
                unsafe (context.out, context.outlen) = bound(output)
                unsafe (context.pwd, context.pwdlen) = bound(password)
                unsafe (context.secret, context.secretlen) = bound(key)
                unsafe (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
                unsafe (context.ad, context.adlen) = (data.baseAddress, UInt32(data.count))
                result = unsafe argon2_ctx(&context, Argon2_id)
              }
            }
          }
        }
      }
    }
    switch result {
    case ARGON2_OK.rawValue: return derived
    case ARGON2_MEMORY_ALLOCATION_ERROR.rawValue, ARGON2_THREAD_FAIL.rawValue: throw .outOfMemory
    default: throw .backend(code: UInt(result.magnitude))
    }
  }

  /// Gives the room that the calculation fills, in large pages: touching each small one first takes half of the time.
  ///
  /// The library wipes the room before it gives it back.
  private static let allocate:
    @convention(c) (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, Int) -> Int32 = {
      place, count in
      var room: UnsafeMutableRawPointer?
      // because the result is looked at before the room is used, and nobody else has it yet
      guard unsafe posix_memalign(&room, LargePages.size, count) == 0, let start = unsafe room else {
        return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
      }
      // because the room is as long as was asked for
      unsafe LargePages.prefer(for: UnsafeMutableRawBufferPointer(start: start, count: count))
      unsafe place?.pointee = start.assumingMemoryBound(to: UInt8.self)  // because bytes can be seen as UInt8
      return ARGON2_OK.rawValue
    }

  private static func bound(
    _ bytes: UnsafeMutableRawBufferPointer
  ) -> (UnsafeMutablePointer<UInt8>?, UInt32) {
    // because raw memory of bytes can be seen as UInt8
    unsafe (bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count))
  }
}

extension SecretBytes {
  /// Calls `body` with the place of the bytes, for the C library; `nil` stands for no bytes.
  fileprivate mutating func withUnsafeMutable(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    withMutableBytes { bytes in
      // because the pointer stays inside the closure
      unsafe bytes.withUnsafeMutableBytes { unsafe body($0) }
    }
  }
}
