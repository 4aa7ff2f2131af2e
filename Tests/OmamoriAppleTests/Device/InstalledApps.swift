import UIKit

// In a file of its own: Testing and UIKit in one file would ask for an overlay that only Apple systems have.

/// Runs a closure on a device with apps that open these schemes.
@MainActor func withApps<Result: Sendable>(
  opening schemes: Set<String>, _ body: @MainActor () -> Result
) -> Result {
  FakeApps.$openedSchemes.withValue(schemes) { body() }
}
