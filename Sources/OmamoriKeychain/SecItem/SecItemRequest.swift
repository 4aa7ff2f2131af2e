package import OmamoriCore

/// A call of one of Apple's four `SecItem` functions.
package enum SecItemRequest: Sendable, Equatable {
  /// `SecItemAdd`.
  case add(SecItemDictionary)
  /// `SecItemCopyMatching`.
  case copyMatching(SecItemDictionary)
  /// `SecItemUpdate`: what to look for, and what to set.
  case update(SecItemDictionary, SecItemDictionary)
  /// `SecItemDelete`.
  case delete(SecItemDictionary)
}

/// What a `SecItem` function answered.
package struct SecItemReply: Sendable {
  /// The status.
  package let status: Int32
  /// The items, as far as they were asked for.
  package let items: [SecItemDictionary]

  /// The secret of the first item; `nil` for none.
  package var secret: SharedSecretBytes? {
    guard case .secret(let secret?)? = items.first?[.data], secret.count > 0 else { return nil }
    return secret
  }

  /// Makes an answer.
  package init(_ status: Int32, _ items: [SecItemDictionary] = []) {
    (self.status, self.items) = (status, items)
  }
}

/// Where the marker of an item is: in the item's access group, under the digest of its names.
package struct SecItemPlace: Sendable, Hashable {
  /// The access group.
  package let group: String
  /// The digest.
  package let tag: String
}

extension SecItemRecord {
  /// Where the item's marker is.
  package var place: SecItemPlace { SecItemPlace(group: accessGroup, tag: tag) }
}

/// What the status of a `SecItem` function means.
///
/// Source: Apple's `SecBase.h`,
/// <https://developer.apple.com/documentation/security/security-framework-result-codes>.
package enum SecItemOutcome: Sendable, Equatable {
  /// It was done.
  case done
  /// No item matches.
  case notFound
  /// There is an item with the same primary key.
  case duplicate
  /// Nobody may be asked, or the device is locked: the two share one status.
  case interactionNotAllowed
  /// The proof was refused; also the answer where a passcode is needed and none is set.
  case refused
  /// It failed.
  case failed(KeychainError)

  /// Reads a status.
  package init(status: Int32) {
    self =
      switch status {
      case 0: .done
      case -25_300: .notFound
      case -25_299: .duplicate
      case -25_308, -25_320: .interactionNotAllowed  // The second: a Mac that is awake for a moment only.
      case -25_293: .refused
      default: .failed(Self.error(of: status))
      }
  }

  /// The error of a status that is an answer to no question.
  private static func error(of status: Int32) -> KeychainError {
    switch status {
    case -128: .cancelled
    case -34_018: .accessGroupDenied
    case -25_291, -25_307: .unavailable(.appleKeychain)
    case -25_292, -61: .readOnly
    case -34: .diskFull
    case -26_275: .corrupt(.item)
    default: .status(status)
    }
  }

  /// What to throw where neither an item that is missing nor one that is there too many is an answer.
  ///
  /// - Parameter isUnlocked: Whether the device is unlocked, which tells the meanings of
  ///   ``interactionNotAllowed`` apart.
  /// - Returns: The error, or `nil` when it was done.
  package func error(isUnlocked: Bool) -> KeychainError? {
    switch self {
    case .done: nil
    case .notFound: .contended
    case .duplicate: .duplicate
    case .interactionNotAllowed: isUnlocked ? .denied : .locked
    case .refused: .denied
    case .failed(let error): error
    }
  }
}

/// One operation on Apple's keychain, with an authentication context of its own.
///
/// Made for one operation and thrown away, so that one answer of a person never serves another question. All calls may
/// block for as long as a person takes. Safe to use from any thread.
package protocol SecItemSession: Sendable {
  /// Calls a function of the keychain.
  ///
  /// - Parameter request: The function and its dictionaries.
  /// - Returns: Its answer.
  /// - Throws: ``KeychainError`` when an object of the dictionaries, such as an access control, cannot be made; then the
  ///   function is not called.
  func perform(_ request: SecItemRequest) throws(KeychainError) -> SecItemReply

  /// Asks the person for what an access control demands, once for all items with the same one.
  ///
  /// - Parameter accessControl: The access control.
  /// - Returns: How it ended; never a success when nobody can be asked.
  func authenticate(_ accessControl: AccessControl) async -> AuthenticationOutcome

  /// Ends what is going on and refuses what follows; may be called at any time.
  func invalidate()

  /// The state of the biometry, which changes with every finger or face; `nil` when none is enrolled.
  var biometryState: Data? { get }
}

/// Apple's keychain, or what stands for it.
///
/// Safe to share between threads.
package protocol SecItemSystem: Sendable {
  /// The sessions.
  associatedtype Session: SecItemSession

  /// Begins an operation.
  ///
  /// - Parameter access: What the caller brings along; without an authenticator nobody is asked.
  /// - Returns: The operation.
  func session(_ access: ItemAccess) -> Session
}

/// The steps in which an item is stored: it is updated, and added when there is none.
///
/// An item is never removed to make room for another, so there is no moment without one. When others add and remove
/// it meanwhile, the steps are repeated a few times.
package struct SecItemPut: Sendable {
  /// What to do next.
  package enum Step: Sendable, Equatable {
    /// Call `SecItemUpdate`.
    case update
    /// Call `SecItemAdd`.
    case add
    /// Stop: the item is stored, or the condition did not hold.
    case finished(stored: Bool)
    /// Stop: it failed.
    case failed(SecItemOutcome)
    /// Stop: others changed the item each time.
    case contended
  }

  /// The greatest number of updates.
  package static let greatestUpdates = 4

  /// What to do next.
  package private(set) var step: Step
  /// Whether the item was added.
  package private(set) var isAdded = false
  private let condition: PutCondition
  private var updates = 0

  /// Begins.
  package init(_ condition: PutCondition) {
    self.condition = condition
    step = condition == .absent ? .add : .update
  }

  /// Takes the outcome of the step, and says the next.
  package mutating func received(_ outcome: SecItemOutcome) {
    switch (step, outcome) {
    case (.update, .done): step = .finished(stored: true)
    case (.update, .notFound) where condition == .always: step = .add
    case (.update, .notFound): step = .finished(stored: false)
    case (.add, .done): (step, isAdded) = (.finished(stored: true), true)
    case (.add, .duplicate) where condition == .absent: step = .finished(stored: false)
    case (.add, .duplicate):
      updates += 1
      step = updates < Self.greatestUpdates ? .update : .contended
    case (.update, let other), (.add, let other): step = .failed(other)
    case (.finished, _), (.failed, _), (.contended, _): break
    }
  }
}
