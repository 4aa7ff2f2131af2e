// Compared with UIApplication.h (iOS 18.0 SDK).
public import Foundation

/// The apps on the device.
package enum FakeApps {
  /// The schemes that they open in the current task, as a test sets them.
  @TaskLocal package static var openedSchemes: Set<String> = []
}

/// See <https://developer.apple.com/documentation/uikit/uiapplication>.
@MainActor open class UIApplication: UIResponder {
  /// See <https://developer.apple.com/documentation/uikit/uiapplication/shared>.
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { UIApplication() }

  /// See <https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)>.
  nonisolated open func canOpenURL(_ url: URL) -> Bool { FakeApps.openedSchemes.contains(url.scheme ?? "") }
}
