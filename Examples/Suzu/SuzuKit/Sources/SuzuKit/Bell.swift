/// A bell that rings when a page was written.
public struct Bell: Sendable {
  public let name: String

  public init(name: String) {
    self.name = name
  }
}
