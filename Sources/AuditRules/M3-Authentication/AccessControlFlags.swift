import AuditEngine
import SwiftSyntax

/// The flags with which Keychain items and keys are put behind an access control.
struct AccessControlFlags {
  /// The names of the flags.
  let flags: [String]
  /// The bytes of the argument that gives them.
  let range: Range<Int>
  /// The call.
  let call: Call

  /// Every use in `source` whose flags are known.
  static func uses(in source: SwiftSource) -> [AccessControlFlags] {
    let creating = source.facts.calls("SecAccessControlCreateWithFlags")
    let wrapping = source.facts.calls(labelled: "authenticationPolicy")
    guard !creating.isEmpty || !wrapping.isEmpty else { return [] }
    let created = creating.compactMap { call in
      call.arguments.count > 2 ? (call, call.arguments[2].value) : nil
    }
    // Wrappers name the argument after the authentication.
    let wrapped = wrapping.flatMap { call in
      call.arguments.filter { $0.label == "authenticationPolicy" }.map { (call, $0.value) }
    }
    return (created + wrapped).compactMap { call, argument in
      let flags = names(source.fold(argument, in: call.scope)) + inserted(into: argument, call, source)
      guard !flags.isEmpty else { return nil }
      return AccessControlFlags(flags: flags, range: argument.utf8Range, call: call)
    }
  }

  private static func names(_ value: Value) -> [String] {
    switch value {
    case .symbol(let name): [name]
    case .array(let values): values.flatMap(names)
    case .oneOf(let values): values.flatMap(names)
    default: []
    }
  }

  /// `flags.insert(.userPresence)` and the first value of a variable that something is inserted into.
  private static func inserted(into argument: ExprSyntax, _ call: Call, _ source: SwiftSource) -> [String] {
    guard let name = NamePath.of(argument).last,
      let binding = source.binding(named: name, from: call.scope), binding.kind == .variable
    else { return [] }
    let additions = ["insert", "formUnion", "update"].flatMap { source.facts.calls($0) }
      .filter { $0.receiver.flatMap(NamePath.last) == name && source.facts.isWithin($0.scope, binding.scope) }
    return additions.flatMap { addition in
      addition.arguments.first.map { names(source.fold($0.value, in: addition.scope)) } ?? []
    }
  }
}
