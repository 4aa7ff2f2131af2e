import CProcess
import Glibc
package import OmamoriCore
package import OmamoriKeychain

/// How an agent is.
///
/// It names a path, and no item.
package struct AgentStatus: Sendable, Hashable {
  /// The agent's process.
  package let processIdentifier: Int32
  /// When the agent was started.
  package let started: Date
  /// The path of the keychain that it serves.
  package let keychain: String
  /// Whether the keychain can be used.
  package let lockState: KeychainLockState
  /// What the keychain can do.
  package let capabilities: KeychainCapabilities
  /// The access group of items that name none.
  package let defaultAccessGroup: String?
  /// After how many seconds without use the agent locks the keychain; 0 for never.
  package let idleLimit: Int
  /// How many clients are connected, the one that asks included.
  package let clients: Int
  /// Whether no witness has recorded the newest state although the keychain has one; see ``KeychainFile/hasUnrecordedState``.
  package let hasUnrecordedState: Bool
  /// The path of the witness that the agent uses; `nil` when it uses none.
  package let witness: String?
}

extension WireWriter {
  mutating func status(_ status: AgentStatus) {
    number(UInt32(bitPattern: status.processIdentifier))
    number(status.started.timeIntervalSinceReferenceDate.bitPattern)
    text(status.keychain)
    name(status.lockState)
    number(status.capabilities.rawValue)
    optional(status.defaultAccessGroup) { $0.text($1) }
    number(UInt32(clamping: status.idleLimit))
    number(UInt32(clamping: status.clients))
    flag(status.hasUnrecordedState)
    optional(status.witness) { $0.text($1) }
  }
}

extension ByteReader where Failure == KeychainError {
  mutating func status() throws(KeychainError) -> AgentStatus {
    AgentStatus(
      processIdentifier: Int32(bitPattern: try number(UInt32.self)),
      started: Date(timeIntervalSinceReferenceDate: Double(bitPattern: try number(UInt64.self))),
      keychain: try text(), lockState: try named(),
      capabilities: KeychainCapabilities(rawValue: try number(UInt32.self)),
      defaultAccessGroup: try optionalText(), idleLimit: Int(try number(UInt32.self)),
      clients: Int(try number(UInt32.self)), hasUnrecordedState: try flag(),
      witness: try optionalText())
  }
}
