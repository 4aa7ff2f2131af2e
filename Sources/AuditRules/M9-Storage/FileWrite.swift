import AuditEngine
import SwiftSyntax

/// A call that writes data to a file.
struct FileWrite {
  /// The call.
  let call: Call
  /// What is written.
  let data: ExprSyntax
  /// Where it is written to, if the call says.
  let destination: ExprSyntax?

  /// The writes in `source`: of data and texts, by the file manager, and through handles.
  static func all(in source: SwiftSource) -> [FileWrite] {
    source.once(all: Self.self) { found(in: source) }
  }

  private static func found(in source: SwiftSource) -> [FileWrite] {
    var writes: [FileWrite] = []
    for call in source.facts.calls("write") {
      if let destination = call.argument("to") ?? call.argument("toFile"), let data = call.receiver {
        // `folder.write(data, to: name)` of an own type writes its argument.
        guard call.arguments.first?.label != nil else { continue }
        writes.append(FileWrite(call: call, data: data, destination: destination))
      } else if let receiver = call.receiver, isHandle(receiver, call.scope, source),
        let data = call.arguments.first, data.label == nil || data.label == "contentsOf"
      {
        writes.append(FileWrite(call: call, data: data.value, destination: nil))
      }
    }
    for call in source.facts.calls("createFile") {
      guard let data = call.argument("contents") else { continue }
      writes.append(FileWrite(call: call, data: data, destination: call.argument("atPath")))
    }
    return writes
  }

  private static func isHandle(_ expression: ExprSyntax, _ scope: ScopeID, _ source: SwiftSource) -> Bool {
    guard let name = NamePath.last(of: expression), let binding = source.binding(named: name, from: scope)
    else {
      return false
    }
    let made = binding.value.flatMap { Call($0, scope: scope)?.name }
    let type = binding.type?.writtenName ?? ""
    return ["FileHandle", "OutputStream"].contains { (kind: String) in made == kind || type.hasPrefix(kind) }
  }

  /// Whether a caller has opened what is written to: a file, a pipe or a connection.
  func goesToStreamOfCaller(in source: SwiftSource) -> Bool {
    guard destination == nil, let name = call.receiver.flatMap({ NamePath.last(of: $0) }) else {
      return false
    }
    return source.binding(named: name, from: call.scope)?.kind == .parameter
  }

  /// The plaintext secret that is written, if there is one.
  func secret(in source: SwiftSource) -> StoredSecret? {
    StoredSecret(value: data, key: nil, in: call.scope, source)
  }

  /// Whether what is written was encrypted, by its name or by how it is made.
  func isSealed(in source: SwiftSource) -> Bool {
    let words = NamePath.last(of: data).map { Set(Words.of($0)) } ?? []
    if !words.isDisjoint(with: ["sealed", "encrypted", "ciphertext", "cipher"]) { return true }
    return Self.isMadeBySealing(data, in: call.scope, source)
  }

  /// Follows names and `box.combined` to the call that made the data.
  static func isMadeBySealing(
    _ expression: ExprSyntax, in scope: ScopeID, _ source: SwiftSource, depth: Int = 0
  ) -> Bool {
    guard depth < 4 else { return false }
    return source.origins(of: expression, in: scope).contains { origin in
      var expression = origin.expression
      while let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
        expression = base
      }
      if let call = Call(expression, scope: origin.scope) { return isSealing(call.name) }
      guard expression != origin.expression else { return false }
      return isMadeBySealing(expression, in: origin.scope, source, depth: depth + 1)
    }
  }

  /// Whether a value called `name`, which a caller hands over, is made in this file by a function that wraps it.
  static func isMadeBySealing(named name: String, _ source: SwiftSource) -> Bool {
    source.facts.bindings(name).contains { binding in
      guard let value = binding.value, let call = Call(value, scope: binding.scope) else { return false }
      return source.facts.functions(call.name).contains { function in
        source.facts.calls(in: function.scope).contains { isSealing($0.name) }
      }
    }
  }

  private static func isSealing(_ name: String) -> Bool {
    guard let first = Words.of(name).first else { return false }
    return ["seal", "encrypt", "wrap", "lock"].contains(first)
  }

  /// Whether what is called a token is the text of a configuration, by the function or the place that it is written to.
  func isSettings(named name: String, in source: SwiftSource) -> Bool {
    guard Words.of(name).last == "token" else { return false }
    let around = [
      source.facts.function(around: call.scope)?.name, destination.flatMap { NamePath.last(of: $0) },
    ]
    return around.compactMap(\.self).flatMap { Words.of($0) }.contains {
      ["config", "configuration"].contains($0)
    }
  }

  /// Whether the write itself asks for protection.
  func isProtected(in source: SwiftSource) -> Bool {
    guard let options = call.argument("options") ?? call.argument("attributes") else { return false }
    let value = source.fold(options, in: call.scope)
    // Options that another file or a caller chooses are not judged.
    if value == .unknown || value.symbol != nil && options.is(DeclReferenceExprSyntax.self) { return true }
    if case .dictionary(let attributes) = value { return attributes.contains(anyOf: ["protectionKey"]) }
    return CipherCall.symbols(in: value).contains { $0.contains("FileProtection") }
  }
}
