/// What the status of a `SecItem` function means.
///
/// A value; safe to share between threads. Source: Apple's `SecBase.h`,
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
