#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A terminal whose echo can be turned off and on again.
struct TerminalMode {
  private let descriptor: Int32
  private let original: termios

  /// Remembers how the terminal is; `nil` when it is none.
  init?(_ descriptor: Int32) {
    var mode = termios()
    // because tcgetattr fills exactly one structure, which outlives the call
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
    (self.descriptor, original) = (descriptor, mode)
  }

  /// Stops showing what is typed, and forgets what was typed before.
  func hideTyping() {
    var mode = original
    mode.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    mode.c_lflag |= tcflag_t(ICANON | ISIG)
    set(mode)
  }

  /// Puts everything back.
  func restore() { set(original) }

  private func set(_ mode: termios) {
    var mode = mode
    // because tcsetattr reads exactly one structure, which outlives the call
    while unsafe tcsetattr(descriptor, TCSAFLUSH, &mode) != 0, errno == EINTR {}
  }
}
