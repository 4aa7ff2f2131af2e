import OmamoriReport

// What is sensitive by its name in Objective-C, and what arrives at the places of ``ObjectiveCDisclosures``.

extension ObjectiveCFlowReader {
  // MARK: Names

  /// What is called `name`, when that says that it is sensitive.
  func named(_ name: String, _ range: Range<Int>, type: @autoclosure () -> FlowOwner) -> FlowOrigin? {
    guard let kind = kind(of: ObjectiveCSource.plain(name)) else { return nil }
    return FlowOrigin(
      leaf: .named(kind, name: ObjectiveCSource.plain(name), type: type()), region: region(range))
  }

  /// What is kept under the text in `key`.
  func entry(_ key: Range<Int>, _ function: Int?, _ range: Range<Int>, type: FlowOwner) -> FlowOrigin? {
    guard key.count < 4, let text = source.value(key, in: function)?.string,
      let kind = FlowNames.kind(ofEntry: text)
    else { return nil }
    return FlowOrigin(leaf: .named(kind, name: text, type: type), region: region(range))
  }

  /// Whether the local name holds what was encrypted, hashed or written in the program.
  func isMadeHarmless(_ name: String, at index: Int, in function: Int?) -> Bool {
    guard scopes.isLocal(name, in: function) else { return false }
    let reaching = scopes.reaching(name, in: function, before: index)
    guard reaching.isReplaced, !reaching.events.isEmpty else { return false }
    return reaching.events.allSatisfy { event in
      guard case .expression(let value) = event.value else { return false }
      let range = source.bare(value)
      if range.count == 1, let first = range.first {
        return tokens[first].isString || tokens[first].isName("nil")
      }
      if range.count == 2, let first = range.first {
        return tokens[first].isSign("@") && tokens[first + 1].isString
      }
      guard let message = source.message(at: range) else { return false }
      return !FlowProtections.cleaned(byFunction: String(message.selector.prefix { $0 != ":" })).isEmpty
    }
  }

  // MARK: Sinks

  func readDisclosures(_ message: MessageSend, _ name: String, _ arguments: [[FlowOrigin]]) {
    for row in ObjectiveCDisclosures.messages[name] ?? [] where isMeant(message, row) {
      var found: [FlowOrigin] = []
      switch row.part {
      case .argument(let index):
        guard arguments.indices.contains(index) else { continue }
        found = arguments[index] + wholes(message.arguments[index], message.function)
      case .rest(let index):
        for place in arguments.indices.dropFirst(index) {
          found += arguments[place] + wholes(message.arguments[place], message.function)
        }
      case .receiver:
        found =
          origins(of: message.receiver, in: message.function) + wholes(message.receiver, message.function)
      case .all:
        found = origins(of: message.receiver, in: message.function) + arguments.joined()
      }
      disclose(row.sinkClass, name, found, message.receiver.upperBound..<message.tokens.upperBound, message)
      return
    }
  }

  private func isMeant(_ message: MessageSend, _ row: ObjectiveCDisclosures.Row) -> Bool {
    if let with = row.with, !parts(of: message.selector).contains(with) { return false }
    if row.sinkClass == .file,
      tokens[message.tokens].contains(where: { $0.text.contains("FileProtectionComplete") })
    {
      return false
    }
    guard !row.receivers.isEmpty else { return true }
    var words = Set(tokens[message.receiver].prefix(12).flatMap { Words.of($0.text) })
    if case .type(let type, let members) = owner(of: message.receiver, in: message.function), members.isEmpty
    {
      words.insert(type.lowercased())
    }
    return !words.isDisjoint(with: row.receivers)
  }

  private func disclose(
    _ sinkClass: FlowSinkClass, _ name: String, _ found: [FlowOrigin], _ range: Range<Int>,
    _ message: MessageSend?
  ) {
    guard !found.isEmpty else { return }
    add(
      .sink(sinkClass, name: name), SwiftFlowReader.merged(found), at: range, quoting: range,
      call: message.flatMap { callPlaces[$0.tokens.lowerBound] })
  }

  func readDisclosures(_ call: CCall, _ arguments: [[FlowOrigin]]) {
    if let row = ObjectiveCDisclosures.functions[call.name], arguments.indices.contains(row.argument) {
      disclose(row.sinkClass, call.name, arguments[row.argument], call.tokens, nil)
    }
    guard let place = ObjectiveCLogs.places[call.name], arguments.count > place else { return }
    let format = source.value(call.arguments[place], in: call.function)?.string ?? ""
    let marks = ObjectiveCLogs.marks(of: format)
    let isRedacting = call.name.hasPrefix("os_log")
    let first = ["CFShow", "puts"].contains(call.name) ? 0 : place + 1
    var (open, shown) = ([FlowOrigin](), [FlowOrigin]())
    for (index, origins) in arguments.dropFirst(first).enumerated() {
      let mark = index < marks.count ? marks[index] : ""
      if !marks.isEmpty, !ObjectiveCLogs.writesText(mark) { continue }
      let found = origins + wholes(call.arguments[first + index], call.function)
      if !isRedacting { open += found } else if mark.contains("public") { shown += found }
    }
    disclose(.log, call.name, open, call.tokens, nil)
    disclose(.publicLog, call.name, shown, call.tokens, nil)
  }

