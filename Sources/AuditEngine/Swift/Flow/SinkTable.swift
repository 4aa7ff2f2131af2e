/// Places that some values must not reach, as data: calls and the argument of each that counts.
package struct SinkTable: Sendable {
  /// One place.
  package struct Sink: Sendable {
    /// Which argument counts.
    package enum Part: Sendable, Equatable {
      /// The first argument with this label.
      case label(String)
      /// The argument at this place, counted from 0, which must have no label.
      case position(Int)
      /// What the method is called on.
      case receiver
    }

    /// The name of the function, method or type.
    package let name: String
    /// The argument that counts.
    package let part: Part
    /// The types or names before the dot that are meant; empty for any.
    package let receivers: Set<String>

    /// Makes a sink.
    package init(_ name: String, _ part: Part, of receivers: Set<String> = []) {
      (self.name, self.part, self.receivers) = (name, part, receivers)
    }
  }

  /// The places.
  package let sinks: [Sink]
  /// What must not reach them.
  package let kinds: TaintKind

  /// Makes a table.
  package init(_ kinds: TaintKind, _ sinks: [Sink]) { (self.kinds, self.sinks) = (kinds, sinks) }

  /// The names of the calls, for ``Rule/triggers``.
  package var names: Set<String> { Set(sinks.map(\.name)) }
}
