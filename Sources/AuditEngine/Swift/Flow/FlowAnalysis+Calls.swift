import OmamoriCore
import OmamoriReport
import SwiftSyntax

extension FlowAnalysis {
  /// What a call returns.
  func value(of call: Call, at place: FlowPlace) -> TaintedValue? {
    guard !harmless.contains(call.name), !Sanitizers.types.contains(call.name),
      !Sanitizers.questions.contains(call.name)
    else { return nil }
    if let function = source.function(calledBy: call) {
      return value(returnedBy: function, call: call, at: place)
    }
    if let function = source.exportedFunction(calledBy: call), function.saysSomething {
      return value(returnedBy: function, call, at: place)
    }
    // By a function that nothing is known of only its name is known.
    guard !Words.of(call.name).contains(where: Sanitizers.words.contains) || Self.isConversion(call) else {
      return nil
    }
    if let found = source(call, at: place) { return found }
    if let found = value(ofArgumentsOf: call, at: place) { return found }
    guard let receiver = call.receiver, let found = value(of: receiver, at: place.at(receiver)) else {
      return nil
    }
    if !found.kind.isDisjoint(with: .sensitive), !Self.carryingMethods.contains(call.name) { return nil }
    return found
  }

  /// `encode` and the like are conversions where they keep everything that matters about a secret.
  private static func isConversion(_ call: Call) -> Bool {
    call.name == "encode" || call.name.hasPrefix("base64Encoded")
  }

  private func value(ofArgumentsOf call: Call, at place: FlowPlace) -> TaintedValue? {
    let carries =
      Self.wrappers.contains(call.name) || Self.decoders.contains(call.name)
      || wantsSensitive && call.name == "encode" || call.name.hasPrefix("appending")
    guard carries else { return nil }
    return first(call.arguments.lazy.map(\.value).prefix(32), at: place)
  }

  /// Calls that are sources by themselves.
  private func source(_ call: Call, at place: FlowPlace) -> TaintedValue? {
    let label = call.arguments.first?.label
    if label == "contentsOf" || label == "contentsOfFile" || call.name == "contents" && label == "atPath" {
      guard let file = call.arguments.first?.value, !FlowSources.isBundled(file, call.scope, source) else {
        return nil
      }
      return begins(
        .file, call.name, at: call.range,
        LocalizedText("It is read from a file.", ja: "ファイルから読み取られます。"), confidence: .medium)
    }
    if TaintSources.replies.contains(call.name), let label, ["for", "from"].contains(label),
      call.receiverPath.contains(where: { Words.of($0).contains("session") || $0 == "shared" })
    {
      return begins(
        .network, "reply", at: call.range,
        LocalizedText("A server sends it.", ja: "サーバーから受信します。"))
    }
    if call.name == "value", label == "forHTTPHeaderField",
      call.receiverPath.contains(where: { Words.of($0).contains("response") })
    {
      return begins(
        .network, "header", at: call.range,
        LocalizedText("A server sends it.", ja: "サーバーから受信します。"), confidence: .medium)
    }
    return nil
  }

  // MARK: Functions of this file

  /// What `function` returns; `call` says what its parameters are.
  func value(returnedBy function: Function, call: Call?, at place: FlowPlace) -> TaintedValue? {
    guard place.calls < Self.mostCalls else { return nil }
    var inside = place
    inside.calls += 1
    inside.depth += 1
    if let call, let parameters = function.parameters {
      inside.call = FlowCall(function: function.scope, call: call, parameters: parameters, outer: place.call)
    }
    for expression in source.returns(of: function).prefix(32) {
      let scope = source.facts.innermost(at: expression.utf8Range.lowerBound, within: function.scope)
      guard var found = value(of: expression, at: inside.at(expression, in: scope)) else { continue }
      found.add(
        source.step(
          at: call?.range ?? function.nameRange,
          LocalizedText("\(function.name) returns it.", ja: "\(function.name) から返されます。")))
      return found
    }
    return nil
  }

