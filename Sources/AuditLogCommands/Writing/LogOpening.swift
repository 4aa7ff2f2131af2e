import CommandLineKit
import CommandSupport
import Glibc
import OmamoriAuditLog
import OmamoriCore

/// Opens the log that a command writes to.
enum LogOpening {
  /// How the tool keeps logs.
  static var settings: AuditLogSettings {
    var settings = AuditLogSettings()
    settings.facts = ["application": "omamori", "version": .text(OmamoriTool.version)]
    return settings
  }

  /// Who writes, for formats that say it.
  static var source: ExportSource {
    ExportSource(application: "omamori", version: OmamoriTool.version, process: getpid())
  }

  /// Opens a log for writing.
  ///
  /// - Parameters:
  ///   - place: The log.
  ///   - patience: How long another writer may take to end.
  ///   - heartbeat: After how long a silence it is recorded that the program runs.
  ///   - checkpoints: How often checkpoints go to the anchors.
  ///   - acceptsMissingWitness: Whether a witness that is gone is replaced by a new one.
  /// - Returns: The log, which has to be closed.
  /// - Throws: ``CryptoFault``, `AuditLogError`, `CancellationError`.
  static func open(
    _ place: LogPlace, patience: Duration, heartbeat: Duration = .seconds(60),
    checkpoints: Duration = .seconds(300), acceptsMissingWitness: Bool = false
  ) async throws -> AuditLog {
    let setup = try LogSetup(of: place)
    let store = try KeyFolder(place.keys)
    var settings = settings
    (settings.localReading, settings.heartbeat) = (setup.localReading, heartbeat)
    settings.checkpointInterval = checkpoints
    settings.acceptsMissingAnchor = acceptsMissingWitness
    let deadline = ContinuousClock.now + patience
    while true {
      do throws(AuditLogError) {
        return try await AuditLog.open(
          in: place.folder, auditor: setup.auditor, secrets: store, anchors: setup.anchors, settings: settings
        )
      } catch {
        guard error == .storage(.inUse), ContinuousClock.now < deadline else { throw error }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Says which anchors did not take what was written.
  ///
  /// - Returns: Whether one contradicts the log, or is gone.
  @discardableResult
  static func tellAnchors(of log: AuditLog, _ arguments: Arguments) async throws -> Bool {
    tell(await log.anchorFaults.compactMap(\.self), arguments)
  }

  /// Says what anchors did not take.
  ///
  /// - Returns: Whether one contradicts the log, or is gone.
  static func tell(_ faults: [AnchorFault], _ arguments: Arguments) -> Bool {
    var isContradicted = false
    for fault in faults {
      let error = AuditLogError.anchor(fault)
      arguments.warn(error.message, hint: error.advice)
      if error.exitCode == .findings { isContradicted = true }
    }
    return isContradicted
  }
}

/// The option of commands that write a log to replace a witness that is gone.
struct WitnessOption: Sendable {
  private let acceptsMissing: Parameter<Bool>

  init(_ declare: inout Declaration) {
    acceptsMissing = declare.flag(
      "--accept-missing-witness",
      help: HelpText(
        """
        Start a new witness when the one that knew the log is gone: nobody can tell then whether the end of the log was cut \
        off before. The log records it.
        """,
        ja: """
          このログを記録していた証人ファイルがない場合に、新しく作成します。それ以前にログの末尾が切り取られていても検出できません。\
          受け入れたことはログに記録されます。
          """))
  }

  /// Whether a witness that is gone is replaced by a new one.
  func acceptsMissing(_ arguments: Arguments) throws -> Bool { try arguments[acceptsMissing] }
}
