/// The program that writes a report.
package struct ToolIdentity: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// Its version, such as `1.2.0`.
  package let version: String
  /// An absolute web address with information about it, or `nil`.
  package let informationURI: String?

  /// Makes an identity.
  package init(name: String = "omamori", version: String, informationURI: String? = nil) {
    (self.name, self.version, self.informationURI) = (name, version, informationURI)
  }
}
