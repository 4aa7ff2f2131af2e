public import OmamoriAuth
public import OmamoriCore

/// How the database of a fleet is reached.
///
/// The settings are libpq's own (<https://www.postgresql.org/docs/current/libpq-connect.html>), such as `host`, `port`,
/// `dbname`, `user`, `sslmode` and `sslrootcert`, so that everything it can do for TLS and for authentication can be had.
/// Without `sslmode`, a server that is reached over a network has to show a certificate for its name (`verify-full`); for
/// the certificates that the system trusts, say `sslrootcert` `system` (libpq 16) or name a file. Prints the host only.
public struct FleetDatabase: Sendable {
  /// libpq's settings, without the password.
  public let settings: [String: String]
  /// The table; see Documentation/token-session.md for how to make it.
  public let table: String
  let password: SecretText?

  /// Describes a database.
  ///
  /// - Parameters:
  ///   - settings: libpq's settings.
  ///   - password: The password, where one is needed.
  ///   - table: The table: letters, digits and `_`, and a schema before a dot if it needs one.
  /// - Throws: `AuthError.configuration(_:)` for a name of a table that is none, and for a password in the settings.
  public init(
    _ settings: [String: String], password: SecretText? = nil, table: String = "omamori_token_session"
  ) throws(AuthError) {
    let parts = table.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy(Self.isName), settings["password"] == nil else {
      throw .configuration(.parameter)
    }
    (self.settings, self.password, self.table) = (settings, password, table)
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first), text.utf8.count <= 63 else {
      return false
    }
    return text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x5F
    }
  }

  /// What every connection asks of the server.
  ///
  /// A commit that is acknowledged is on the disk, whatever the server's default; and a host that is gone without a word
  /// holds its lock for a minute, not for hours.
  private static let options =
    "-c synchronous_commit=on -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"

  /// The settings that a connection is made with.
  ///
  /// - Parameter limit: How long a statement may take, for the server too: nobody asks it to cancel one.
  /// - Returns: Names and values, by name.
  func complete(within limit: Duration) -> [(String, String)] {
    var all = settings
    all["client_encoding"] = "UTF8"
    all["options"] = [
      settings["options"], Self.options,
      "-c statement_timeout=\(max(1, min(limit.milliseconds, 86_400_000)))",
    ].compactMap(\.self).joined(separator: " ")
    if all["application_name"] == nil { all["application_name"] = "omamori" }
    // libpq pays no heed to it where the host is a socket of this machine, wherever that is said: here or in the
    // environment, as one host of several, or in a file of services.
    if all["sslmode"] == nil { all["sslmode"] = "verify-full" }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension FleetDatabase: RedactedDescription {
  /// The host.
  public var description: String { "a database at \(settings["host"] ?? "this machine")" }
}
