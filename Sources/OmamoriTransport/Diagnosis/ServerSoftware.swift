/// The servers for which lines of configuration are given.
///
/// A value; safe to share between threads.
public enum ServerSoftware: String, Sendable, Hashable, CaseIterable {
  /// nginx.
  case nginx
  /// Apache HTTP Server with mod_ssl.
  case apache
  /// Caddy, in a Caddyfile.
  case caddy

  /// The name people write.
  public var name: String {
    switch self {
    case .nginx: "nginx"
    case .apache: "Apache"
    case .caddy: "Caddy"
    }
  }
}
