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
  package static let inflation = FlowSinkClass(rawValue: 1 << 9)
  // Places at which something sensitive gets into other hands.

  /// The preferences of the app.
  package static let preferences = FlowSinkClass(rawValue: 1 << 16)
  /// A file without a class of protection.
  package static let file = FlowSinkClass(rawValue: 1 << 17)
  /// A database of SQLite.
  package static let rows = FlowSinkClass(rawValue: 1 << 18)
  /// A database of Realm.
  package static let realm = FlowSinkClass(rawValue: 1 << 19)
  /// A store of Core Data or SwiftData.
  package static let models = FlowSinkClass(rawValue: 1 << 20)
  /// A database of documents.
  package static let documents = FlowSinkClass(rawValue: 1 << 21)
  /// A log that shows everything.
  package static let log = FlowSinkClass(rawValue: 1 << 22)
  /// The system log, told to show the value.
  package static let publicLog = FlowSinkClass(rawValue: 1 << 23)
  /// The system log, which shows numbers unless told otherwise.
  package static let numberLog = FlowSinkClass(rawValue: 1 << 24)
  /// A connection, which matters where it is not encrypted.
  package static let network = FlowSinkClass(rawValue: 1 << 25)
  /// A service that collects events.
  package static let analytics = FlowSinkClass(rawValue: 1 << 26)
  /// The pasteboard that all apps share.
  package static let pasteboard = FlowSinkClass(rawValue: 1 << 27)

  /// All places that read a text as a language.
  package static let languages: FlowSinkClass = [.sql, .predicate, .html, .script, .process, .format, .regex]
  /// All databases.
  package static let databases: FlowSinkClass = [.rows, .realm, .models, .documents]
  /// All places that values from outside must not reach.
  package static let all = FlowSinkClass(rawValue: 0x0000_FFFF)
  /// All places that sensitive values must not reach.
  package static let disclosing = FlowSinkClass(rawValue: 0xFFFF_0000)
  package static let everything = FlowSinkClass(rawValue: .max)
}
