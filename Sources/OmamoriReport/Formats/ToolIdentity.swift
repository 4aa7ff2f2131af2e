/// The program that writes a report.
public struct ToolIdentity: Sendable, Hashable {
  /// Its name.
  public let name: String
  /// Its version, such as `1.2.0`.
  public let version: String
  /// An absolute web address with information about it, or `nil`.
  public let informationURI: String?

  /// Makes an identity.
  public init(name: String = "omamori", version: String, informationURI: String? = nil) {
    (self.name, self.version, self.informationURI) = (name, version, informationURI)
  }
}
