internal import Foundation

/// Whether the device can use its data protection keys.
package enum DeviceState: Sendable {
  /// In use.
  case unlocked
  /// Locked, and unlocked at least once since it started.
  case locked
  /// Started, and not yet unlocked.
  case beforeFirstUnlock
}

/// What a person does when an item asks for Face ID, Touch ID or the passcode.
package enum PersonAnswer: Sendable {
  /// Proves to be there.
  case confirms
  /// Closes the dialogue.
  case cancels
  /// Is not recognised.
  case fails
}

/// The keychain behind the `SecItem` functions: passwords, certificates and keys on NIST's curves, in memory.
///
/// It imitates the data protection keychain, not the file-based one of macOS. A test makes its own with
/// `FakeKeychain.$current.withValue(FakeKeychain()) { … }`; tasks inherit it, other threads use that of the
/// process.
///
/// All of it is `package`, so that code meant for Apple systems cannot lean on it unnoticed: the check for iOS
/// and macOS compiles this module as part of another package.
package final class FakeKeychain: Sendable {
  /// The keychain that the `SecItem` functions use in the current task.
  ///
  /// Outside of a test it refuses everything, since a program on Linux can be linked with the fakes.
  @TaskLocal package static var current = FakeKeychain(accessGroups: [])

  /// The app's access groups, the default one first.
  package let accessGroups: [String]

  /// Whether a dictionary without `kSecUseDataProtectionKeychain` is refused.
  ///
  /// Apple does not refuse it, but uses the file-based keychain on macOS.
  package let requiresDataProtection: Bool

  /// Whether the service behind authentication contexts can be reached, as it cannot from a daemon.
  package let isAuthenticationReachable: Bool

  private let state: Guarded<State>

  /// Makes an empty keychain.
  package init(
    accessGroups: [String] = ["TEAM.example"], requiresDataProtection: Bool = false,
    isAuthenticationReachable: Bool = true
  ) {
    self.isAuthenticationReachable = isAuthenticationReachable
    self.accessGroups = accessGroups
    self.requiresDataProtection = requiresDataProtection
    state = Guarded(State())
  }

  /// Whether the device is locked.
  package var device: DeviceState {
    get { state.withLock { $0.device } }
    set { state.withLock { $0.device = newValue } }
  }

  /// Whether the device has a passcode.
  ///
  /// Taking it away removes the items that need one.
  package var hasPasscode: Bool {
    get { state.withLock { $0.hasPasscode } }
    set {
      state.withLock { state in
        state.hasPasscode = newValue
        if !newValue { state.items.removeAll { $0.accessibility == .whenPasscodeSetThisDeviceOnly } }
      }
    }
  }

  /// What an item that needs a passcode gets on a device without one.
  ///
  /// Apple does not document it and releases of iOS differ.
  package var statusWithoutPasscode: OSStatus {
    get { state.withLock { $0.statusWithoutPasscode } }
    set { state.withLock { $0.statusWithoutPasscode = newValue } }
  }

  /// What the person does when asked.
  package var person: PersonAnswer {
    get { state.withLock { $0.person } }
    set { state.withLock { $0.person = newValue } }
  }

  /// How often the person was asked.
  package var promptCount: Int { state.withLock { $0.promptCount } }

  /// The number of items, of all access groups.
  package var count: Int { state.withLock { $0.items.count } }

  /// Adds or removes a face or a finger, which invalidates the items bound to the current set.
  ///
  /// - Parameter lazily: Whether the items are still listed until their data is used; Apple documents neither.
  package func changeBiometrySet(lazily: Bool = false) {
    state.withLock { state in
      let isBound: (Item) -> Bool = { $0.accessControl?.flags.contains(.biometryCurrentSet) == true }
      guard lazily else { return state.items.removeAll(where: isBound) }
      for index in state.items.indices where isBound(state.items[index]) {
        state.items[index].isInvalidated = true
      }
    }
  }

  /// Whether no access control can be made, as on a device that does not know the flags.
  package var refusesAccessControl: Bool {
    get { state.withLock { $0.refusesAccessControl } }
    set { state.withLock { $0.refusesAccessControl = newValue } }
  }

  /// What happens before each call of a function: another process at work, or a failure, whose status it gives.
  package var interference: (@Sendable (Call) -> OSStatus?)? {
    get { state.withLock { $0.interference } }
    set { state.withLock { $0.interference = newValue } }
  }

  /// The calls so far.
  package var history: [Call] { state.withLock { $0.history } }

  /// Forgets the calls so far.
  package func forgetHistory() { state.withLock { $0.history = [] } }

  /// Notes a call and gives the status with which it is to fail.
  func begin(_ call: Call) -> OSStatus? {
    let interference = state.withLock { state in
      state.history.append(call)
      return state.interference
    }
    return interference?(call)
  }

  /// Runs one `SecItem` function on the contents and turns what it throws into its status.
  func perform(_ body: (inout State) throws(Refusal) -> Void) -> OSStatus {
    state.withLock { state in
      do throws(Refusal) {
        try body(&state)
        return errSecSuccess
      } catch {
        return error.status
      }
    }
  }

  /// The contents and the device they are on.
  struct State: Sendable {
    var items: [Item] = []
    var device = DeviceState.unlocked
    var hasPasscode = true
    var statusWithoutPasscode = errSecAuthFailed
    var person = PersonAnswer.confirms
    var promptCount = 0
    var lastIdentifier: UInt64 = 0
    var refusesAccessControl = false
    var history: [Call] = []
    var interference: (@Sendable (Call) -> OSStatus?)?
  }

  /// A call of a `SecItem` function.
  package struct Call: Sendable {
    /// The functions.
    package enum Function: Sendable {
      case add, copyMatching, update, delete
    }

    /// The function.
    package let function: Function
    /// The keys of the dictionary that says which item is meant.
    package let keys: Set<String>
    /// The keys of what `SecItemUpdate` is to set.
    package let changes: Set<String>
    /// Whether it ran on the main thread.
    package let isOnMainThread: Bool
  }
}

/// Why a `SecItem` function does not do what it is asked.
struct Refusal: Error {
  /// The function's result.
  let status: OSStatus

  /// Refuses with a result code.
  init(_ status: OSStatus) { self.status = status }
}
