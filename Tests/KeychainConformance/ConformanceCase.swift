package import OmamoriKeychain

/// One rule that every store has to keep.
package struct ConformanceCase: Sendable, CustomStringConvertible {
  package let name: String
  package let requires: KeychainCapabilities
  package let needs: ConformanceMeans
  let body: @Sendable (Conformance) async throws -> Void

  init(
    _ name: String,
    requires: KeychainCapabilities = [],
    needs: ConformanceMeans = [],
    _ body: @escaping @Sendable (Conformance) async throws -> Void
  ) {
    (self.name, self.requires, self.needs, self.body) = (name, requires, needs, body)
  }

  package var description: String { name }

  /// All cases.
  package static let all: [ConformanceCase] =
    adding + copying + updating + removing + putting + primaryKeys + attributes + matching + synchronizing
    + grouping + locking + controlling + referring + transacting + observing + refusing + keeping + joining
}
