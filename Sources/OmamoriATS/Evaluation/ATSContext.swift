/// The part of an application that opens a connection.
public enum ATSContext: String, Sendable, Hashable, CaseIterable {
  /// The application's own code, through the URL loading system.
  case app
  /// A page inside a web view.
  case webView
  /// The media player.
  case media
}
