import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

/// What the verification of a log found, as people and programs read it.
struct VerificationText {
  private let result: LogVerification
  private let anchors: [Checkpoint]
  private let agent: Checkpoint?
  private let start: Date
  private let language: Language
  private let terminal: Terminal

  /// Takes what was found.
  ///
  /// - Parameters:
  ///   - result: The verification.
  ///   - anchors: What was kept outside of the log.
  ///   - agent: What the running agent signed just before, if one runs.
  ///   - start: When it was asked for that; what is older may have been kept and shown again.
  ///   - language: The language.
  ///   - terminal: Where it is shown.
  init(
    _ result: LogVerification, _ anchors: [Checkpoint], agent: Checkpoint?, since start: Date,
    _ language: Language, _ terminal: Terminal
  ) {
    (self.result, self.anchors, self.agent, self.start) = (result, anchors, agent, start)
    (self.language, self.terminal) = (language, terminal)
  }

  /// Whether nothing is missing although the log has no end yet: its agent runs, and what that signed at the beginning of the
  /// verification stands in an anchor outside of the log, which the log agrees with.
  var isCompleteSoFar: Bool {
    guard let agent, case .openTail(_, .some(let covered)) = result.verdict else { return false }
    return covered >= agent.size && agent.date >= start
  }

  private var explanation: LocalizedText {
    guard isCompleteSoFar, case .openTail(let since, _) = result.verdict else {
      return result.verdict.explanation
    }
    return LocalizedText(
      "The log is complete so far: its agent is writing it, and an anchor covers \(since) entries.",
      ja: "ログは現時点で完全です。エージェントが書き込み中で、アンカーが \(since) 項目までを保証しています。")
  }

  private var recovery: LocalizedText? {
    if isCompleteSoFar { return nil }
    guard agent != nil, case .openTail = result.verdict else { return result.verdict.recovery }
    return LocalizedText(
      """
      The agent signed a checkpoint, but no anchor outside of the log has it. See what the agent said about its witness; \
      begin logs with --witness.
      """,
      ja: """
        エージェントはチェックポイントに署名しましたが、ログの外のアンカーに保存されていません。証人ファイルについてのエージェントの\
        出力を確認してください。ログの作成時には --witness を指定してください。
        """)
  }

  /// The verdict, what to do about it, and what was seen.
  var text: String {
    let verdict = result.verdict
    let style: Style = verdict.isComplete || isCompleteSoFar ? .green : verdict.isTampering ? .red : .yellow
    var lines = [terminal.styled(explanation[language], .bold, style)]
    if let recovery { lines.append(recovery[language]) }
    return (lines + facts.map { "  " + $0[language] }).joined(separator: "\n") + "\n"
  }

  private var facts: [LocalizedText] {
    var facts = [
      LocalizedText(
        "\(result.segments) segments, \(result.size) entries, \(result.events) events",
        ja: "セグメント \(result.segments)、項目 \(result.size)、イベント \(result.events)"),
      result.isContentAuthenticated
        ? LocalizedText("every record was authenticated with the auditor's key", ja: "監査者の鍵で全記録の真正性を確認")
        : LocalizedText(
          "without the auditor's key: headers, checkpoints and the tree",
          ja: "監査者の鍵なし: ヘッダー、チェックポイント、ハッシュ木のみ確認"),
      anchors.isEmpty
        ? LocalizedText("no anchor", ja: "アンカーなし")
        : LocalizedText(
          "anchors at \(sizes(anchors.map(\.size))) entries", ja: "アンカー: 項目数 \(sizes(anchors.map(\.size)))"),
    ]
    if result.prunedSegments > 0 {
      facts.append(
        LocalizedText(
          "\(result.prunedSegments) segments were removed by retention",
          ja: "保持期限により削除されたセグメント: \(result.prunedSegments)"))
    }
    if result.unclosedSegments > 0 {
      facts.append(
        LocalizedText(
          "\(result.unclosedSegments) segments were not closed: the writer still runs, or was killed",
          ja: "閉じられていないセグメント: \(result.unclosedSegments)（書き込み中、または強制終了）"))
    }
    if result.discardedBytes > 0 || result.incompleteBytes > 0 {
      let count = result.discardedBytes + UInt64(result.incompleteBytes)
      facts.append(
        LocalizedText("\(count) bytes of records that were not finished", ja: "書きかけの記録: \(count) バイト"))
    }
    if !result.clockSetBack.isEmpty {
      facts.append(
        LocalizedText(
          "the clock was set back before entries \(sizes(result.clockSetBack))",
          ja: "時計が戻された箇所: 項目 \(sizes(result.clockSetBack)) の前"))
    }
    if !result.uncheckedAnchors.isEmpty {
      facts.append(
        LocalizedText(
          "anchors that could not be compared: \(sizes(result.uncheckedAnchors))",
          ja: "比較できなかったアンカー: \(sizes(result.uncheckedAnchors))"))
    }
    return facts
  }

  private func sizes(_ numbers: [UInt64]) -> String {
    numbers.prefix(8).map(String.init).joined(separator: ", ") + (numbers.count > 8 ? ", …" : "")
  }

