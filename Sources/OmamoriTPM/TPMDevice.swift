import CTPM
package import OmamoriCore
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A TPM, asked on the calling thread, which waits for the answer: milliseconds to seconds, for ever if the TPM hangs.
///
/// ``TPM`` asks on a thread of its own. Each call opens and closes its own connection, so nothing stays in the TPM.
/// Safe to use from any thread.
package struct TPMDevice: Sendable {
  /// The most bytes of a secret.
  package static let longestSecret = Int(OMTPM_MAX_SECRET)
  /// The most bytes of a PIN or another authorisation value; hash longer ones.
  package static let longestPIN = Int(OMTPM_MAX_AUTH)

  /// Where it is.
  package let address: TPMAddress
  let ownerAuthorization: SharedSecretBytes?
  let library: TPMLibrary

  /// Names a TPM; it is not asked for anything yet.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - ownerAuthorization: The owner's authorisation value of at most 32 bytes; most machines have none.
  ///   - library: The TPM software stack.
  package init(
    at address: TPMAddress,
    ownerAuthorization: SharedSecretBytes? = nil,
    library: TPMLibrary = .standard
  ) {
    (self.address, self.ownerAuthorization, self.library) = (address, ownerAuthorization, library)
  }

  /// Seals a secret.
  ///
  /// - Parameters:
  ///   - secret: 1 to 128 bytes.
  ///   - pin: 1 to 32 bytes that the TPM then asks for; zero bytes at its end do not count. Wrong ones count towards
  ///     the TPM's lockout. With `nil` whoever may use this TPM can open the object.
  ///   - registers: The registers that must have the values they have now.
  /// - Returns: The object, which only this TPM opens.
  /// - Throws: ``TPMError``.
  package func seal(
    _ secret: SharedSecretBytes,
    pin: SharedSecretBytes? = nil,
    registers: PlatformRegisters = []
  ) throws(TPMError) -> SealedObject {
    guard (1...Self.longestSecret).contains(secret.count) else {
      throw .invalidLength(limit: Self.longestSecret)
    }
    try Self.check(pin: pin)
    var content = [UInt8](repeating: 0, count: Int(OMTPM_MAX_SEALED))
    var size = content.count
    // because the pointers are used within the closure only, and size is the room in content
    try unsafe call(secret, pin) { target, secret, pin in
      unsafe omtpm_seal(library.functions, target, registers.rawValue, secret, pin, &content, &size)
    }
    return SealedObject(registers: registers, content: Array(content.prefix(size)))
  }

  /// Opens a sealed object.
  ///
  /// - Parameters:
  ///   - object: What ``seal(_:pin:registers:)`` made.
  ///   - pin: The same PIN.
  /// - Returns: The secret.
  /// - Throws: ``TPMError``.
  package func unseal(_ object: SealedObject, pin: SharedSecretBytes? = nil) throws(TPMError) -> SecretBytes {
    try Self.check(pin: pin)
    let content = Array(object.content)
    var size = Self.longestSecret
    // The room is a secret of its own, since the size is known only afterwards.
    let room = try SecretBytes(count: size) { bytes throws(TPMError) in
      // because the pointers are used within the closures only, and size is the room in bytes
      try unsafe call(pin) { target, pin, _ in
        unsafe content.withUnsafeBytes { sealed in
          let sealed = unsafe omtpm_bytes(start: sealed.baseAddress, count: sealed.count)
          return unsafe bytes.withUnsafeMutableBytes { secret in
            unsafe omtpm_unseal(
              library.functions, target, object.registers.rawValue, sealed, pin, secret.baseAddress, &size)
          }
        }
      }
    }
    return room.withBytes { SecretBytes(copying: $0.extracting(first: size)) }
  }

  /// Random bytes from the TPM's own source, encrypted on their way.
  ///
  /// - Parameter count: 1 to 1024.
  /// - Returns: The bytes.
  /// - Throws: ``TPMError``.
  package func random(_ count: Int) throws(TPMError) -> SecretBytes {
    let limit = Int(OMTPM_MAX_RANDOM)
    guard (1...limit).contains(count) else { throw .invalidLength(limit: limit) }
    return try SecretBytes(count: count) { bytes throws(TPMError) in
      // because the pointers are used within the closures only, and bytes has room for count
      try unsafe call { target, _, _ in
        unsafe bytes.withUnsafeMutableBytes { room in
          unsafe omtpm_random(library.functions, target, room.baseAddress, count)
        }
      }
    }
  }

  /// The state of the protection against guessing PINs, which all users of the TPM share.
  ///
  /// - Throws: ``TPMError``.
  package func lockout() throws(TPMError) -> TPMLockout {
    var state = omtpm_lockout()
    // because the pointers are used within the closure only
    try unsafe call { target, _, _ in unsafe omtpm_lockout_state(library.functions, target, &state) }
    return TPMLockout(state)
  }

  private static func check(pin: SharedSecretBytes?) throws(TPMError) {
    guard let pin else { return }
    // A value of zeros is the same as none to a TPM.
    let isUsable = (1...longestPIN).contains(pin.count) && !pin.withBytes { ConstantTime.isZero($0) }
    guard isUsable else { throw .invalidLength(limit: longestPIN) }
  }
}

