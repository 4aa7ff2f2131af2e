import OmamoriCore
import OmamoriKeychain
import OmamoriReport

/// What became of an item that was written to be read and removed again.
struct KeychainTrial: Sendable {
  private(set) var facts: [CheckFact] = []
  private(set) var problems: [CheckProblem] = []

  /// Writes an item of a random name, reads it and removes it; it is removed also when something fails.
  static func run(_ keychain: Keychain) async throws(KeychainError) -> KeychainTrial {
    let key = Keychain.Key<SharedSecretBytes>(
      "omamori.checklist.\(UUID().uuidString)", accessibility: .whenUnlockedThisDeviceOnly)
    let secret: SharedSecretBytes
    do throws(CoreError) {
      secret = SharedSecretBytes(try SecretBytes(randomCount: 32))
    } catch {
      throw .unavailable(.store)
    }
    do throws(KeychainError) {
      return try await Self(keychain, key, secret)
    } catch {
      // A task of its own, since the caller's may be cancelled.
      await Task {
        // because the error that is thrown already says that the keychain does not work
        _ = try? await keychain.remove(key)
      }.value
      throw error
    }
  }

  private init(
    _ keychain: Keychain, _ key: Keychain.Key<SharedSecretBytes>, _ secret: SharedSecretBytes
  ) async throws(KeychainError) {
    let item = try await keychain.set(secret, for: key)
    facts += [
      CheckFact("accessibility", .text("\(item.accessibility)")),
      CheckFact("synchronized", .flag(item.synchronization == .synchronized)),
    ]
    if item.accessibility != key.accessibility {
      add(
        .high, "The item is not kept with the class that was asked for.", "項目が指定した保護クラスで保存されません。")
    }
    if item.synchronization.isRequested {
      add(.high, "The item is marked to leave this device.", "項目が同期の対象になっています。")
    }
    let read = try await keychain.secret(for: key)
    var isSame = false
    if let read { isSame = secret.copy().isEqual(to: read) }
    facts.append(CheckFact("read-back", .flag(isSame)))
    if !isSame {
      add(.high, "What was read is not what was written.", "書き込んだ内容と読み出した内容が一致しません。")
    }
    let isRemoved = try await keychain.remove(key)
    let isGone = try await !keychain.exists(key)
    facts.append(CheckFact("removed", .flag(isRemoved && isGone)))
    if !isRemoved || !isGone {
      add(.medium, "The item is still there after it was removed.", "削除したはずの項目が残っています。")
    }
  }

  private mutating func add(_ severity: Severity, _ english: String, _ japanese: String) {
    problems.append(CheckProblem(severity, LocalizedText(english, ja: japanese)))
  }
}
