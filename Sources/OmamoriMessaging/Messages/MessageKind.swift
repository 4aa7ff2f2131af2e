/// What a message inside its padding is for.
///
/// A value; safe to share between threads.
public enum MessageKind: UInt8, Sendable, Hashable, CaseIterable {
  /// It belongs to the application, which alone knows what the bytes mean.
  case application = 1
  /// It carries keys of a group.
  case group = 2
  /// It belongs to the conversation itself; there is nothing to show.
  case control = 3
}
