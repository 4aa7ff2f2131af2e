import CommandLineKit
import OmamoriCore
package import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Where a command writes: checked before the work and before any question.
package struct OutputPlace: Sendable {
  /// The path as it was typed, or `nil` for standard output.
  package let name: String?
  /// Whether the person asked for standard output in so many words.
  package let isExplicit: Bool
  /// Whether a file that stands there is replaced.
  package let isReplacing: Bool

  /// Looks at a place.
  ///
  /// - Parameters:
  ///   - name: The path; `nil` or `-` for standard output.
  ///   - input: What is read, which must not be overwritten.
  ///   - files: The files with keys or a password, which must not be overwritten either.
  ///   - isReplacing: Whether a file that stands there may be replaced.
  /// - Throws: ``CryptoFault``.
  package init(
    _ name: String?, reading input: InputPlace, and files: [String], replacing isReplacing: Bool
  ) throws(CryptoFault) {
    self.name = name == "-" ? nil : name
    (isExplicit, self.isReplacing) = (name == "-", isReplacing)
    try Self.refuse(self.name, reading: files)
    guard let path = self.name else {
      guard !input.isSame(as: FileStatus(descriptor: 1)) else { throw .sameFile(input.name) }
      return
    }
    let folder = Self.folder(of: path)
    switch FileStatus(at: path) {
    case let status? where status.kind == .folder: throw .isFolder(path)
    case let status? where input.isSame(as: status): throw .sameFile(path)
    case let status? where status.kind == .file && !isReplacing: throw .exists(path)
    case nil:
      switch FileStatus.of(folder) {
      case .success(let status) where status.kind == .folder: break
      case .success: throw .notWritable(path, ENOTDIR)
      case .failure(let failure): throw .notWritable(path, failure.code)
      }
    default: break
    }
  }

  /// Refuses an output that would replace a file which the command reads, such as the only key that opens the output.
  ///
  /// - Parameters:
  ///   - output: The path; `nil` for standard output.
  ///   - files: The paths of the files that are read, `-` for standard input.
  /// - Throws: ``CryptoFault``.
  package static func refuse(_ output: String?, reading files: [String]) throws(CryptoFault) {
    let status = if let output { FileStatus(at: output) } else { FileStatus(descriptor: 1) }
    guard let status, status.kind == .file else { return }
    for file in files {
      let read = file == "-" ? FileStatus(descriptor: 0) : FileStatus(at: file)
      if read?.identity == status.identity { throw .replacesInput(file) }
    }
  }

  /// The place as the library takes it.
  package var place: FilePlace { name.map(FilePlace.path) ?? .standardOutput }

  /// Whether standard output is a terminal, which must not get bytes that are not text.
  package var isTerminal: Bool { name == nil && isatty(1) == 1 }

  /// The absolute path of a file without links; two names of one file give the same.
  package static func resolved(_ name: String) -> String {
    let url = URL(filePath: name).standardizedFileURL
    if FileManager.default.fileExists(atPath: url.path) { return url.resolvingSymlinksInPath().path }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
    return folder == "/" ? "/" + url.lastPathComponent : folder + "/" + url.lastPathComponent
  }

  /// The folder in which a file lies.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension CryptoFault {
  /// The result would replace what is read.
  static func sameFile(_ path: String) -> CryptoFault {
    .usage(
      HelpText(
        "\(Printable.quote(path)) is both the input and the output",
        ja: "\(Printable.quote(path)) が入力と出力の両方に指定されています"),
      hint: HelpText("give --output another name", ja: "--output に別の名前を指定してください"))
  }

  /// The result would replace a key or something else that is read.
  static func replacesInput(_ path: String) -> CryptoFault {
    .usage(
      HelpText(
        "the output would replace \(Printable.quote(path)), which this command reads",
        ja: "\(Printable.quote(path)) は読み込むファイルのため、出力先にできません"),
      hint: HelpText("give --output another name", ja: "--output に別の名前を指定してください"))
  }

  /// The result has the name of a folder.
  static func isFolder(_ path: String) -> CryptoFault {
    .usage(
      HelpText("\(Printable.quote(path)) is a folder", ja: "\(Printable.quote(path)) はフォルダです"),
      hint: HelpText("give --output the name of a file", ja: "--output にファイル名を指定してください"))
  }

  /// The result cannot be made; `code` is the error number.
  static func notWritable(_ path: String?, _ code: Int32) -> CryptoFault {
    let fault = CommandLineError.writeFailed(path: path, code: code)
    return CryptoFault(fault.exitCode, fault.message, hint: fault.hint)
  }

  /// Bytes that are no text would go to a terminal.
  package static let terminalOutput = usage(
    HelpText("encrypted bytes are not for a terminal", ja: "暗号化したデータはターミナルに表示できません"),
    hint: HelpText(
      "give --output FILE, or --format age --armor for text",
      ja: "--output FILE、またはテキスト形式の --format age --armor を指定してください"))

  /// What was decrypted is not for a terminal.
  package static let notForTerminal = usage(
    HelpText("the contents are not a short text", ja: "内容が短いテキストではないため、ターミナルに表示できません"),
    hint: HelpText("give --output FILE", ja: "--output FILE を指定してください"))
}
