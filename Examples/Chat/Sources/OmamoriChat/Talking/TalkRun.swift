import OmamoriCore
import OmamoriMessaging

/// One run of `omamori-chat talk`.
struct TalkRun: Sendable {
  private static let shownLines = 10

  private let arguments: Arguments
  private let account: ChatAccount
  private let peer: MessagingAddress
  private let screen: TalkScreen

  init(_ arguments: Arguments, _ account: ChatAccount, with peer: MessagingAddress) {
    (self.arguments, self.account, self.peer) = (arguments, account, peer)
    screen = TalkScreen(arguments)
  }

  /// Talks until the person ends it.
  func run() async throws {
    try await begin()
    let (events, continuation) = AsyncStream<TalkEvent>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await Self.type(into: continuation) }
      group.addTask { await Self.listen(account, into: continuation) }
      group.addTask { await Self.tick(into: continuation) }
      defer { group.cancelAll() }
      var state = TalkState()
      for await event in events {
        guard try await handle(event, &state) else { break }
      }
      try Task.checkCancellation()
    }
    try screen.end()
  }

  private func begin() async throws {
    try await account.step {}
    let (name, count) = (peer.name, try account.history.count(with: peer.name))
    let quoted = Printable.quote(name)
    let trust = try await account.messenger.conversation(with: peer).trust()
    try screen.say(
      LocalizedText(
        "talking with \(quoted), \(trust.text.english); /verify, /attach FILE, /save, /quit",
        ja: "\(quoted) との会話（\(trust.text.japanese)）。/verify、/attach FILE、/save、/quit"))
    try screen.show(
      try account.history.entries(with: name, from: max(0, count - Self.shownLines)), with: name,
      isShortened: true)
    try await account.markShown(count, with: name)
  }

  // MARK: - Where events come from

  private static func type(into events: AsyncStream<TalkEvent>.Continuation) async {
    let lines = TypedLines()
    do {
      while true {
        let batch = try await lines.next()
        guard !batch.isEmpty else { break }
        for line in batch { events.yield(.line(String(decoding: line, as: UTF8.self))) }
      }
      events.yield(.endOfInput)
    } catch {
      events.yield(.failure(error))
    }
  }

  private static func listen(_ account: ChatAccount, into events: AsyncStream<TalkEvent>.Continuation) async {
    var (isFirst, wait) = (true, 0)
    while !Task.isCancelled {
      do {
        if isFirst, let fault = try await account.keepPublished() { events.yield(.warning(fault)) }
        isFirst = false
        events.yield(.delivery(try await account.receive(wait: wait)))
        wait = RelayClient.longestWait
      } catch {
        switch error {
        case let error as RelayUnreachable: events.yield(.offline(error))
        case let error as RelayRefusal where error.isPassing: break
        default: events.yield(.failure(error))
        }
        wait = 0
        // because a sleep ends early only with its task
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  private static func tick(into events: AsyncStream<TalkEvent>.Continuation) async {
    while !Task.isCancelled {
      // because a sleep ends early only with its task
      try? await Task.sleep(for: .seconds(1))
      events.yield(.retry)
    }
  }

  // MARK: - What is done

  /// - Returns: Whether the conversation goes on.
  private func handle(_ event: TalkEvent, _ state: inout TalkState) async throws -> Bool {
    switch event {
    case .line(let line): return try await handle(TalkLine(line), &state)
    case .endOfInput:
      try await send(&state)
      return false
    case .delivery(let delivery):
      if state.isOffline { try screen.say(LocalizedText("the relay is there again", ja: "リレーに再接続しました")) }
      state.isOffline = false
      for fault in delivery.faults { try await tell(fault.error, from: fault.peer) }
      try await showUnseen(&state)
      if state.isWaiting { try await send(&state) }
      return true
    case .offline(let fault):
      if !state.isOffline { try screen.say(fault) }
      state.isOffline = true
      return true
    case .retry:
      if state.isDue() { try await send(&state) }
      return true
    case .warning(let fault):
      try screen.say(fault)
      return true
    case .failure(let error): throw error
    }
  }

  private func handle(_ line: TalkLine, _ state: inout TalkState) async throws -> Bool {
    do {
      switch line {
      case .words(let text):
        try await account.write(try ChatContent(typed: text), to: peer)
        try await send(&state)
        try screen.prompt()
      case .verify(let isConfirmed):
        let number = try await account.safetyNumber(with: peer)
        if isConfirmed { try await account.confirm(peer) }
        let trust = try await account.messenger.conversation(with: peer).trust()
        try screen.show(SafetyNumberText(number, trust).text(arguments))
      case .attach(let path):
        let file = try await account.upload(path)
        try await account.write(.file(file), to: peer)
        try await send(&state)
        try screen.say(
          LocalizedText("sent \(Printable.quote(file.name))", ja: "\(Printable.quote(file.name)) を送信しました"))
      case .save(let number, let name):
        let file = try account.file(number, with: peer.name)
        let path = Printable.quote(try await account.save(file, to: name))
        try screen.say(LocalizedText("saved \(path)", ja: "\(path) に保存しました"))
      case .answer(let isAccepted):
        let isAnswered = try await account.answer(peer, accepting: isAccepted)
        try screen.say(
          isAnswered
            ? LocalizedText("answered", ja: "回答しました")
            : LocalizedText("there is nothing to answer", ja: "必要な操作はありません"))
        try await send(&state)
        // What waited for the answer is still at the relay.
        for fault in try await account.receive().faults { try await tell(fault.error, from: fault.peer) }
        try await showUnseen(&state)
      case .quit:
        try await send(&state)
        return false
      case .unknown:
        try screen.say(
          LocalizedText(
            "/verify [yes], /attach FILE, /save [NUMBER] [FILE], /accept, /refuse, /quit; // begins a text with a slash",
            ja: "/verify [yes]、/attach FILE、/save [番号] [FILE]、/accept、/refuse、/quit。// でスラッシュから始まる文を送信できます"))
      }
    } catch let error as any ExitCodeProviding {
      try screen.say(error)
    }
    return true
  }

  private func send(_ state: inout TalkState) async throws {
    let dispatch = try await account.dispatch()
    if let fault = dispatch.unreachable, !state.isOffline {
      state.isOffline = true
      try screen.say(fault)
    }
    let fault = dispatch.faults[peer.name]
    if let fault, state.fault != fault.message { try screen.say(fault) }
    state.fault = fault?.message
    state.note(isWaiting: dispatch.waiting > 0, sent: dispatch.sent)
    let shown = try account.history.count(with: peer.name)
    if try await account.unseen(with: peer.name).allSatisfy({ $0.entry.direction == .sent }) {
      try await account.markShown(shown, with: peer.name)
    }
  }

  private func tell(_ error: MessagingError, from name: String) async throws {
    guard isPeer(name) else { return }
    try screen.say(error)
  }

  /// Whether a name is the peer's, byte for byte: names that look the same may be written in several ways.
  private func isPeer(_ name: String) -> Bool { name.utf8.elementsEqual(peer.name.utf8) }

  private func showUnseen(_ state: inout TalkState) async throws {
    for name in account.history.peers() {
      let lines = try await account.unseen(with: name)
      guard let last = lines.last else { continue }
      let received = lines.filter { $0.entry.direction == .received }
      if isPeer(name) {
        try screen.show(received, with: name)
        try await account.markShown(last.number, with: name)
      } else if state.others[name] != last.number, !received.isEmpty {
        state.others[name] = last.number
        let quoted = Printable.quote(name)
        try screen.say(
          LocalizedText(
            "\(received.count) new from \(quoted): omamori-chat receive",
            ja: "\(quoted) から \(received.count) 件の新着: omamori-chat receive"))
      }
    }
    for key in account.groupHistory.peers() {
      let lines = try await account.unseen(with: key, .groups)
      let received = lines.filter { $0.entry.direction == .received }
      guard let last = lines.last, state.groups[key] != last.number, !received.isEmpty,
        let group = GroupIdentifier(text: key)
      else { continue }
      state.groups[key] = last.number
      let quoted = Printable.quote(try await account.groupName(group))
      try screen.say(
        LocalizedText(
          "\(received.count) new in the group \(quoted): omamori-chat receive",
          ja: "グループ \(quoted) に \(received.count) 件の新着: omamori-chat receive"))
    }
  }
}
