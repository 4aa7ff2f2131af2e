import Foundation

/// A real pseudo-terminal: what a program writes to `terminal` is read at the other side.
package final class PseudoTerminal {
  package let controller: Int32
  package let terminal: Int32

  package init(columns: UInt16 = 80) throws {
    var ends: (controller: Int32, terminal: Int32) = (-1, -1)
    // because openpty fills exactly the two numbers, and is told of no name, modes or size
    guard unsafe openpty(&ends.controller, &ends.terminal, nil, nil, nil) == 0 else {
      throw POSIXError(.ENOTTY)
    }
    (controller, terminal) = ends
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // because TIOCSWINSZ reads exactly one winsize, which outlives the call
    _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(controller)
    close(terminal)
  }

  /// Types `text`.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    // because exactly the array is read
    _ = unsafe write(controller, bytes, bytes.count)
  }

  /// Whether the terminal shows what is typed.
  package var isEchoing: Bool {
    var mode = termios()
    // because tcgetattr fills exactly one structure, which outlives the call
    guard unsafe tcgetattr(terminal, &mode) == 0 else { return false }
    return mode.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Everything that was written since the last call.
  package func read() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      // because at most the array's own size is written into it
      let count = unsafe Foundation.read(controller, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer[..<count]
    }
  }
}
