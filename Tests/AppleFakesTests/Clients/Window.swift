import UIKit

// In a file of its own: Testing and UIKit in one file would ask for an overlay that only Apple systems have.
@MainActor func makeWindow() -> UIWindow { UIWindow() }
