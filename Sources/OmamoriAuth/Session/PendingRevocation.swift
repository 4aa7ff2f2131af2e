import OmamoriCore

/// A token that has to be given back to the server, however long that takes.
struct PendingRevocation: Sendable, Equatable {
  /// The most that are kept; the oldest one gives way.
  static let greatestCount = 16
  /// After which time the server has certainly forgotten the token by itself.
  static let greatestAge = Duration.seconds(90 * 86_400)

  /// The generation of the record that held it first.
  let number: UInt64
  let token: SecretText
  let kind: TokenHint
  /// Since when it waits, by the local clock.
  let since: Date

  /// Says whether both are about the same token; the time is stored in whole milliseconds and may differ.
  static func == (left: PendingRevocation, right: PendingRevocation) -> Bool {
    left.number == right.number && left.kind == right.kind && left.token == right.token
  }
}
