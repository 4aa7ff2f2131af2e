import OmamoriCore
import OmamoriMessaging

/// A group as it is shown.
struct ShownGroup: Sendable {
  let identifier: GroupIdentifier
  let name: String
}

/// Shows messages: a line each for people, or a JSON object each for programs.
struct ChatPrinter: Sendable {
  /// How much of a long text is shown where it is shortened.
  private static let (shownLines, shownCharacters) = (8, 400)

  private let arguments: Arguments
  private let isJSON: Bool

  init(_ arguments: Arguments, isJSON: Bool = false) {
    (self.arguments, self.isJSON) = (arguments, isJSON)
  }

  /// Shows what came and was not shown before, and takes note of it.
  func showUnseen(of account: ChatAccount) async throws {
    for peer in account.history.peers() {
      let lines = try await account.unseen(with: peer)
      guard let last = lines.last else { continue }
      let received = lines.filter { $0.entry.direction == .received }
      let text = received.map { line($0.entry, $0.number, with: peer) }.joined()
      if !text.isEmpty { try arguments.output.write(text) }
      try await account.markShown(last.number, with: peer)
    }
    for key in account.groupHistory.peers() {
      let lines = try await account.unseen(with: key, .groups)
      guard let last = lines.last, let group = GroupIdentifier(text: key) else { continue }
      let shown = ShownGroup(identifier: group, name: try await account.groupName(group))
      let received = lines.filter { $0.entry.direction == .received }
      try arguments.output.write(received.map { line($0.entry, $0.number, in: shown) }.joined())
      try await account.markShown(last.number, with: key, .groups)
    }
  }

  /// A line of a group as it is shown, with a line feed.
  func line(_ entry: HistoryEntry, _ number: Int, in group: ShownGroup) -> String {
    guard !isJSON else {
      var object = Self.json(entry, number)
      object["group"] = .string(group.identifier.text)
      object["name"] = .string(group.name)
      if let sender = entry.sender { object["peer"] = .string(sender) }
      return Printable.json(.object(object)) + "\n"
    }
    let time = arguments.output.styled(Self.time(entry.time), .dim)
    let title = arguments.output.styled("[\(Printable.plain(group.name))]", .dim)
    let text = Self.text(entry.content, number)[arguments.language]
    if case .note = entry.content { return "\(time) \(title) -- \(text)\n" }
    return "\(time) \(title) \(name(of: entry, entry.sender ?? "")): \(text)\n"
  }

  private func name(of entry: HistoryEntry, _ peer: String) -> String {
    let isSent = entry.direction == .sent
    let mark = isSent || entry.isVerified ? "" : "?"
    let name = isSent ? LocalizedText("you", ja: "自分")[arguments.language] : Printable.plain(peer) + mark
    return arguments.output.styled(name, .bold, isSent ? .blue : entry.isVerified ? .green : .yellow)
  }

  /// A message as it is shown, with a line feed.
  ///
  /// - Parameters:
  ///   - entry: The message.
  ///   - number: Its number.
  ///   - peer: The peer.
  ///   - isShortened: Whether of a long text only its beginning is shown.
  /// - Returns: The line.
  func line(_ entry: HistoryEntry, _ number: Int, with peer: String, isShortened: Bool = false) -> String {
    guard !isJSON else {
      var object = Self.json(entry, number)
      object["peer"] = .string(peer)
      return Printable.json(.object(object)) + "\n"
    }
    let language = arguments.language
    let time = arguments.output.styled(Self.time(entry.time), .dim)
    let (content, isCut) = isShortened ? Self.shortened(entry.content) : (entry.content, false)
    let command = "'omamori-chat history \(Printable.plain(peer))'"
    let rest = LocalizedText(" [… the rest: \(command)]", ja: " ［… 続き: \(command)］")
    let text = Self.text(content, number)[language] + (isCut ? rest[language] : "")
    return "\(time) \(name(of: entry, peer)): \(text)\n"
  }

  /// The beginning of a long text.
  private static func shortened(_ content: ChatContent) -> (content: ChatContent, isCut: Bool) {
    guard case .text(let text) = content else { return (content, false) }
    let lines = text.split(separator: "\n", maxSplits: shownLines, omittingEmptySubsequences: false)
    let start = lines.prefix(shownLines).joined(separator: "\n").unicodeScalars.prefix(shownCharacters)
    let short = String(String.UnicodeScalarView(start))
    return (.text(short), short.utf8.count < text.utf8.count)
  }

  private static func text(_ content: ChatContent, _ number: Int) -> LocalizedText {
    switch content {
    case .text(let text):
      // A text has no way to look like another message: its further lines stand further in.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.safe($0) }
      let shown = lines.joined(separator: "\n      ")
      return LocalizedText(shown, ja: shown)
    case .file(let file):
      let (name, size) = (Printable.quote(file.name), Printable.size(file.size))
      return LocalizedText(
        "[file \(number): \(name), \(size)]", ja: "［ファイル \(number): \(name)、\(size)］")
    case .note(let note): return note.text
    case .unknown:
      return LocalizedText(
        "[a message that this version cannot show]", ja: "［このバージョンでは表示できないメッセージ］")
    }
  }

  private static func safe(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\t": result += "\t"
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        // Emoji are made of several characters with a joiner between them, which does nothing else.
        if scalar.value == 0x200D { result.unicodeScalars.append(scalar) } else { result += "\u{FFFD}" }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func json(_ entry: HistoryEntry, _ number: Int) -> JSONObject {
    var object: JSONObject = [
      "number": .integer(number), "direction": .string(entry.direction.rawValue),
      "time": .string(entry.time.formatted(.iso8601)), "verified": .bool(entry.isVerified),
    ]
    switch entry.content {
    case .text(let text): object["text"] = .string(text)
    case .file(let file): object["file"] = ["name": .string(file.name), "size": .integer(file.size)]
    case .note(let note):
      object["event"] = .string(note.parts.word)
      if let subject = note.parts.subject { object["subject"] = .string(subject) }
    case .unknown: object["unknown"] = true
    }
    return object
  }

  /// The time of day in the person's own zone, with the day when it is another one.
  private static func time(_ date: Date) -> String {
    let (then, today) = (LocalTime(date), LocalTime(Date()))
    return then.day == today.day ? then.clock : then.day + " " + then.clock
  }

  // MARK: - What goes wrong

  /// Says what failed although the work goes on.
  func warn(_ fault: any ExitCodeProviding, from peer: String? = nil) {
    let name = peer.map { Printable.quote($0) + ": " } ?? ""
    let message = LocalizedText(name + fault.message.english, ja: name + fault.message.japanese)
    arguments.warn(message, hint: fault.hint ?? ChatFault.relayHint)
  }
}
