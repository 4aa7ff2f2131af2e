#if !canImport(Darwin)
import CommandLineKit
import OmamoriAuditLog
import OmamoriCore

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
#endif
