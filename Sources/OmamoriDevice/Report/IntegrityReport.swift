public import OmamoriCore

/// What a check of a process found.
///
/// It is evidence to be weighed, kept and sent to a server, and no proof: whoever owns the machine can change the
/// process that checks itself.
public struct IntegrityReport: Sendable, Equatable {
  /// Which process was looked at.
  public let subject: IntegritySubject
  /// What was found, one signal an identifier, in the order of the probes.
  public let signals: [IntegritySignal]
  /// When the check began.
  public let date: Date
  /// How long it took.
  public let took: Duration
  /// How old the notes of the start are that it compared with; `nil` when there were none.
  public let baselineAge: Duration?

  /// Makes a report.
  public init(
    subject: IntegritySubject, signals: [IntegritySignal], date: Date, took: Duration, baselineAge: Duration?
  ) {
    (self.subject, self.signals, self.date) = (subject, signals, date)
    (self.took, self.baselineAge) = (took, baselineAge)
  }

  /// The signal about `identifier`, or `nil` when no probe looked for it.
  public subscript(identifier: IntegritySignal.Identifier) -> IntegritySignal? {
    signals.first { $0.identifier == identifier }
  }

  /// The detections that speak against the process, with at least the given confidence.
  public func threats(atLeast confidence: IntegrityConfidence = .low) -> [IntegritySignal] {
    signals.filter { $0.isThreat(atLeast: confidence) }
  }

  /// The checks that gave no answer, so that nobody takes their silence for good news.
  public var unanswered: [IntegritySignal] {
    signals.filter { signal in
      switch signal.state {
      case .unavailable, .error: true
      case .detected, .clean: false
      }
    }
  }
}

extension IntegrityReport {
  /// The events that tell what changed since the signals that are `known`: what was found, what went away and what
  /// cannot be answered.
  ///
  /// Facts about the environment are told once.
  func events(since known: [IntegritySignal.Identifier: IntegritySignal]) -> [SecurityEvent] {
    signals.compactMap { signal in
      let before = known[signal.identifier]
      guard before?.state != signal.state || before?.confidence != signal.confidence else { return nil }
      return signal.event(wasDetected: before?.state == .detected)?.with("process", .integer(processNumber))
    }
  }

  private var processNumber: Int {
    switch subject {
    case .thisProcess: 0
    case .process(let number): Int(number)
    }
  }
}

extension IntegritySignal {
  fileprivate func event(wasDetected: Bool) -> SecurityEvent? {
    let name = SecurityEvent.Value.publicName(identifier.name)
    switch state {
    case .detected:
      return SecurityEvent("device.integrity.detected", .device, severity)
        .with("signal", name).with("confidence", .publicName(confidence.name))
        .with("evidence", .integer(evidenceCount))
    case .clean:
      guard wasDetected else { return nil }
      return SecurityEvent("device.integrity.cleared", .device, .notice).with("signal", name)
    case .unavailable(let reason):
      return SecurityEvent("device.integrity.unavailable", .device, .information)
        .with("signal", name).with("reason", .publicName(reason.rawValue))
    case .error:
      return SecurityEvent("device.integrity.failed", .device, .notice).with("signal", name)
    }
  }
}

extension IntegrityReport {
  /// The version of the form that ``json`` has.
  public static let formatVersion = 1

  /// The report as JSON, with names in place of texts.
  public var json: JSONValue {
    var object: JSONObject = [
      "version": .integer(Self.formatVersion), "subject": .string("this-process"),
      "date": .string(date.formatted(.iso8601)), "microseconds": .integer(Self.microseconds(took)),
    ]
    if case .process(let number) = subject {
      object["subject"] = .string("process")
      object["process"] = .integer(number)
    }
    if let baselineAge { object["baselineSeconds"] = .integer(baselineAge.components.seconds) }
    object["signals"] = .array(signals.map(\.json))
    return .object(object)
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

extension IntegritySignal {
  /// The signal as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "signal": .string(identifier.name), "kind": .string(identifier.kind.rawValue),
      "state": .string(state.name),
    ]
    switch state {
    case .detected: object["confidence"] = .string(confidence.name)
    case .clean: break
    case .unavailable(let reason): object["reason"] = .string(reason.rawValue)
    case .error(let error): object["reason"] = .string(error.message(in: .en))
    }
    object["mastg"] = .array(identifier.mastg.map(JSONValue.string))
    if !evidence.isEmpty { object["evidence"] = .array(evidence.map(\.json)) }
    if evidenceCount > evidence.count { object["evidenceCount"] = .integer(evidenceCount) }
    return .object(object)
  }
}