extension TPMDevice {
  /// How often a request is made again when others use all of the TPM's memory, as happens without a resource manager.
  private static let greatestRepetition = 8

  /// Calls the C target with the TPM's address and with pointers to two secrets.
  ///
  /// A TPM that is busy has done nothing, so it is asked again, after 10 ms at first and 1.3 s at last.
  ///
  /// - Parameters:
  ///   - first: A secret; `nil` becomes no bytes.
  ///   - second: Another one.
  ///   - body: Makes the call; the pointers are valid until it returns.
  /// - Throws: What the result of `body` stands for.
  func call(
    _ first: SharedSecretBytes? = nil,
    _ second: SharedSecretBytes? = nil,
    _ body: (omtpm_target, omtpm_bytes, omtpm_bytes) -> omtpm_result
  ) throws(TPMError) {
    for repetition in 0... {
      // because the caller says what the pointers are used for
      guard let error = TPMError(unsafe result(first, second, body)) else { return }
      switch error {
      case .busy where repetition < Self.greatestRepetition:
        usleep(UInt32.random(in: 5_000...10_000) << UInt32(repetition))
      case .lockedOut: throw .lockedOut(seconds: (try? lockout())?.secondsPerTry)
      default: throw error
      }
    }
  }

  private func result(
    _ first: SharedSecretBytes?,
    _ second: SharedSecretBytes?,
    _ body: (omtpm_target, omtpm_bytes, omtpm_bytes) -> omtpm_result
  ) -> omtpm_result {
    // because all pointers are valid until the innermost closure returns
    unsafe address.text.withCString { tcti in
      unsafe ownerAuthorization.withPointer { owner in
        unsafe first.withPointer { first in
          unsafe second.withPointer { unsafe body(omtpm_target(tcti: tcti, owner_auth: owner), first, $0) }
        }
      }
    }
  }
}

extension SharedSecretBytes? {
  /// Calls `body` with a pointer to the bytes that is valid until it returns, or with no bytes.
  fileprivate func withPointer(_ body: (omtpm_bytes) -> omtpm_result) -> omtpm_result {
    // because no bytes need no pointer
    guard let self else { return unsafe body(omtpm_bytes(start: nil, count: 0)) }
    return self.withBytes { bytes in
      // because the buffer is valid until the closure returns
      unsafe bytes.withUnsafeBytes { unsafe body(omtpm_bytes(start: $0.baseAddress, count: $0.count)) }
    }
  }
}

extension TPMDevice {
  /// Creates a counter, which needs the owner.
  ///
  /// - Returns: Its first value, above those of all counters before.
  /// - Throws: ``TPMError``.
  package func create(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    var value: UInt64 = 0
    // because the pointers are used within the closure only
    try unsafe call(counter.authorization) { target, key, _ in
      unsafe omtpm_counter_create(library.functions, target, counter.index, key, &value)
    }
    return value
  }

