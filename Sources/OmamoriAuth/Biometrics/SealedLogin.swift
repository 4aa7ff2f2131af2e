import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// Where a biometric login is kept: a key that only the person can use, and a token sealed to it.
///
/// Sealing needs the public half only, so that nobody is asked. Keys and items are found by the name of the service.
struct SealedLogin: Sendable {
  /// Where a sealed token is: in its place, or beside it until it was read back.
  ///
  /// A program that is killed while the person is asked leaves a token that counts for nothing.
  enum Place: String, CaseIterable {
    /// It was read back once, or replaced one that was.
    case confirmed = "biometric-login"
    /// Nobody has shown yet that it can be opened.
    case unconfirmed = "biometric-login.unconfirmed"
  }

  private static let purpose = Data("omamori biometric login 1".utf8)
  /// The longest token, in bytes.
  static let greatestSize = 64 << 10

  let keychain: any KeychainBackend
  let service: String
  let policy: BiometricPolicy

  private var keys: KeychainKeys { KeychainKeys(backend: keychain) }
  private var tag: KeyTag { KeyTag("omamori.biometric-login." + service) }
  private var context: Data { Self.purpose + Data(service.utf8) }
  private func query(_ place: Place) -> ItemQuery {
    ItemQuery(.genericPassword, [.service: .text(service), .account: .text(place.rawValue)])
  }

  /// The place that has a sealed token; `nil` when there is none.
  func place() async throws(KeychainError) -> Place? {
    for place in Place.allCases where try await !keychain.find(query(place)).isEmpty { return place }
    return nil
  }

  /// The sealed token of a place; `nil` when there is none.
  func sealed(_ place: Place = .confirmed) async throws(KeychainError) -> Data? {
    guard let item = try await keychain.find(query(place), withSecrets: true).first else { return nil }
    guard let secret = item.secret else { throw .corrupt(.item) }
    return Data(secret.withBytes { $0.byteArray })
  }

  /// Makes the key.
  func makeKey(_ access: ItemAccess) async throws(KeychainError) -> P256.KeyAgreement.PublicKey {
    try await keys.makeDecryptionKey(
      tag: tag, KeychainKeys.Options(accessControl: policy.accessControl, label: service), access: access)
  }

  /// The public half of the key; `nil` when there is none, or none any more.
  ///
  /// It is kept beside the token too, for the time in which the device is locked and shows no key.
  func publicKey() async throws(KeychainError) -> P256.KeyAgreement.PublicKey? {
    do throws(KeychainError) {
      return try await keys.decryptionKey(tag: tag)
    } catch .locked {
      guard let place = try await place(),
        case .data(let point)? = try await keychain.find(query(place)).first?.attributes[.generic]
      else { throw .locked }
      return try? P256.KeyAgreement.PublicKey(x963Representation: point)
    }
  }

  /// Seals a token and puts it in the place of the one before; also while the device is locked, since a session may
  /// exchange its token then, and the sealed one says nothing without the key.
  func store(
    _ token: SecretText, to key: P256.KeyAgreement.PublicKey, in place: Place
  ) async throws(KeychainError) {
    guard 1...Self.greatestSize ~= token.count else { throw .tooLarge(limit: Self.greatestSize) }
    let sealed: Data
    do throws(CryptoError) {
      sealed = try ECIES.standardVariableIVX963SHA256AESGCM.encrypt(
        context + Data(token.withBytes { $0.byteArray }), to: key)
    } catch {
      throw .backend(code: 0)
    }
    let item = NewItem(
      .genericPassword,
      [.service: .text(service), .account: .text(place.rawValue), .generic: .data(key.x963Representation)],
      secret: SharedSecretBytes(SecretBytes(copying: sealed)), accessibility: .afterFirstUnlockThisDeviceOnly)
    guard try await keychain.put(item, if: .always, access: .none) != nil else { throw .contended }
  }

  /// Puts the token that was read back into its place, in one step.
  ///
  /// - Returns: Whether it was there still.
  func confirm() async throws(KeychainError) -> Bool {
    let changes = ItemChanges(attributes: [.account: .text(Place.confirmed.rawValue)])
    return try await keychain.update(query(.unconfirmed), changes, access: .none) > 0
  }

  /// Opens a sealed token; the person is asked.
  func open(_ sealed: Data, _ access: ItemAccess) async throws(KeychainError) -> SecretText {
    // A key that the system took away with the enrolment of another finger is not found any more.
    guard let opened = try await keys.decrypt(sealed, tag: tag, access: access) else { throw .invalidated }
    guard opened.starts(with: context), opened.count > context.count else { throw .corrupt(.item) }
    return SecretText(SecretBytes(copying: Data(opened.dropFirst(context.count))))
  }

  /// Removes the token and the key, each whatever became of the other.
  func remove() async throws(KeychainError) {
    var failure: KeychainError?
    for place in Place.allCases {
      do throws(KeychainError) { _ = try await keychain.remove(query(place)) } catch {
        failure = failure ?? error
      }
    }
    do throws(KeychainError) { try await keys.remove(tag: tag) } catch { failure = failure ?? error }
    if let failure { throw failure }
    guard try await place() == nil else { throw .contended }
  }
}