extension IntegritySignal.State {
  /// The name in reports.
  public var name: String {
    switch self {
    case .detected: "detected"
    case .clean: "clean"
    case .unavailable: "unavailable"
    case .error: "error"
    }
  }
}

extension IntegrityEvidence {
  /// The entry as JSON.
  public var json: JSONValue {
    var object: JSONObject = ["kind": .string(kind)]
    for fact in facts { object[fact.name] = fact.value.json }
    return .object(object)
  }
}

extension SecurityEvent.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(text.description)
    case .fingerprint(let bytes): .string(Self.hexadecimal(bytes))
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// How sure a detected signal is to mean what its name says.
public enum IntegrityConfidence: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Innocent programs do it too, such as those that compile at run time. Keep it, do not act on it alone.
  case low
  /// Programs that nobody tampers with do not do it on an ordinary machine.
  case medium
  /// There is hardly another explanation.
  case high

  /// The name in reports.
  public var name: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  /// Says whether `left` is less sure.
  public static func < (left: IntegrityConfidence, right: IntegrityConfidence) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Something that was seen, in values that may stand in a log: no path, no content of memory, no command line.
public struct IntegrityEvidence: Sendable, Hashable {
  /// A named value.
  public struct Fact: Sendable, Hashable {
    /// What the value says.
    public let name: String
    /// The value.
    public let value: SecurityEvent.Value

    /// Makes a fact.
    public init(_ name: StaticString, _ value: SecurityEvent.Value) {
      (self.name, self.value) = (String(describing: name), value)
    }
  }

  /// What was seen, such as `module`.
  public let kind: String
  /// What is known about it, in a fixed order.
  public let facts: [Fact]

  /// Makes an entry.
  public init(_ kind: StaticString, _ facts: [Fact]) {
    (self.kind, self.facts) = (String(describing: kind), facts)
  }

  /// The value of the fact called `name`, or `nil` when there is none.
  public subscript(name: String) -> SecurityEvent.Value? { facts.first { $0.name == name }?.value }
}

/// The process that a report is about.
public enum IntegritySubject: Sendable, Hashable {
  /// The process that asks.
  case thisProcess
  /// Another process, looked at from outside.
  case process(Int32)
}

/// Why a check gave no answer; that is neither good nor bad news.
@nonexhaustive
public enum IntegrityUnavailability: String, Sendable, Hashable, CaseIterable {
  /// The platform has no such thing, or no way to ask for it.
  case platform
  /// The system does not let this user look.
  case denied
  /// It can only be seen from inside the process.
  case insideOnly = "inside-only"
  /// Nothing was noted at the start that it could be compared with.
  case noBaseline = "no-baseline"
  /// The file that it would have to be compared with is gone or was replaced.
  case fileGone = "file-gone"
  /// The process has ended.
  case ended

  /// The reason as a sentence.
  public var explanation: LocalizedText {
    switch self {
    case .platform:
      LocalizedText("This platform does not tell.", ja: "このプラットフォームでは確認できません。")
    case .denied:
      LocalizedText(
        "This user may not look at that process.", ja: "このユーザーではそのプロセスを検査できません。")
    case .insideOnly:
      LocalizedText(
        "Only the process itself can see it.", ja: "対象のプロセス自身でなければ確認できません。")
    case .noBaseline:
      LocalizedText(
        "Nothing was noted at the start to compare it with.", ja: "比較の基準となる初期状態の記録がありません。")
    case .fileGone:
      LocalizedText(
        "Code was changed whose file is gone or was replaced, so that nothing can be compared.",
        ja: "変更されたコードの元のファイルが削除または置換されているため、比較できません。")
    case .ended:
      LocalizedText("The process has ended.", ja: "プロセスはすでに終了しています。")
    }
  }
}
