public import OmamoriTransport

/// A file that was downloaded whole.
public struct DownloadedFile: Sendable {
  /// Its size in bytes.
  public let size: Int64
  /// How many bytes were there from an earlier attempt; 0 when all came now.
  public let resumedAt: Int64
  /// The header fields of the last response as they came.
  public let fields: ResponseFields
  /// The URL that answered, after redirects.
  public let url: RequestURL
  /// What the policy says of the connection.
  public let verdict: ConnectionVerdict
}
