import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain
import OmamoriKeychainFile
import OmamoriMessaging

/// The parameters with which an account is made.
struct ChatRegistration: Sendable {
  let server: Parameter<ServerAddress?>
  let pin: Parameter<RelayPin?>
  let usesPassphrase: Parameter<Bool>

  init(_ declare: inout Declaration) {
    server = declare.option(
      "--relay", value: "HOST:PORT", environment: "OMAMORI_RELAY",
      help: LocalizedText("The relay of a new account.", ja: "新しいアカウントのリレー。"))
    pin = declare.option(
      "--pin", value: "PIN", environment: "OMAMORI_RELAY_PIN",
      help: LocalizedText("The relay's pin, as it prints it.", ja: "リレーが表示するピン。"))
    usesPassphrase = declare.flag(
      "--passphrase",
      help: LocalizedText(
        "Protect a new account with a passphrase, not with a key file.",
        ja: "新しいアカウントを鍵ファイルではなくパスフレーズで保護します。"))
  }

  /// Opens the account of a name, or makes it and registers it.
  ///
  /// - Parameters:
  ///   - address: The own address.
  ///   - handles: Where accounts are, and what opens them.
  ///   - arguments: What was typed.
  /// - Returns: The account; its registration is complete, or goes on when the relay is there again.
  /// - Throws: ``ChatFault``, and what the keychain, the relay and the module throw.
  func account(
    as address: MessagingAddress, _ handles: ChatHandles, _ arguments: Arguments
  ) async throws -> ChatAccount {
    try AgentProcess.protect()
    let place = ChatPlace(address.name, in: try handles.root(arguments))
    let (server, pin) = (try arguments[server], try arguments[pin])
    if place.isThere, let account = try await existing(place, handles, arguments) {
      let site = account.relay.site
      guard server ?? site.server == site.server, pin ?? site.pin == site.pin else {
        await account.close()
        throw ChatFault.otherRelay(site.server)
      }
      return account
    }
    guard let server, let pin else { throw ChatFault.noRelayNamed }
    let site = try await RelaySite(asking: server, pin)
    return try await make(address, site, place, handles, arguments)
  }

  /// The account of a place; `nil` when its registration did not come so far.
  private func existing(
    _ place: ChatPlace, _ handles: ChatHandles, _ arguments: Arguments
  ) async throws -> ChatAccount? {
    let keychain = try await ChatKeychain.open(at: place, handles.password, arguments)
    do {
      return try await ChatAccount.open(place, keychain)
    } catch let error as MessagingError where error == .storage(.missing) {
      await keychain.close()
      return nil
    } catch {
      await keychain.close()
      throw error
    }
  }

  private func make(
    _ address: MessagingAddress, _ site: RelaySite, _ place: ChatPlace, _ handles: ChatHandles,
    _ arguments: Arguments
  ) async throws -> ChatAccount {
    let (isNew, hadKeyFile) = (!place.isThere, FileStatus.isThere(place.keyFile))
    let account: ChatAccount
    if isNew {
      var passphrase: Password?
      if try arguments[usesPassphrase] || handles.password.isGiven(arguments) {
        passphrase = try await handles.password.password(arguments, isNew: true, of: .account)
      }
      let keychain = try await ChatKeychain.create(at: place, passphrase: passphrase)
      account = try await ChatAccount.create(as: address, at: site, place, keychain)
    } else {
      let keychain = try await ChatKeychain.open(at: place, handles.password, arguments)
      account = try await ChatAccount.create(as: address, at: site, place, keychain)
    }
    do {
      try await account.register()
    } catch {
      await account.close()
      // A name that somebody else has is of no use; what was made for it now goes.
      if isNew, let fault = error as? ChatFault, fault == .takenChatName {
        try place.discardKeychain(keepsKeyFile: hadKeyFile)
      }
      throw error
    }
    return account
  }
}
