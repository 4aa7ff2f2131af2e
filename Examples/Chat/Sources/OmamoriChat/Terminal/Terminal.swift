import ChatSystem
import Glibc
import OmamoriCore

/// One end of the process's output, and what can be shown there.
struct Terminal: Sendable {
  /// A way to make text stand out (ECMA-48 "select graphic rendition").
  enum Style: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case cyan = 36
  }

  /// The file descriptor.
  let descriptor: Int32
  /// Whether a person is (probably) watching.
  let isTerminal: Bool
  private let usesColor: Bool

  /// Looks at a file descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor; it is not closed.
  ///   - environment: Where `NO_COLOR` and `TERM` are looked up.
  ///   - allowsColor: False when the person said `--no-color`.
  init(descriptor: Int32, environment: [String: String], allowsColor: Bool) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    usesColor =
      isTerminal && allowsColor && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// `text` in these styles when colour may be used, otherwise `text`.
  func styled(_ text: String, _ styles: Style...) -> String {
    guard usesColor, !text.isEmpty else { return text }
    return "\u{1B}[\(styles.map { String($0.rawValue) }.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// Writes all of `text`.
  ///
  /// - Throws: ``WriteFailure``.
  func write(_ text: String) throws(WriteFailure) {
    let code = PrivateFile.write(Array(text.utf8), to: descriptor)
    if code != 0 { throw WriteFailure(path: nil, code: code) }
  }
}
