/// The bounds of groups, which hold for what is decoded, kept and made.
enum GroupLimits {
  /// The most members at a time.
  static let members = 256
  /// The most bytes of a group's name in UTF-8.
  static let nameLength = 256
  /// The most messages that one message may skip in a chain.
  static let jump = 2_000
  /// The most keys of skipped messages in a whole group; the oldest of who has most give way.
  static let skippedKeys = 2_000
  /// How long the key of a skipped message is kept, in seconds: 30 days.
  static let skippedAge: Double = 30 * 86_400
  /// The most epochs before the present one whose late messages are still opened.
  static let retiredEpochs = 4
  /// The most bytes of the changes that count, so that a welcome can carry them: some 450 changes.
  static let history = 128 << 10
  /// The same when the last one removes somebody, so that a full group can still do that.
  static let historyWithRemovals = 144 << 10
  /// How many epochs back a change that competes with another one is still considered.
  static let window = 32
  /// The most changes that are known at a time.
  static let changes = 128
  /// The most changes that wait for the one that they follow.
  static let waiting = 64
  /// The most distributions that wait for the change that began their epoch.
  static let pendingDistributions = 512
  /// The most bytes of a message of an application.
  static let plaintext = 64 << 10
  /// The most bytes of a message on the wire.
  static let message = plaintext + (8 << 10)
  /// The most bytes of what travels inside a conversation between two members.
  static let content = 1 << 18
  /// The most bytes of the stored state of a group.
  static let record = 8 << 20
}
