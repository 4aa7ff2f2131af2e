import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logCheckpointCommand = Command(
    "checkpoint", HelpText("Print a signed note of how far the log is", ja: "ログの現状を示す署名付きの記録を出力する"),
    discussion: HelpText(
      """
      Prints a checkpoint: a signed note (C2SP tlog-checkpoint) with the size of the log and the root of its tree. Keep it \
      where the machine that writes the log cannot change it; 'verify --anchor' then notices when the log is put back or \
      shortened. A running agent signs a new one first; what is printed is the newest one in the log.
      """,
      ja: """
        チェックポイント（ログのサイズとハッシュ木のルートを記した署名付きノート、C2SP tlog-checkpoint）を出力します。ログを書くマシンから\
        変更できない場所に保管すると、'verify --anchor' でログの巻き戻しや切り取りを検出できます。ログ内の最新のものを\
        出力し、エージェントが動作中ならその前に新しく署名します。
        """),
    examples: [
      Example(
        "omamori log checkpoint | ssh auditor tee log.checkpoint",
        HelpText("Keep it on another machine.", ja: "別のマシンに保管します。"))
    ],
    exitCodes: [
      ExitMeaning(
        .findings, HelpText("There is none at the end of the log.", ja: "ログの末尾にチェックポイントがありません。"))
    ]
  ) { declare in
    let reader = ReaderOptions(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let key = try reader.key(arguments)
      let place = try reader.log.place(arguments)
      let checkpoint: Checkpoint?
      if let agent = try await LogAgentCall(place) {
        let signed = try Checkpoint(note: try await agent.checkpoint(), verifiedBy: key)
        // The one that stands in the log is that which proofs lead to.
        checkpoint = try await newest(in: place, of: key) ?? signed
      } else {
        checkpoint = try await newest(in: place, of: key)
      }
      guard let checkpoint else {
        throw CryptoFault(
          .findings,
          HelpText("there is no checkpoint at the end of the log", ja: "ログの末尾にチェックポイントがありません"),
          hint: HelpText(
            "its writer was killed; record an event with 'omamori log append', which closes the log with one",
            ja: "書き込み処理が強制終了されています。'omamori log append' で記録すると、閉じるときに作成されます"))
      }
      guard try arguments[json] else {
        try arguments.output.write(bytes: checkpoint.note)
        return .success
      }
      let value: JSONValue = [
        "log": .string(key.text), "size": .integer(checkpoint.size),
        "root": .string(checkpoint.root.description),
        "time": .string(checkpoint.date.formatted(.iso8601)),
        "note": .string(String(decoding: checkpoint.note, as: UTF8.self)),
      ]
      try arguments.output.write(value.text(.pretty) + "\n")
      return .success
    }
  }

  private static func newest(in place: LogPlace, of key: LogKey) async throws -> Checkpoint? {
    let folder = LogFolder(path: place.folder)
    return try await WatchingThread.run { try folder.end(verifiedBy: key)?.checkpoint }
  }
}
