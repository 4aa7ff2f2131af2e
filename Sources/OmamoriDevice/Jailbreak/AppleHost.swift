/// What an app for Apple systems runs on.
///
/// A value; safe to share between threads.
public enum AppleHost: String, Sendable, Hashable, CaseIterable {
  /// A device of its own kind.
  case device
  /// The simulator of Xcode, whose files are the Mac's.
  case simulator
  /// A Mac that runs an app made for iPad or iPhone, or one made with Mac Catalyst; its files are the Mac's.
  case mac

  /// Whether files, links and folders of the system mean anything about a jailbreak: a Mac has a shell, and is none.
  public var hasOwnFiles: Bool { self == .device }
}
