// Compared with NSResponder.h and NSWindow.h of earlier macOS SDKs; NSWindow is bound to the main actor by its page.
public import Foundation

/// See <https://developer.apple.com/documentation/appkit/nsresponder>.
@MainActor open class NSResponder: NSObject {
  public override init() {}
}

/// See <https://developer.apple.com/documentation/appkit/nswindow>.
@MainActor open class NSWindow: NSResponder {}
