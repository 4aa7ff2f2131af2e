public import Foundation

/// See <https://developer.apple.com/documentation/appkit/nsresponder>.
@MainActor open class NSResponder: NSObject {
  public override init() {}
}

/// See <https://developer.apple.com/documentation/appkit/nswindow>.
@MainActor open class NSWindow: NSResponder {}
