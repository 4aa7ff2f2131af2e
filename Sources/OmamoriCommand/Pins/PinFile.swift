public import CommandLineKit
import OmamoriCore
public import OmamoriTransport

extension PinFormat: CommandLineValue {}
extension PinPlacement: CommandLineValue {}

/// A file of pins in any of the formats.
struct PinFile {
  /// The path as it was typed; `-` for standard input.
  let name: String
  /// The format that it was read as.
  let format: PinFormat
  /// What it says.
  let reading: PinReading

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The path, or `-` for standard input.
  ///   - format: The format; `nil` finds it out.
  ///   - host: The host of lines that name none, for curl only.
  /// - Throws: ``CryptoFault`` with the line.
  init(_ name: String, as format: PinFormat?, host: HostName? = nil) throws(CryptoFault) {
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
