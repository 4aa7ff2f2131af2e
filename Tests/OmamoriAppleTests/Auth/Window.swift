import AuthenticationServices
#if os(macOS)
import AppKit
#else
import UIKit
#endif

// In a file of its own: Testing and UIKit in one file would ask for an overlay that only Apple systems have.
@MainActor func makeWindow() -> ASPresentationAnchor { ASPresentationAnchor() }
