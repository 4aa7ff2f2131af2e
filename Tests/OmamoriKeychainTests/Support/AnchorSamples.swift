import OmamoriCore

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

extension AnchoredState {
  /// A state whose digest follows from its epoch, as do those of the states before it.
  static func sample(_ epoch: UInt64) -> AnchoredState {
    func digest(_ epoch: UInt64) -> [UInt8] { (0..<12).map { UInt8(truncatingIfNeeded: epoch &* 31 &+ $0) } }
    let count = min(epoch, UInt64(historyCount))
    return AnchoredState(
      epoch, digest(epoch), history: (0..<count).flatMap { digest(epoch - 1 - $0) })
  }
}

extension [any RollbackAnchor] {
  /// What all anchors say about a state of a store.
  func protection(of store: AnchoredStore, at state: AnchoredState) throws(KeychainError)
    -> RollbackProtection
  {
    try recall(of: store).protection(at: state, isAnchored: false)
  }
}
