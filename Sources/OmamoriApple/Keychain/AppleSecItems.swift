import Foundation
import LocalAuthentication
import OmamoriCore
import OmamoriKeychain
import Security

/// Apple's keychain, called as the portable rules say.
struct AppleSecItems: SecItemSystem {
  /// The language in which a person is told the reason.
  let language: Language

  /// Begins an operation with an authentication context of its own.
  func session(_ access: ItemAccess) -> AppleSecItemSession { AppleSecItemSession(access, language) }
}

/// One operation on Apple's keychain.
final class AppleSecItemSession: SecItemSession {
  private let access: ItemAccess
  private let language: Language
  // because the operation uses it from one place at a time, and invalidate() is the call that is made from another
  private nonisolated(unsafe) let context: LAContext

  init(_ access: ItemAccess, _ language: Language) {
    (self.access, self.language) = (access, language)
    let context = LAContext()
    // The system's own dialogues too appear only where the caller brought a means to ask.
    context.interactionNotAllowed = access.authenticator == nil
    context.localizedReason = access.reason[language]
    if let password = access.applicationPassword {
      let credential = password.withBytes { bytes in
        // because the bytes are copied while the secret lends them
        unsafe bytes.withUnsafeBytes { unsafe Data($0) }
      }
      _ = context.setCredential(credential, type: .applicationPassword)
    }
    unsafe self.context = context  // because it is not shared yet
  }

  func perform(_ request: SecItemRequest) throws(KeychainError) -> SecItemReply {
    let context = unsafe context  // because this is the operation's one place
    switch request {
    case .add(let item):
      var result: CFTypeRef?
      let attributes = try item.dictionary(context)
      // because the result is a variable of this function
      let status = unsafe SecItemAdd(attributes, &result)
      return SecItemReply(status, SecItemDictionary.items(in: result))
    case .copyMatching(let query):
      var result: CFTypeRef?
      let conditions = try query.dictionary(context)
      // because the result is a variable of this function
      let status = unsafe SecItemCopyMatching(conditions, &result)
      return SecItemReply(status, SecItemDictionary.items(in: result))
    case .update(let query, let changes):
      return SecItemReply(SecItemUpdate(try query.dictionary(context), try changes.dictionary(context)))
    case .delete(let query):
      return SecItemReply(SecItemDelete(try query.dictionary(context)))
    }
  }

  func authenticate(_ accessControl: AccessControl) async -> AuthenticationOutcome {
    guard let authenticator = access.authenticator else { return .notAvailable }
    // The system asks by itself; another means is asked first, and both have to agree.
    if !(authenticator is BiometricAuthenticator) {
      let policy: AuthenticationRequest.Policy =
        accessControl.constraints.isDisjoint(with: [.userPresence, .devicePasscode])
        ? .biometrics : .biometricsOrPasscode
      let request = AuthenticationRequest(reason: access.reason, policy: policy)
      let outcome = await authenticator.authenticate(request)
      guard outcome.admits else { return outcome }
    }
    guard let control = try? accessControl.object else { return .notAvailable }
    // because the operation waits here until it has the answer, and only invalidate() is called meanwhile
    nonisolated(unsafe) let context = unsafe self.context
    return await AuthenticationOutcome {
      // because it is the context of this operation alone
      try await unsafe context.evaluateAccessControl(
        control, operation: .useItem, localizedReason: access.reason[language])
    }
  }

  func invalidate() {
    unsafe context.invalidate()  // because Apple lets another thread end what a context is asking
  }

  var biometryState: Data? {
    unsafe context.domainState.biometry.stateHash  // because this is the operation's one place
  }
}
