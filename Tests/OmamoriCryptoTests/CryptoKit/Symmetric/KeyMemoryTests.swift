#if canImport(Glibc)
import Foundation
import Glibc
import OmamoriCore
import OmamoriCrypto
import Testing

/// Looks for the bytes of a key in the whole memory of the process.
///
/// One test after the other: a search copies what it reads, keys of the others that are still alive included.
@Suite(.serialized, .enabled(if: !isSanitized, "sanitizers map terabytes")) struct KeyMemoryTests {
  /// The last 16 bytes of a key, kept in a form that is not the key; the first ones are overwritten by the allocator
  /// when memory is freed, whoever wipes it or not.
  struct Masked {
    let bytes: [UInt8]
    let mask: [UInt8]

    init(_ key: SymmetricKey) {
      let mask = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
      bytes = unsafe key.withUnsafeBytes { key in unsafe zip(key.suffix(16), mask).map { $0 ^ $1 } }
      self.mask = mask
    }
  }

  /// How often the last 16 bytes of a key stand in the writable memory, apart from where this function has them.
  static func occurrences(of masked: Masked) throws -> Int {
    let scratch = Scratch(masked)
    let memory = unsafe Glibc.open("/proc/self/mem", O_RDONLY)
    try #require(memory >= 0)
    defer { close(memory) }
    var count = 0
    for line in try maps().split(separator: "\n") {
      let fields = line.split(separator: " ")
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields[1].hasPrefix("rw"), bounds.count == 2 else { continue }
      var address = bounds[0]
      while address < bounds[1] {
        let read = scratch.read(memory, from: address, to: bounds[1])
        guard read > 0 else { break }
        count += scratch.occurrences(in: read, from: address)
        // Pieces overlap, so that a key on their border is seen.
        address += UInt(read < Scratch.size ? read : Scratch.size - 15)
      }
    }
    return count
  }

  /// The list of mappings, which the kernel hands out a page at a time and so looks shorter to other readers.
  static func maps() throws -> String {
    let file = unsafe Glibc.open("/proc/self/maps", O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe Glibc.read(file, &piece, piece.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += piece.prefix(count)
    }
  }

  /// A buffer for pieces of the memory, and the bytes that are looked for.
  @safe final class Scratch {
    static let size = 1 << 20
    private let buffer: UnsafeMutableRawPointer
    private let needle: UnsafeMutableRawPointer

    init(_ masked: Masked) {
      unsafe buffer = .allocate(byteCount: Self.size + 16, alignment: 16)
      unsafe needle = buffer + Self.size
      for index in 0..<16 {
        unsafe needle.storeBytes(
          of: masked.bytes[index] ^ masked.mask[index], toByteOffset: index, as: UInt8.self)
      }
    }

    deinit {
      unsafe explicit_bzero(buffer, Self.size + 16)
      unsafe buffer.deallocate()
    }

    func read(_ memory: Int32, from start: UInt, to end: UInt) -> Int {
      unsafe pread(memory, buffer, min(Self.size, Int(end - start)), Int(start))
    }

    func occurrences(in count: Int, from address: UInt) -> Int {
      let own = UInt(bitPattern: unsafe buffer)
      var (found, offset) = (0, 0)
      while offset + 16 <= count,
        let place = unsafe memchr(buffer + offset, Int32(needle.load(as: UInt8.self)), count - offset - 15)
      {
        offset = unsafe buffer.distance(to: place)
        let original = address + UInt(offset)
        // The buffer reads itself too.
        if !(own..<own + UInt(Self.size) + 16 ~= original), unsafe memcmp(place, needle, 16) == 0 {
          found += 1
        }
        offset += 1
      }
      return found
    }
  }

  /// Uses a key in every way there is and forgets it.
  @inline(never) func use() throws -> (masked: Masked, alive: Int) {
    let key = SymmetricKey(size: .bits256)
    let masked = Masked(key)
    let message = Data(repeating: 3, count: 5000)
    _ = try AES.GCM.open(AES.GCM.seal(message, using: key), using: key)
    _ = try ChaChaPoly.open(ChaChaPoly.seal(message, using: key), using: key)
    var code = HMAC<SHA512>(key: key)
    code.update(data: message)
    _ = (code.finalize(), HMAC<SHA256>.authenticationCode(for: message, using: key))
    _ = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: message, info: message, outputByteCount: 100)
    _ = try AES.CMAC.authenticationCode(for: message, using: key)
    _ = try AES.SIV.open(AES.SIV.seal(message, using: key), using: key)
    _ = try AES.KeyWrap.unwrap(AES.KeyWrap.wrap(key, using: key), using: key)
    _ = ANSIKDFx963<SHA256>.deriveKey(inputKeyMaterial: key, info: message, outputByteCount: 100)
    return try withExtendedLifetime(key) { (masked, try Self.occurrences(of: masked)) }
  }

  @Test func nothingOfAKeyIsInMemoryOnceItIsReleased() throws {
    let (masked, alive) = try use()
    #expect(alive == 1, "while it is in use, the key is there once")
    #expect(try Self.occurrences(of: masked) == 0)
  }

  /// Derives a key, counts it and forgets it.
  @inline(never) func derive(_ key: () throws -> SymmetricKey) throws -> (masked: Masked, alive: Int) {
    let key = try key()
    let masked = Masked(key)
    return try withExtendedLifetime(key) { (masked, try Self.occurrences(of: masked)) }
  }

  static let material = SymmetricKey(size: .bits256)
  static let peer = Curve25519.KeyAgreement.PrivateKey()
  static func shared() throws -> SharedSecret {
    try Curve25519.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: peer.publicKey)
  }
  static func sender() throws -> HPKE.Sender {
    try HPKE.Sender(
      recipientKey: peer.publicKey, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: Data("info".utf8))
  }
  static let derivations: [@Sendable () throws -> SymmetricKey] = [
    { HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: Data([1]), outputByteCount: 32) },
    { HKDF<SHA512>.deriveKey(inputKeyMaterial: material, salt: Data([2]), outputByteCount: 200) },
    { HKDF<SHA384>.expand(pseudoRandomKey: material, info: Data([3]), outputByteCount: 48) },
    { ANSIKDFx963<SHA256>.deriveKey(inputKeyMaterial: material, info: Data([4]), outputByteCount: 32) },
    {
      try shared().hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: Data(), sharedInfo: Data([5]), outputByteCount: 32)
    },
    { try shared().x963DerivedSymmetricKey(using: SHA512.self, sharedInfo: Data([6]), outputByteCount: 100) },
    { try sender().exportSecret(context: Data([7]), outputByteCount: 32) },
  ]

  @Test(arguments: derivations.indices) func nothingOfADerivedKeyIsLeft(_ index: Int) throws {
    let (masked, alive) = try derive(Self.derivations[index])
    #expect(alive == 1, "while it is in use, the key is there once")
    #expect(try Self.occurrences(of: masked) == 0)
  }

  /// Reads keys of Ed25519 from documents in locked memory and forgets them.
  @inline(never) func readKeys() throws -> [Masked] {
    try (0..<16)
      .map { _ in
        let seed = SymmetricKey(size: .bits256)
        let document = SecretBytes(count: 48) { bytes in
          // because both parts lie within the 48 bytes, which nobody else uses
          unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe bytes.copyBytes(from: hex("302e020100300506032b657004220420"))
            unsafe seed.withUnsafeBytes {
              unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[16...]).copyMemory(from: $0)
            }
          }
        }
        // because the buffer is only read during the call
        let key = try unsafe document.bytes.withUnsafeBytes {
          try unsafe Curve25519.Signing.PrivateKey(derRepresentation: $0)
        }
        _ = try key.signature(for: Data())
        return Masked(seed)
      }
  }

  @Test func nothingOfAPrivateKeyThatWasReadIsLeft() throws {
    for masked in try readKeys() { #expect(try Self.occurrences(of: masked) == 0) }
  }
}

/// Whether a sanitizer watches the process.
private var isSanitized: Bool {
  // because the symbols are looked up and never called
  unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}
#endif
