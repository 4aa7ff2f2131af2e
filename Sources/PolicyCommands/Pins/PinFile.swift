import CommandLineKit
package import CommandSupport
import OmamoriATS
import OmamoriCore
public import OmamoriTransport

extension PinFormat: CommandLineValue {}
extension PinPlacement: CommandLineValue {}

/// A file of pins in any of the formats.
package struct PinFile {
  /// The path as it was typed; `-` for standard input.
  package let name: String
  /// The format that it was read as.
  package let format: PinFormat
  /// What it says.
  package let reading: PinReading

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The path, or `-` for standard input.
  ///   - format: The format; `nil` finds it out.
  ///   - host: The host of lines that name none, for curl only.
  /// - Throws: ``CryptoFault`` with the line.
  package init(_ name: String, as format: PinFormat?, host: HostName? = nil) throws(CryptoFault) {
    let bytes = try SmallFile.read(name, limit: PinDocument.greatestSize)
    if format == nil, PinFormatGuess.isSignedSet(bytes) { throw .signedSet(name) }
    guard let found = format ?? PinFormatGuess.format(of: bytes) else { throw .unknownPinFormat(name) }
    do throws(TransportError) {
      reading = try PinDocument.read(bytes, as: found, host: host)
    } catch {
      throw CryptoFault(error, about: name, hint: Self.hint(error, found))
    }
    (self.name, self.format) = (name, found)
  }

  private static func hint(_ error: TransportError, _ format: PinFormat) -> HelpText? {
    guard case .malformedDocument = error else { return nil }
    let name = format.name
    if format == .curl {
      return HelpText(
        "each line needs a URL or --host, and pins in the form sha256//…; another format is chosen with --from",
        ja: "各行に URL（または --host）と sha256//… 形式のピンが必要です。別の形式は --from で指定できます")
    }
    return HelpText(
      "it was read as \(name.english); correct the line, or choose another format with --from",
      ja: "\(name.japanese) として読み込みました。その行を修正するか、--from で別の形式を指定してください")
  }
}

extension CryptoFault {
  fileprivate static func unknownPinFormat(_ name: String) -> CryptoFault {
    let formats = PinFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return usage(
      HelpText(
        "the format of the pins in \(Printable.quote(name)) is not known",
        ja: "\(Printable.quote(name)) のピンの形式が分かりません"),
      hint: HelpText("say which with --from: \(formats)", ja: "--from で形式を指定してください: \(formats)"))
  }

  fileprivate static func signedSet(_ name: String) -> CryptoFault {
    usage(
      HelpText("\(Printable.quote(name)) is a signed pin set", ja: "\(Printable.quote(name)) は署名付きピンのセットです"),
      hint: HelpText(
        "'omamori pin verify' reads it when its signature is right",
        ja: "'omamori pin verify' で署名を確認してから内容を表示できます"))
  }
}

/// Finds out the format of a document of pins from what it holds.
enum PinFormatGuess {
  /// The format; `nil` when nothing tells.
  static func format(of bytes: [UInt8]) -> PinFormat? {
    let first = bytes.first { !isSpace($0) }
    if first == UInt8(ascii: "{"), (try? StrictJSON.parse(bytes)) != nil { return .json }
    let text = String(decoding: bytes, as: UTF8.self)
    if first == UInt8(ascii: "<") {
      if text.contains("<network-security-config") { return .networkSecurityConfig }
      return propertyList(bytes)
    }
    if bytes.starts(with: Array("bplist".utf8)) { return propertyList(bytes) }
    if text.contains("pinnedpubkey") || text.contains("PINNEDPUBLICKEY") { return .curl }
    if text.contains("CertificatePinner") || text.contains("sha256/") { return .okHttp }
    return first == UInt8(ascii: "{") ? .json : propertyList(bytes)
  }

  /// Whether it is a signed set, which is read only with a key.
  static func isSignedSet(_ bytes: [UInt8]) -> Bool {
    (try? StrictJSON.parse(bytes))?["format"]?.stringValue == "omamori-signed-pins"
  }

  private static func propertyList(_ bytes: [UInt8]) -> PinFormat? {
    guard let root = try? PropertyListReader.read(bytes).root, root.dictionary != nil else {
      // What is wrong with it is said when it is read.
      return bytes.first { !isSpace($0) } == UInt8(ascii: "<") ? .pinnedDomains : nil
    }
    if root["TSKConfiguration"] != nil || root["kTSKPinnedDomains"] != nil { return .trustKit }
    return .pinnedDomains
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The servers that pins are held against, each with its pins.
package struct PinTargets {
  /// The servers with pins.
  package let pinned: [(server: ServerAddress, pins: PinSet)]
  /// The servers that were asked for and have none.
  package let unpinned: [ServerAddress]
  /// The file.
  package let file: PinFile

  /// Looks the servers up.
  ///
  /// - Throws: ``CryptoFault`` when no server is left to ask, or pins refuse every connection.
  package init(_ file: PinFile, _ servers: [ServerAddress]) throws(CryptoFault) {
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
