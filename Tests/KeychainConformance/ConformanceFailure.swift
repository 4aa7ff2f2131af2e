/// Why a store does not conform.
package struct ConformanceFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String, line: Int = #line) { self.description = "\(description) (line \(line))" }
}
