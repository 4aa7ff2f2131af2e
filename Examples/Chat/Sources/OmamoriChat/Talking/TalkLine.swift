/// A line that was typed: words for the peer, or a command of the tool.
enum TalkLine: Sendable, Equatable {
  /// Words for the peer.
  case words(String)
  /// Show the safety number, or confirm it.
  case verify(isConfirmed: Bool)
  /// Send a file.
  case attach(String)
  /// Fetch a file: the one of a message, or the last one; under a name, or its own.
  case save(Int?, String?)
  /// Answer a changed identity.
  case answer(isAccepted: Bool)
  /// End.
  case quit
  /// A command that there is not.
  case unknown

  /// Reads a line; two slashes at its beginning are one for the peer.
  init(_ line: String) {
    guard line.hasPrefix("/") else {
      self = .words(line)
      return
    }
    guard !line.hasPrefix("//") else {
      self = .words(String(line.dropFirst()))
      return
    }
    let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
    let rest = parts.dropFirst().first.map { String($0.drop { $0 == " " }) } ?? ""
    switch (parts.first ?? "", rest) {
    case ("verify", ""): self = .verify(isConfirmed: false)
    case ("verify", "yes"): self = .verify(isConfirmed: true)
    case ("attach", let path) where !path.isEmpty: self = .attach(path)
    case ("save", let words): self = Self.save(words)
    case ("accept", ""): self = .answer(isAccepted: true)
    case ("refuse", ""): self = .answer(isAccepted: false)
    case ("quit", ""): self = .quit
    default: self = .unknown
    }
  }

  private static func save(_ words: String) -> TalkLine {
    let parts = words.split(separator: " ", maxSplits: 1)
    guard let first = parts.first else { return .save(nil, nil) }
    guard let number = Int(first) else { return .save(nil, words) }
    return .save(number, parts.count > 1 ? String(parts[1]) : nil)
  }
}