  /// Reads a counter.
  ///
  /// - Returns: Its value.
  /// - Throws: ``TPMError``.
  package func read(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    var value: UInt64 = 0
    // because the pointers are used within the closure only
    try unsafe call(counter.authorization) { target, key, _ in
      unsafe omtpm_counter_read(library.functions, target, counter.index, key, &value)
    }
    return value
  }

  /// Adds one to a counter.
  ///
  /// A TPM's memory wears out, typically after 100,000 times or more.
  ///
  /// - Returns: Its new value.
  /// - Throws: ``TPMError``.
  package func increment(_ counter: TPMCounter) throws(TPMError) -> UInt64 {
    var value: UInt64 = 0
    // because the pointers are used within the closure only
    try unsafe call(counter.authorization) { target, key, _ in
      unsafe omtpm_counter_increment(library.functions, target, counter.index, key, &value)
    }
    return value
  }

  /// Removes a counter, which needs the owner.
  ///
  /// - Throws: ``TPMError``.
  package func remove(_ counter: TPMCounter) throws(TPMError) {
    // because the pointers are used within the closure only
    try unsafe call { target, _, _ in
      unsafe omtpm_counter_remove(library.functions, target, counter.index)
    }
  }
}

/// Where a TPM is, in the words of the TSS: a kind and its settings, such as `device:/dev/tpmrm0`.
///
/// The TSS would load any library and, with the kind `cmd`, run any program that an address names. Only kinds that
/// speak to a TPM are accepted, so an environment variable cannot do that.
package struct TPMAddress: Sendable, Hashable {
  /// The address as text.
  package let text: String

  private static let kinds = ["device", "swtpm", "mssim", "tabrmd"]
  private static let longest = 512

  /// The kernel's TPM, shared by its resource manager.
  package static let kernel = TPMAddress(unchecked: "device:/dev/tpmrm0")

  /// Reads an address.
  ///
  /// - Parameter text: `device`, `swtpm`, `mssim` or `tabrmd`, alone or followed by a colon and settings; at most 512
  ///   printable ASCII characters.
  /// - Throws: ``TPMError/invalidAddress``.
  package init(_ text: String) throws(TPMError) {
    let kind = text.prefix { $0 != ":" }
    guard Self.kinds.contains(String(kind)), text.utf8.count <= Self.longest else { throw .invalidAddress }
    guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .invalidAddress }
    self.text = text
  }

  /// The address in the variable `TPM2TOOLS_TCTI`, which the TPM tools read too, or the kernel's TPM.
  ///
  /// - Parameter environment: The variables, those of the process unless a test says otherwise.
  /// - Returns: The address.
  /// - Throws: ``TPMError/invalidAddress``.
  package static func standard(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TPMError) -> TPMAddress {
    guard let named = environment["TPM2TOOLS_TCTI"], !named.isEmpty else { return .kernel }
    return try TPMAddress(named)
  }

  private init(unchecked text: String) { self.text = text }
}

/// The TPM software stack, opened at run time.
///
/// Its functions do not change once it is open; safe to share between threads.
@safe
// because what the pointer leads to is never written again
package struct TPMLibrary: @unchecked Sendable {
  /// The functions, or `nil` where the stack is missing.
  let functions: OpaquePointer?

  /// The stack that the system has.
  // because the C target opens it once and keeps it
  package static let standard = unsafe TPMLibrary(functions: omtpm_library_standard())

  /// Whether the stack is there; that says nothing about a TPM.
  package var isPresent: Bool { unsafe functions != nil }

  /// Opens a stack whose libraries have other names.
  package init(esys: String, marshalling: String, loader: String) {
    // because the names are only read during the call
    unsafe functions = omtpm_library_open(esys, marshalling, loader)
  }

  private init(functions: OpaquePointer?) {
    unsafe self.functions = functions  // because the caller got it from the C target, which keeps it
  }
}
