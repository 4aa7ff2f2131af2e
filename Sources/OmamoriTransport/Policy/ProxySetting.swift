/// Whether requests go through a proxy; the environment is never asked.
///
/// A value; safe to share between threads.
public enum ProxySetting: Sendable, Hashable {
  /// No proxy, whatever `https_proxy` says.
  case none
  /// A tunnel (`CONNECT`) through this host; TLS is with the server, so pins and trust are unchanged.
  case tunnel(host: HostName, port: UInt16)
}
