import OmamoriCore
package import OmamoriReport
package import SwiftSyntax

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

/// A value that reached a place it must not reach.
package struct SinkArrival: Sendable {
  /// The place.
  package let sink: SinkTable.Sink
  /// The call.
  package let call: Call
  /// The argument.
  package let argument: ExprSyntax
  /// What it carries, with the way from its source to the argument.
  package let value: TaintedValue
  /// The way from the source to the call.
  package let flow: [FindingStep]
}

extension SwiftSource {
  /// The calls of this file by which a value of the kinds of `table` arrives at one of its places.
  package func arrivals(at table: SinkTable) -> [SinkArrival] {
    table.sinks.flatMap { sink in
      facts.calls(sink.name).compactMap { call -> SinkArrival? in
        guard let argument = argument(of: call, for: sink), isMeant(call, by: sink),
          let value = taint(of: argument, in: call.scope, table.kinds)
        else { return nil }
        return SinkArrival(
          sink: sink, call: call, argument: argument, value: value, flow: flow(of: value, to: call.range))
      }
    }
  }

  /// The way of `value` to the code in `range`, where it does harm.
  package func flow(of value: TaintedValue, to range: Range<Int>) -> [FindingStep] {
    value.flow(to: step(at: range, LocalizedText("It arrives here.", ja: "ここに届きます。")))
  }

  private func argument(of call: Call, for sink: SinkTable.Sink) -> ExprSyntax? {
    switch sink.part {
    case .label(let label): call.argument(label)
    case .position(let index):
      call.arguments.indices.contains(index) && call.arguments[index].label == nil
        ? call.arguments[index].value : nil
    case .receiver: call.receiver
    }
  }

  private func isMeant(_ call: Call, by sink: SinkTable.Sink) -> Bool {
    guard !sink.receivers.isEmpty else { return true }
    guard let receiver = call.receiver else { return false }
    return call.receiverPath.contains(where: sink.receivers.contains)
      || typeName(of: receiver, in: call.scope).map(sink.receivers.contains) == true
  }
}
