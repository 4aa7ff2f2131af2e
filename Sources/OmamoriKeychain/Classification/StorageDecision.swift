/// Where and how data of a classification are kept.
///
/// A value; safe to share between threads.
public struct StorageDecision: Sendable, Hashable {
  /// The weakest place that will do.
  public let place: StoragePlace
  /// The accessibility of the item, or of the key of the encrypted file; `nil` for preferences.
  public let accessibility: ItemAccessibility?
  /// Who has to prove to be there; `nil` for nobody.
  public let accessControl: AccessControl?
  /// Whether the data may go to the person's other devices.
  public let allowsSynchronization: Bool
  /// Whether the data may get into a backup in a form that another device can read.
  public let allowsBackup: Bool
  /// What the data are to be held in.
  public let memory: StorageMemory

  /// Refuses a way to keep data that is weaker than the decision.
  ///
  /// A stricter way is always allowed.
  ///
  /// - Parameters:
  ///   - place: The place that is considered.
  ///   - accessibility: The accessibility of the item or of the file's key.
  ///   - accessControl: Who would have to prove to be there.
  ///   - isSynchronizable: Whether the item would go to other devices.
  ///   - isBackedUp: Whether another device could read it from a backup.
  ///   - memory: What the data are held in.
  /// - Throws: ``KeychainError/classification(_:)`` with the first reason.
  public func check(
    place: StoragePlace,
    accessibility: ItemAccessibility? = nil,
    accessControl: AccessControl? = nil,
    isSynchronizable: Bool = false,
    isBackedUp: Bool = false,
    memory: StorageMemory = .locked
  ) throws(KeychainError) {
    guard place >= self.place else { throw .classification(.place) }
    guard memory >= self.memory else { throw .classification(.memory) }
    if let least = self.accessibility {
      guard let accessibility = accessControl?.accessibility ?? accessibility,
        accessibility.isAtLeastAsStrict(as: least)
      else { throw .classification(.accessibility) }
    }
    if self.accessControl != nil {
      // An empty set of constraints, or one that only says how to join others, asks for nothing.
      let asked: AccessControl.Constraints = [
        .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .applicationPassword,
      ]
      guard let accessControl, !accessControl.constraints.isDisjoint(with: asked) else {
        throw .classification(.accessControl)
      }
    }
    guard allowsSynchronization || !isSynchronizable else { throw .classification(.synchronizable) }
    guard allowsBackup || !isBackedUp else { throw .classification(.backup) }
  }
}

extension ItemAccessibility {
  /// Whether the secret can be used at no time and on no device where `other` forbids it.
  public func isAtLeastAsStrict(as other: ItemAccessibility) -> Bool {
    (isThisDeviceOnly || !other.isThisDeviceOnly) && (!survivesLocking || other.survivesLocking)
      && (self == .whenPasscodeSetThisDeviceOnly || other != .whenPasscodeSetThisDeviceOnly)
  }
}
