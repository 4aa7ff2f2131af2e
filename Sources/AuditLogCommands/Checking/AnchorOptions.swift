import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

/// The options that name what outside of a log knows how far it was.
struct AnchorOptions: Sendable {
  private static let greatestSize = 16 << 10
  private let files: Parameter<[FilePath]>

  init(_ declare: inout Declaration) {
    files = declare.options(
      "--anchor", value: "FILE",
      help: HelpText(
        """
        A checkpoint or witness file that was kept elsewhere; may be repeated. The witness of this machine's log counts \
        without it.
        """,
        ja: "別の場所に控えたチェックポイントまたは証人ファイル。繰り返し指定できます。このマシンのログの証人ファイルは指定不要です。"))
  }

  /// The checkpoints that were named, and the one of this machine's witness.
  ///
  /// - Throws: ``CryptoFault`` for a file that is none of this log's, `AuditLogError`.
  func checkpoints(of key: LogKey, at place: LogPlace, _ arguments: Arguments) async throws -> [Checkpoint] {
    var found: [Checkpoint] = []
    for file in try arguments[files] { found.append(try Self.checkpoint(inFile: file.string, of: key)) }
    guard LogSetup.exists(at: place) else { return found }
    let setup = try LogSetup(of: place)
    guard setup.key == key else { return found }
    for anchor in setup.anchors {
      do throws(AuditLogError) {
        if let known = try await anchor.knowledge(of: key).checkpoint {
          found.append(known)
        } else {
          arguments.warn(Self.emptyWitness, hint: Self.emptyWitnessHint)
        }
      } catch {
        // A witness that is gone covers nothing, which the verdict then says.
        arguments.warn(error.message, hint: error.advice)
      }
    }
    return found
  }

  /// A checkpoint in a file.
  ///
  /// - Throws: ``CryptoFault`` for a file that is none, or another log's.
  static func checkpoint(inFile path: String, of key: LogKey) throws -> Checkpoint {
    let note = try SmallFile.read(path, limit: greatestSize)
    do throws(AuditLogError) {
      return try Checkpoint(note: note, verifiedBy: key)
    } catch {
      let name = Printable.quote(path)
      throw CryptoFault.usage(
        error == .key(.wrongKey)
          ? HelpText(
            "\(name) is no checkpoint that this log signed", ja: "\(name) はこのログが署名したチェックポイントではありません")
          : HelpText("\(name) is no checkpoint", ja: "\(name) はチェックポイントではありません"),
        hint: HelpText(
          "give what 'omamori log checkpoint' printed, or a witness file",
          ja: "'omamori log checkpoint' の出力か証人ファイルを指定してください"))
    }
  }

  private static let emptyWitness = HelpText(
    "the witness of this log is gone or empty", ja: "このログの証人ファイルがないか、空です")

  private static let emptyWitnessHint = HelpText(
    "put it back; somebody may have removed it to hide that the log was shortened",
    ja: "元に戻してください。ログの切り取りを隠すために削除された可能性があります")
}