  /// Looks at assignments such as `UIPasteboard.generalPasteboard.string = code`.
  func readDisclosure(_ assignment: CAssignment, _ value: [FlowOrigin]) {
    guard let sink = FlowDisclosures.members[assignment.name] else { return }
    let words = Set(tokens[assignment.target].prefix(12).flatMap { Words.of($0.text) })
    guard !words.isDisjoint(with: sink.owners) else { return }
    add(.sink(sink.sinkClass, name: assignment.name), value, at: assignment.target, quoting: assignment.value)
  }

  /// The types that may hold something sensitive, of a plain name.
  func wholes(_ range: Range<Int>, _ function: Int?) -> [FlowOrigin] {
    whole(range, function).map { [FlowOrigin(leaf: .whole($0), region: region(range))] } ?? []
  }

  func whole(_ range: Range<Int>, _ function: Int?) -> FlowOwner? {
    let range = source.bare(range)
    guard range.count == 1 || range.count == 3, let last = range.last, tokens[last].kind == .identifier else {
      return nil
    }
    let owner = owner(of: range, in: function)
    guard case .type(let type, let members) = owner,
      !members.isEmpty
        || !FlowNames.isAnswer(type) && !ObjectiveCFlowPasses.isHarmless(type)
          && !type.hasPrefix("NS") && !type.hasPrefix("UI") && !type.hasPrefix("CF")
    else { return nil }
    return owner
  }
}

/// The places at which sensitive values of Objective-C get into other hands, as data.
enum ObjectiveCDisclosures {
  struct Row: Sendable {
    enum Part: Sendable {
      case argument(Int)
      case rest(Int)
      case receiver
      case all
    }

    let sinkClass: FlowSinkClass
    let part: Part
    /// A part that the selector has, too.
    var with: String?
    /// Words of which the receiver or its type has one.
    var receivers: Set<String> = []
  }

  /// Messages by the first part of their selector; the first row that fits counts.
  static let messages: [String: [Row]] = {
    var table: [String: [Row]] = [:]
    func add(
      _ sinkClass: FlowSinkClass, _ names: [String], _ part: Row.Part = .argument(0), with: String? = nil,
      receivers: Set<String> = []
    ) {
      for name in names {
        table[name, default: []].append(
          Row(sinkClass: sinkClass, part: part, with: with, receivers: receivers))
      }
    }
    let defaults: Set = ["defaults", "nsuserdefaults", "nsubiquitouskeyvaluestore", "preferences", "mmkv"]
    add(.preferences, ["setObject", "setValue", "setString", "setURL"], with: "forKey", receivers: defaults)
    add(.preferences, ["registerDefaults", "setPersistentDomain"], receivers: defaults)
    add(.documents, ["setObject"], with: "inCollection")
    add(
      .documents, ["setString", "setData", "setNumber", "setDate"], with: "forKey",
      receivers: ["document", "cblmutabledocument", "doc"])
    add(
      .log, ["setCustomValue", "setObjectValue", "log", "setCustomKeysAndValues"], .rest(0),
      receivers: ["crashlytics", "fircrashlytics"])
    add(.log, ["exceptionWithName", "raise"], .rest(1), receivers: ["exception", "nsexception"])
    add(.file, ["writeToFile", "writeToURL"], .receiver)
    add(.file, ["createFileAtPath"], .argument(1))
    add(.file, ["archiveRootObject"], .argument(0), with: "toFile")
    add(.file, ["writeData"], receivers: ["handle", "file", "nsfilehandle"])
    add(.rows, ["executeUpdate"], .rest(1))
    add(.rows, ["executeUpdateWithFormat"], .rest(1))
    add(.realm, ["createInRealm", "createOrUpdateInRealm", "createOrUpdateModifiedInRealm"], .argument(1))
    add(.models, ["setPrimitiveValue"])
    add(
      .analytics, ["logEventWithName", "logEvent", "track", "identify", "setUserProperty", "setUserID"],
      .rest(0),
      receivers: FlowDisclosures.serviceWords)
    add(
      .analytics,
      ["setUserPropertyString", "setUserProperties", "registerSuperProperties", "setCustomerUserID"],
      .rest(0))
    add(
      .pasteboard, ["setString", "setStrings", "setItems", "setURL"], receivers: FlowDisclosures.boardWords)
    add(
      .pasteboard, ["setValue", "setData"], with: "forPasteboardType", receivers: FlowDisclosures.boardWords)
    add(.pasteboard, ["setString", "setData"], with: "forType", receivers: FlowDisclosures.boardWords)
    add(.pasteboard, ["writeObjects"], receivers: FlowDisclosures.boardWords)
    add(
      .network,
      [
        "dataTaskWithRequest", "uploadTaskWithRequest", "downloadTaskWithRequest", "dataTaskWithURL", "POST",
        "GET", "PUT", "PATCH", "sendSynchronousRequest", "sendAsynchronousRequest",
      ], .all)
    add(.network, ["sendData", "writeData", "send"], .all, receivers: FlowDisclosures.connectionWords)
    return table
  }()

  /// Functions of C, with the argument that counts.
  static let functions: [String: (sinkClass: FlowSinkClass, argument: Int)] = [
    "sqlite3_bind_text": (.rows, 2), "sqlite3_bind_blob": (.rows, 2), "sqlite3_bind_double": (.rows, 2),
    "sqlite3_bind_text16": (.rows, 2), "sqlite3_bind_int64": (.rows, 2), "sqlite3_bind_int": (.rows, 2),
    "CFPreferencesSetAppValue": (.preferences, 1), "CFPreferencesSetValue": (.preferences, 1),
    "fputs": (.file, 0), "fwrite": (.file, 0),
  ]
}
