import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// The key of this device, without which the items of the …ThisDeviceOnly classes cannot be opened.
///
/// It lies in a file beside the store that backups leave out. Safe to share between threads.
struct DeviceKey: Sendable {
  /// The name of the file in the store's folder.
  static let fileName = "device.key"

  private let key: SymmetricKey

  /// Makes a new key.
  init() { key = SymmetricKey(size: .bits256) }

  /// The key that seals the keys of the classes of a store.
  func sealingKey(for store: StoreID) -> SymmetricKey {
    KeyWrap.derive("device", from: key, salt: store.bytes)
  }
}

extension DeviceKey {
  private static let magic: [UInt8] = Array("ODK".utf8) + [1]
  private static let checkByteCount = 8
  private static let byteCount = magic.count + KeyWrap.keyByteCount + checkByteCount

  /// Reads the key from a store's folder; `nil` when there is none.
  ///
  /// - Throws: `KeychainError.insecurePermissions(_:)`, `KeychainError.corrupt(_:)`, `KeychainError.file(_:code:)`.
  init?(folder: String) throws(KeychainError) {
    let file = PrivateFile(path: "\(folder)/\(Self.fileName)", place: .deviceKey)
    guard let found = try file.read(Self.byteCount...Self.byteCount) else { return nil }
    try self.init(found)
  }

  private init(_ bytes: SharedSecretBytes) throws(KeychainError) {
    let key: SymmetricKey?
    do throws(ByteProblem) {
      key = try bytes.withBytes { bytes throws(ByteProblem) in
        var reader = ByteReader(bytes)
        guard try reader.bytes(Self.magic.count) == Self.magic else { throw .unexpected }
        let key = SymmetricKey(try reader.secret(KeyWrap.keyByteCount))
        return try reader.bytes(Self.checkByteCount) == Self.check(key) ? key : nil
      }
    } catch {
      throw .corrupt(.deviceKey)
    }
    guard let key else { throw .corrupt(.deviceKey) }
    self.key = key
  }

  /// Makes a new key and keeps it in a store's folder, readable for its owner only and left out of backups.
  ///
  /// - Throws: `KeychainError.storeExists` when there is one, `KeychainError.file(_:code:)`,
  ///   `KeychainError.diskFull`, `KeychainError.readOnly`.
  init(creatingIn folder: String) throws(KeychainError) {
    self.init()
    let content = SecretBytes(count: Self.byteCount) { bytes in
      // because all three parts lie within the bytes
      unsafe bytes.withUnsafeMutableBytes { room in
        unsafe room.copyBytes(from: Self.magic)
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[Self.magic.count...])
        unsafe key.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
        let end = unsafe UnsafeMutableRawBufferPointer(rebasing: rest[KeyWrap.keyByteCount...])
        unsafe end.copyBytes(from: Self.check(key))
      }
    }
    let file = PrivateFile(path: "\(folder)/\(Self.fileName)", place: .deviceKey)
    try file.create(content, isBackedUp: false)
  }

  /// Tells a damaged file from one of another device; says nothing about the key.
  private static func check(_ key: SymmetricKey) -> [UInt8] {
    KeyWrap.derive("device check", from: key, salt: []).withCheck(checkByteCount)
  }
}

extension SymmetricKey {
  /// The first bytes of a key that was derived to be shown.
  fileprivate func withCheck(_ count: Int) -> [UInt8] {
    // because the bytes are copied inside the closure
    unsafe withUnsafeBytes { unsafe Array($0.prefix(count)) }
  }
}
