public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiapplication>.
@MainActor open class UIApplication: UIResponder {
  /// The schemes that apps on the device of the current task open, as a test sets them.
  @TaskLocal package static var openedSchemes: Set<String> = []

  /// See <https://developer.apple.com/documentation/uikit/uiapplication/shared>.
  open class var shared: UIApplication { UIApplication() }

  /// See <https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)>.
  open func canOpenURL(_ url: URL) -> Bool { Self.openedSchemes.contains(url.scheme ?? "") }
}
