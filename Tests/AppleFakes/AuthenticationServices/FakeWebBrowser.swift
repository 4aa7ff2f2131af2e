package import Foundation
import Security

/// The browser behind ``ASWebAuthenticationSession``, as a test scripts it.
///
/// A test makes its own with `FakeWebBrowser.$current.withValue(FakeWebBrowser(.isClosed)) { … }`.
package final class FakeWebBrowser: Sendable {
  /// How a visit ends.
  package enum Outcome: Sendable {
    /// The server redirects to an address, which ends the session when it is the callback.
    case redirects(to: URL)
    /// The person closes the browser.
    case isClosed
    /// The person leaves it open.
    case staysOpen
  }

  /// The browser that sessions of the current task open.
  @TaskLocal package static var current = FakeWebBrowser(.isClosed)

  /// How each visit ends.
  package let outcome: Outcome

  private let visits = Guarded<[(url: URL, ephemeral: Bool)]>([])
  private let shown = Guarded(0)

  /// Makes a browser whose visits end in one way.
  package init(_ outcome: Outcome) { self.outcome = outcome }

  /// The addresses opened so far, and whether each was in a session without cookies.
  package var history: [(url: URL, ephemeral: Bool)] { visits.withLock { $0 } }

  /// The number of visits that the person still sees.
  package var shownCount: Int { shown.withLock { $0 } }

  func open(_ url: URL, ephemeral: Bool) {
    visits.withLock { $0.append((url, ephemeral)) }
    shown.withLock { $0 += 1 }
  }

  func close() { shown.withLock { $0 -= 1 } }
}
