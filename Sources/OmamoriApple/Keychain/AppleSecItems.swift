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
  /// The operation's authentication context.
  // because the operation uses it in one place at a time, and the call from elsewhere is the one that ends its dialogue
  private struct Context: @unchecked Sendable {
    let value: LAContext
  }

  private struct State {
    var context: Context?
    var isInvalid = false
  }

  private let access: ItemAccess
  private let language: Language
  private let state = Protected(State())

  init(_ access: ItemAccess, _ language: Language) { (self.access, self.language) = (access, language) }

  /// The authentication context, made when something needs it: making one calls a service that daemons cannot reach.
  private var context: LAContext {
    state.withLock { state in
      let context = state.context ?? makeContext()
      if state.isInvalid { context.value.invalidate() }
      state.context = context
      return context
    }.value
  }

  private func makeContext() -> Context {
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
    return Context(value: context)
  }

  func perform(_ request: SecItemRequest) throws(KeychainError) -> SecItemReply {
    switch request {
    case .add(let item):
      var result: CFTypeRef?
      let attributes = try item.dictionary { context }
      // because the result is a variable of this function
      let status = unsafe SecItemAdd(attributes, &result)
      return SecItemReply(status, SecItemDictionary.items(in: result))
    case .copyMatching(let query):
      var result: CFTypeRef?
      let conditions = try query.dictionary { context }
      let status = unsafe SecItemCopyMatching(conditions, &result)
      return SecItemReply(status, SecItemDictionary.items(in: result))
    case .update(let query, let changes):
      let conditions = try query.dictionary { context }
      return SecItemReply(SecItemUpdate(conditions, try changes.dictionary { context }))
    case .delete(let query):
      return SecItemReply(SecItemDelete(try query.dictionary { context }))
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
    let context = context
    return await AuthenticationOutcome {
      try await context.evaluateAccessControl(
        control, operation: .useItem, localizedReason: access.reason[language])
    }
  }

  func invalidate() {
    state.withLock { state in
      state.isInvalid = true
      state.context?.value.invalidate()
    }
  }

  var biometryState: Data? { context.domainState.biometry.stateHash }
}
