#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif
import OmamoriSystem

/// One end of the process's output, and what can be shown there.
///
/// A value without state; writes of different threads may interleave.
public struct Terminal: Sendable {
  /// The file descriptor.
  public let descriptor: Int32
  /// Whether a person is (probably) watching.
  public let isTerminal: Bool
  /// Whether text may be coloured.
  ///
  /// Only on a terminal, and never when `NO_COLOR` is set, `TERM` is `dumb`, or the user said no.
  public let usesColor: Bool
  private let environment: Environment

  /// Looks at a file descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor; it is not closed.
  ///   - environment: Where `NO_COLOR`, `TERM` and `COLUMNS` are looked up.
  ///   - allowsColor: False when the user said `--no-color`.
  public init(descriptor: Int32, environment: Environment = .process, allowsColor: Bool = true) {
    (self.descriptor, self.environment) = (descriptor, environment)
    isTerminal = isatty(descriptor) == 1
    usesColor = isTerminal && allowsColor && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
  }

  /// The number of columns: `COLUMNS` when it is set, else what the terminal says, else 80.
  public var width: Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    // because TIOCGWINSZ fills exactly one winsize, which outlives the call
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// `text` in these styles when colour may be used, otherwise `text`.
  public func styled(_ text: String, _ styles: Style...) -> String {
    usesColor ? Style.apply(styles, to: text) : text
  }

  /// Writes all of `text`.
  ///
  /// - Throws: ``CommandLineError/outputClosed`` when the reader is gone, otherwise
  ///   ``CommandLineError/writeFailed(path:code:)``.
  public func write(_ text: String) throws(CommandLineError) {
    try write(bytes: Array(text.utf8))
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: As ``write(_:)``.
  public func write(bytes: [UInt8]) throws(CommandLineError) {
    do throws(SystemFailure) { try FileDescriptor(descriptor, closing: false).writeNext(bytes) } catch {
      throw error.code == EPIPE ? .outputClosed : .writeFailed(path: nil, code: error.code)
    }
  }
}
