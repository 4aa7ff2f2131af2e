import Glibc
import OmamoriCore

/// Asks the person at the terminal for a password, without showing what is typed.
///
/// The terminal is `/dev/tty`, so that standard input and output are free for data. It is put back after the answer and at
/// control-C; control-Z and control-\ do nothing while the question waits.
enum PasswordQuestion {
  /// Asks one question.
  ///
  /// - Parameter question: What is shown, such as `Password: `.
  /// - Returns: The bytes that were typed, without the line feed.
  /// - Throws: ``ChatFault`` when there is no terminal or no answer, `CancellationError`.
  static func ask(_ question: String) async throws -> SharedSecretBytes {
    let isCancelled = CancellationFlag()
    return try await isCancelled.run { try ask(question, isCancelled) }
  }

  private static func ask(_ question: String, _ isCancelled: CancellationFlag) throws -> SharedSecretBytes {
    // because the name is a string that outlives the call
    let file = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw ChatFault.noTerminal(for: "") }
    defer { close(file) }
    var mode = termios()
    // because tcgetattr fills exactly one structure, which outlives the call
    guard unsafe tcgetattr(file, &mode) == 0 else { throw ChatFault.noTerminal(for: "") }
    var hidden = mode
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    hidden.c_lflag |= tcflag_t(ICANON | ISIG)
    let terminal = Terminal(descriptor: file, environment: [:], allowsColor: false)
    let ignored = [SIGTSTP, SIGQUIT]
    for number in ignored { _ = signal(number, SIG_IGN) }
    defer { for number in ignored { _ = signal(number, SIG_DFL) } }
    set(hidden, on: file)
    defer {
      set(mode, on: file)
      // because the line feed that was typed was not shown
      try? terminal.write("\n")
    }
    // because a question that is not seen can be answered, too
    try? terminal.write(question)
    let line = try SecretInput.read(file, limit: 4096, untilLineFeed: true) { try isCancelled.isReady(file) }
    guard let line else { throw ChatFault.noAnswer }
    return SharedSecretBytes(line)
  }

  private static func set(_ mode: termios, on file: Int32) {
    var mode = mode
    // because tcsetattr reads exactly one structure, which outlives the call
    while unsafe tcsetattr(file, TCSAFLUSH, &mode) != 0, errno == EINTR {}
  }
}
