#if !canImport(Darwin)
import CommandLineKit
import OmamoriCore
import OmamoriTransport

/// The servers that pins are held against, each with its pins.
struct PinTargets {
  /// The servers with pins.
  let pinned: [(server: ServerAddress, pins: PinSet)]
  /// The servers that were asked for and have none.
  let unpinned: [ServerAddress]
  /// The file.
  let file: PinFile

  /// Looks the servers up.
  ///
  /// - Throws: ``CryptoFault`` when no server is left to ask, or pins refuse every connection.
  init(_ file: PinFile, _ servers: [ServerAddress]) throws(CryptoFault) {
    let document = file.reading.document
    // An entry for names below a host alone names no server.
    let named = document.entries.filter { $0.scope != .oneLabelOnly && !$0.isExempt }.map(\.host)
    let servers = servers.isEmpty ? named.map { ServerAddress($0) } : servers
    var (pinned, unpinned): ([(server: ServerAddress, pins: PinSet)], [ServerAddress]) = ([], [])
    for server in servers {
      do throws(TransportError) {
        guard let entry = try document.pins(for: server.host), !entry.isExempt else {
          unpinned.append(server)
          continue
        }
        let pins = try PinSet(
          leaf: entry.leaf ?? [], authorities: entry.authorities ?? [], anywhere: entry.anywhere ?? [],
          expiry: entry.expiry, mode: entry.mode, requiresBackup: false)
        guard !entry.refusesEverything else { throw .policy(.noPins) }
        pinned.append((server, pins))
      } catch {
        throw CryptoFault(error, about: server.commandLineWord)
      }
    }
    guard !pinned.isEmpty || !unpinned.isEmpty else {
      throw .usage(
        HelpText(
          "\(Printable.quote(file.name)) names no server", ja: "\(Printable.quote(file.name)) にサーバーの名前がありません"),
        hint: HelpText("name the servers after the file", ja: "ファイルの後にサーバーを指定してください"))
    }
    (self.pinned, self.unpinned, self.file) = (pinned, unpinned, file)
  }
}
#endif
