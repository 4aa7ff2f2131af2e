import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

extension OmamoriTool {
  static let logDeliverCommand = Command(
    "deliver", HelpText("Hand a log on to a collector", ja: "ログを収集サーバーに送信する"),
    discussion: HelpText(
      """
      Sends what the collector has not acknowledged yet, from where the last run stopped, and ends. The machine cannot read \
      its log back, so records of earlier runs go out as the sealed entries that they are, which a collector over HTTPS can \
      keep for the auditor. In plain formats a running agent delivers: see the options of 'omamori log agent'.
      """,
      ja: """
        収集サーバーがまだ受領していない記録を、前回の続きから送信して終了します。マシンは自身のログを読み返せないため、過去の記録は封印された\
        まま送信され、HTTPS の収集サーバーが監査者のために保管します。平文の形式での送信は動作中のエージェントが行います\
        （'omamori log agent' のオプションを参照）。
        """),
    examples: [
      Example(
        "omamori log deliver --https https://collector.example.com/log --token-file token",
        HelpText("Send sealed entries.", ja: "封印された項目を送信します。"))
    ],
    exitCodes: [
      ExitMeaning(.success, HelpText("The collector has everything.", ja: "すべて受領されました。")),
      ExitMeaning(
        .failure, HelpText("It could not be reached; run it again later.", ja: "接続できませんでした。後で再実行してください。")),
    ]
  ) { declare in
    let options = CollectorOptions(&declare)
    let isJSON = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let handles = LogHandles(&declare)
    return { arguments in
      guard let collector = try options.collector(arguments) else { throw CryptoFault.noCollector }
      guard collector.takesSealed else { throw CryptoFault.sealedOnly }
      let place = try handles.place(arguments)
      let log = try await LogOpening.open(place, patience: .zero)
      let closing = ClosingTime(arguments.interruption)
      defer { closing.isOver() }
      let progress = ProgressLine(on: arguments.errors, isEnabled: try !arguments[sharedOptions.quiet])
      defer { progress.finish() }
      let text = LocalizedText("Sending the log…", ja: "ログを送信しています…")[arguments.reportLanguage]
      let report: DeliveryProgress
      do {
        let delivery = try await log.delivery(
          to: collector.delivery, as: collector.format, from: LogOpening.source)
        try await progress.showing(text) { try await delivery.flush() }
        report = await delivery.progress
      } catch {
        // because the first error is the one to be told
        _ = try? await log.close()
        progress.finish()
        try await LogOpening.tellAnchors(of: log, arguments)
        guard error as? AuditLogError == .delivery(.untrusted), let fault = await collector.whyRefused()
        else { throw error }
        throw fault
      }
      try await log.close()
      progress.finish()
      let isContradicted = try await LogOpening.tellAnchors(of: log, arguments)
      if let fault = report.contradiction { throw AuditLogError.anchor(fault) }
      let json: JSONValue = [
        "acknowledged": .integer(report.acknowledged), "isolated": .integer(report.isolated),
      ]
      let words = LocalizedText(
        "The collector has \(report.acknowledged) entries; \(report.isolated) were refused and set aside.",
        ja: "受領済みの項目: \(report.acknowledged)。拒否されて除外した記録: \(report.isolated)。")
      let isJSON = try arguments[isJSON]
      try arguments.output.write((isJSON ? json.text(.pretty) : words[arguments.reportLanguage]) + "\n")
      return isContradicted ? .findings : .success
    }
  }
}

extension CryptoFault {
  /// Nothing says where the log goes.
  fileprivate static let noCollector = usage(
    HelpText("there is no collector", ja: "収集サーバーが指定されていません"),
    hint: HelpText("give --https URL", ja: "--https URL を指定してください"))

  /// Only a collector of sealed entries can take what nobody here can read.
  fileprivate static let sealedOnly = usage(
    HelpText(
      "this collector cannot take sealed entries, and this machine cannot open them",
      ja: "この収集サーバーは封印された項目に対応しておらず、このマシンでは開封もできません"),
    hint: HelpText(
      "give the option to 'omamori log agent', which delivers events as they come",
      ja: "'omamori log agent' に指定してください。受け付けたイベントを順次送信します"))
}

/// A way to a collector that warns when a delivery fails for another reason than the last one.
struct ReportedDelivery: Delivery {
  private let collector: CollectorOptions.Collector
  private let arguments: Arguments
  private let last = Protected<DeliveryProblem?>(nil)

  init(_ collector: CollectorOptions.Collector, _ arguments: Arguments) {
    (self.collector, self.arguments) = (collector, arguments)
  }

  func deliver(_ batch: DeliveryBatch) async throws(DeliveryProblem) -> DeliveryReceipt {
    do throws(DeliveryProblem) {
      let receipt = try await collector.delivery.deliver(batch)
      last.withLock { $0 = nil }
      return receipt
    } catch {
      await report(error)
      throw error
    }
  }

  private func report(_ problem: DeliveryProblem) async {
    switch problem {
    // A record that is refused is set aside, and the log says so.
    case .rejected, .cancelled: return
    default: break
    }
    let isKnown = last.withLock { last in
      defer { last = problem }
      return last?.explanation == problem.explanation
    }
    guard !isKnown else { return }
    let reason = problem == .untrusted ? await collector.whyRefused() : nil
    let error = AuditLogError.delivery(problem)
    arguments.warn(reason?.message ?? error.message, hint: reason?.hint ?? error.advice)
  }
}