  /// What a function of another file returns.
  private func value(
    returnedBy function: ExportedFunction, _ call: Call, at place: FlowPlace
  ) -> TaintedValue? {
    guard place.calls < Self.mostCalls else { return nil }
    var inside = place
    inside.calls += 1
    let step = source.step(
      at: call.range,
      LocalizedText("\(call.name) returns it.", ja: "\(call.name) から返されます。"))
    for (position, argument) in call.arguments.enumerated() {
      guard let index = function.parameter(for: position, of: call.labels),
        function.summary.passes.contains(index),
        var found = value(of: argument.value, at: inside.at(argument.value))
      else { continue }
      found.confidence = min(found.confidence, .medium)
      found.add(step)
      return found
    }
    guard var found = function.summary.source, !kinds.isDisjoint(with: found.kind) else { return nil }
    found.confidence = min(found.confidence, .medium)
    found.add(step)
    return found
  }

  /// What is passed for a parameter.
  func value(ofParameter binding: Binding, at place: FlowPlace) -> TaintedValue? {
    guard let function = source.facts.function(around: binding.scope), function.scope == binding.scope else {
      return nil
    }
    if let call = place.call, call.function == function.scope {
      guard let argument = call.argument(for: binding.name) else { return nil }
      var outside = place.at(argument, in: call.call.scope)
      outside.call = call.outer
      return value(of: argument, at: outside)
    }
    switch parameters {
    case .oneOf(let range):
      guard range == binding.range else { return nil }
      return TaintedValue(kind: .parameter, name: binding.name, confidence: .high, steps: [])
    case .whatTheSystemPasses: return handed(binding, to: function)
    case .whatIsPassed:
      return handed(binding, to: function) ?? value(passedFor: binding, of: function, at: place)
    }
  }

  /// What the system passes: the link of a delegate method, the message of a page.
  private func handed(_ binding: Binding, to function: Function) -> TaintedValue? {
    guard let parameter = source.signature(of: function).parameters[binding.name]?.syntax else {
      return nil
    }
    let key = TaintSources.Parameter(function: function.name, label: parameter.firstName.text)
    let type = TypeNames.simple(parameter.type)
    let isLink =
      TaintSources.linkLabels.contains(key.label)
      || key.label == "open" && key.function != "open" && type == "URL"
    guard
      let kind = TaintSources.parameters[key] ?? type.flatMap({ TaintSources.types[$0] })
        ?? (isLink ? .link : nil)
    else { return nil }
    return begins(
      kind, binding.name, at: parameter.utf8Range,
      LocalizedText("The system passes \(binding.name) from outside.", ja: "\(binding.name) は外部から渡されます。"))
  }

  /// What the calls of the function in this file pass, the first that carries something.
  private func value(
    passedFor binding: Binding, of function: Function, at place: FlowPlace
  ) -> TaintedValue? {
    guard place.calls < Self.mostCalls,
      let (position, parameter) = source.signature(of: function).parameters[binding.name]
    else { return nil }
    for call in source.calls(of: function).prefix(32) {
      guard let argument = FlowCall.argument(of: call, for: parameter, at: position) else { continue }
      var outside = place.at(argument, in: call.scope)
      outside.call = nil
      outside.calls += 1
      guard var found = value(of: argument, at: outside) else { continue }
      found.confidence = min(found.confidence, .medium)
      found.add(
        source.step(
          at: call.range,
          LocalizedText(
            "It is passed to \(function.name) as \(binding.name).",
            ja: "\(function.name) の \(binding.name) として渡されます。")))
      return found
    }
    return source.value(passedTo: function, at: position, kinds)
  }

  // MARK: Functions whose result is what they are given

  private static let wrappers: Set = [
    "String", "Data", "NSString", "Array", "NSData", "Optional", "Substring", "AnyHashable", "URL", "NSURL",
    "NSAttributedString", "AttributedString", "NSMutableString", "URLComponents", "URLRequest", "Set",
    "StringLiteralType", "NSDictionary", "NSArray", "URLQueryItem", "Text", "zip", "min", "max",
  ]
  private static let decoders: Set = [
    "decode", "jsonObject", "propertyList", "unarchivedObject", "unarchiveObject",
    "unarchiveTopLevelObjectWithData",
  ]
  private static let carryingMethods: Set = [
    "lowercased", "uppercased", "trimmingCharacters", "base64EncodedString", "base64EncodedData", "data",
    "reversed", "appending", "replacingOccurrences", "prefix", "suffix", "dropFirst", "dropLast", "joined",
    "addingPercentEncoding", "hexEncodedString", "map", "compactMap", "flatMap", "withUnsafeBytes", "value",
  ]
}
