package import CommandLineKit
import Dispatch

/// Gives an interrupted command the time that it takes to close a log.
package final class ClosingTime: Sendable {
  /// The longest time in seconds.
  private static let limit = 15.0

  private let end = DispatchSemaphore(value: 0)
  private let interruption: Interruption
  private let action: Int

  /// The process does not end before ``isOver()`` is called, or the time is over.
  package init(_ interruption: Interruption) {
    let end = end
    self.interruption = interruption
    action = interruption.add { _ = end.wait(timeout: .now() + Self.limit) }
  }

  /// The log is closed.
  package func isOver() {
    end.signal()
    interruption.remove(action)
  }
}
