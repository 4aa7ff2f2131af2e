/// Kinds of places that values from somewhere else must not reach.
package struct FlowSinkClass: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let sql = FlowSinkClass(rawValue: 1 << 0)
  package static let predicate = FlowSinkClass(rawValue: 1 << 1)
  package static let html = FlowSinkClass(rawValue: 1 << 2)
  package static let script = FlowSinkClass(rawValue: 1 << 3)
  package static let process = FlowSinkClass(rawValue: 1 << 4)
  package static let format = FlowSinkClass(rawValue: 1 << 5)
  /// A path that a name from elsewhere was joined to.
  package static let path = FlowSinkClass(rawValue: 1 << 6)
  package static let regex = FlowSinkClass(rawValue: 1 << 7)
  /// An address that is opened.
  package static let link = FlowSinkClass(rawValue: 1 << 8)

  /// What is unpacked without a limit.
  package static let inflation = FlowSinkClass(rawValue: 1 << 16)

  /// All places that read a text as a language.
  package static let languages: FlowSinkClass = [.sql, .predicate, .html, .script, .process, .format, .regex]
  package static let all = FlowSinkClass(rawValue: .max)
}