  /// The same for programs.
  var json: JSONValue {
    var object = result.verdict.json
    if isCompleteSoFar { (object["verdict"], object["complete"]) = ("complete-so-far", true) }
    object["explanation"] = .string(explanation[language])
    if let recovery { object["recovery"] = .string(recovery[language]) }
    object["contentAuthenticated"] = .bool(result.isContentAuthenticated)
    object["segments"] = .integer(result.segments)
    object["prunedSegments"] = .integer(result.prunedSegments)
    object["unclosedSegments"] = .integer(result.unclosedSegments)
    object["entries"] = .integer(result.size)
    object["events"] = .integer(result.events)
    object["root"] = .string(result.root.description)
    object["discardedBytes"] = .integer(result.discardedBytes)
    object["incompleteBytes"] = .integer(result.incompleteBytes)
    object["clockSetBack"] = .array(result.clockSetBack.map(JSONValue.integer))
    object["anchors"] = .array(anchors.map { .integer($0.size) })
    object["uncheckedAnchors"] = .array(result.uncheckedAnchors.map(JSONValue.integer))
    return .object(object)
  }
}

extension LogVerdict {
  /// What stands for the verdict in JSON.
  var name: String {
    switch self {
    case .complete: "complete"
    case .openTail: "open-tail"
    case .tampered, .tamperedNote: "tampered"
    case .missing: "missing"
    case .rolledBack: "rolled-back"
    case .truncated: "truncated"
    case .foreignKey: "foreign-key"
    case .unauthenticatedBytes: "unauthenticated-bytes"
    }
  }

  /// The verdict with its places.
  var json: JSONObject {
    var object: JSONObject = ["verdict": .string(name), "complete": .bool(isComplete)]
    switch self {
    case .complete: break
    case .openTail(let since, let anchor):
      object["since"] = .integer(since)
      object["lastAnchor"] = anchor.map(JSONValue.integer) ?? .null
    case .tampered(let segment, let record):
      object["segment"] = .integer(segment)
      object["entry"] = record.map(JSONValue.integer) ?? .null
    case .tamperedNote: object["file"] = .string(LogFolder.prunedName)
    case .missing(let range):
      object["firstSegment"] = .integer(range.lowerBound)
      object["lastSegment"] = .integer(range.upperBound)
    case .rolledBack(let have, let anchor, let kind):
      object["have"] = .integer(have)
      object["anchor"] = .integer(anchor)
      object["by"] = .string(kind == .checkpoint ? "checkpoint" : "counter")
    case .truncated(let segment, let have, let expected):
      object["segment"] = .integer(segment)
      object["have"] = .integer(have)
      object["expected"] = .integer(expected)
    case .foreignKey(let segment): object["segment"] = .integer(segment)
    case .unauthenticatedBytes(let segment, let offset):
      object["segment"] = .integer(segment)
      object["offset"] = .integer(offset)
    }
    return object
  }

  /// 0 only for a log that is proved to be complete.
  var exitCode: ExitCode { isComplete ? .success : .findings }

  /// What the reader can do about it.
  var recovery: LocalizedText? {
    switch self {
    case .complete: nil
    case .openTail(_, nil):
      LocalizedText(
        """
        Give --anchor with a checkpoint that was kept elsewhere, or begin logs with --witness; a log that is still written \
        is covered after its next checkpoint.
        """,
        ja: """
          別の場所に控えたチェックポイントを --anchor で指定するか、--witness を付けてログを作成してください。書き込み中のログは、\
          次のチェックポイントで保証されます。
          """)
    case .openTail(_, .some):
      LocalizedText(
        """
        The writer still runs outside of 'omamori log agent', was killed, or the last part of the log was cut off. Open and \
        close the log with 'omamori log append' and verify again; what happened before stays open.
        """,
        ja: """
          'omamori log agent' 以外の書き込みが続いているか、強制終了されたか、末尾が切り取られています。'omamori log append' でログを\
          開閉してから再度検証してください。それ以前の欠落の有無は確認できないままです。
          """)
    case .tamperedNote:
      LocalizedText(
        "Keep this copy as evidence. When no segment is missing, the log is whole without the note: move it away and verify again.",
        ja: "このコピーを証拠として保全してください。欠けたセグメントがなければ、この記録を別の場所へ移してから再度検証してください。")
    case .tampered, .unauthenticatedBytes, .truncated:
      LocalizedText(
        "Keep this copy as evidence, and compare it with a backup or with what the collector has.",
        ja: "このコピーを証拠として保全し、バックアップや収集サーバーの内容と比較してください。")
    case .missing:
      LocalizedText(
        "Put the files back from a backup; nothing but retention removes segments, and it leaves a signed note.",
        ja: "バックアップからファイルを戻してください。正規の保持期限による削除では、署名付きの記録が残ります。")
    case .rolledBack:
      LocalizedText(
        "Keep this copy as evidence; what came after it is only where somebody else has it, such as the collector.",
        ja: "このコピーを証拠として保全してください。それ以降の記録は、収集サーバーなど別の場所にしかありません。")
    case .foreignKey:
      LocalizedText(
        "Check that --log-key and --auditor-key belong to this log; if they do, the segment is not this log's.",
        ja: "--log-key と --auditor-key がこのログのものか確認してください。正しければ、このセグメントは別のログのものです。")
    }
  }
}
