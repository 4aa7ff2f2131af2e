import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// One run of `omamori hash`.
struct HashRun: Sendable {
  private let arguments: Arguments
  private let algorithm: HashAlgorithm
  private let files: [String]
  private let lists: [String]
  private let isJSON: Bool
  private let isQuiet: Bool

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: HashHandles) throws {
    self.arguments = arguments
    algorithm = try arguments[handles.algorithm]
    lists = try arguments[handles.check].map(\.string)
    let names = try arguments[handles.files].map(\.string)
    guard lists.isEmpty || names.isEmpty else {
      throw CryptoFault.usage(
        HelpText("--check names the files itself", ja: "--check の対象ファイルは一覧で決まります"),
        hint: HelpText("leave out the other files", ja: "ほかのファイル名を外してください"))
    }
    files = names.isEmpty ? ["-"] : names
    isJSON = try arguments[handles.json]
    isQuiet = try arguments[sharedOptions.quiet]
  }

  /// Hashes or checks, on a thread of its own.
  func run() async throws -> ExitCode {
    let progress = ProgressLine(on: arguments.errors, isEnabled: !isQuiet)
    defer { progress.finish() }
    let cancellation = Cancellation()
    return try await cancellation.run {
      let reader = Reader(algorithm: algorithm, arguments: arguments, progress: progress, cancellation)
      return try lists.isEmpty ? hash(reader) : check(reader)
    }
  }

  private func hash(_ reader: Reader) throws -> ExitCode {
    var results: [JSONValue] = []
    var failures = 0
    for file in files {
      guard let digest = try reader.digest(of: file) else {
        failures += 1
        continue
      }
      let line = ChecksumLine(digest: digest, name: file)
      if isJSON {
        results.append([
          "file": .string(file), "algorithm": .string(algorithm.rawValue),
          "digest": .string(line.hexadecimal),
        ])
      } else {
        try write(line.text)
      }
    }
    if isJSON { try write(JSONValue.array(results).text(.pretty)) }
    return failures == 0 ? .success : .failure
  }

  private func check(_ reader: Reader) throws -> ExitCode {
    var results: [JSONValue] = []
    var (differing, missing, unknown) = (0, 0, 0)
    for list in lists {
      let lines = try ChecksumList(list, algorithm)
      unknown += lines.unknown
      guard !lines.lines.isEmpty else {
        throw CryptoFault.usage(
          HelpText(
            "\(Printable.quote(list)) has no line of \(algorithm.rawValue)",
            ja: "\(Printable.quote(list)) に \(algorithm.rawValue) の行がありません"),
          hint: HelpText(
            "give --algorithm, or a list of sha256sum", ja: "--algorithm か、sha256sum の一覧を指定してください"))
      }
      for line in lines.lines {
        let digest = try reader.digest(of: line.name)
        let word = digest.map { $0 == line.digest ? "OK" : "FAILED" } ?? "FAILED open or read"
        if digest == nil { missing += 1 } else if digest != line.digest { differing += 1 }
        if isJSON {
          results.append([
            "file": .string(line.name), "status": .string(digest == nil ? "unreadable" : word.lowercased()),
          ])
        } else if word != "OK" || !isQuiet {
          try write("\(ChecksumLine.escaped(line.name)): \(word)")
        }
      }
    }
    if isJSON { try write(JSONValue.array(results).text(.pretty)) }
    warn(differing: differing, missing: missing, unknown: unknown)
    return differing > 0 ? .findings : missing > 0 ? .failure : .success
  }

  private func warn(differing: Int, missing: Int, unknown: Int) {
    if unknown > 0 {
      arguments.warn(
        HelpText(
          "\(unknown) lines are not checksums of \(algorithm.rawValue)",
          ja: "\(algorithm.rawValue) のチェックサムでない行が \(unknown) 行あります"),
        hint: HelpText("check --algorithm", ja: "--algorithm を確認してください"))
    }
    if differing > 0 {
      arguments.warn(
        HelpText("files that differ: \(differing)", ja: "ハッシュ値が異なるファイル: \(differing)"),
        hint: HelpText("get them again from where they came", ja: "入手元から取得し直してください"))
    }
    if missing > 0 {
      arguments.warn(
        HelpText("files that could not be read: \(missing)", ja: "読み込めなかったファイル: \(missing)"),
        hint: HelpText("names are looked up in the current folder", ja: "ファイル名は現在のフォルダから探します"))
    }
  }

  private func write(_ line: String) throws { try arguments.output.write(line + "\n") }

  /// Reads files, says which cannot be read, and shows how far it has come.
  private final class Reader {
    let algorithm: HashAlgorithm
    let arguments: Arguments
    let progress: ProgressLine
    let cancellation: Cancellation
    private var done = 0

    init(
      algorithm: HashAlgorithm, arguments: Arguments, progress: ProgressLine, _ cancellation: Cancellation
    ) {
      (self.algorithm, self.arguments) = (algorithm, arguments)
      (self.progress, self.cancellation) = (progress, cancellation)
    }

    /// The hash value, or `nil` after a message when the file cannot be read.
    func digest(of file: String) throws -> [UInt8]? {
      do {
        return try FileHash.of(file, algorithm) { count in
          try cancellation.check()
          done += count
          progress.update(
            ByteCount(done).progress(LocalizedText("Hashing", ja: "ハッシュ計算中"))[arguments.reportLanguage])
        }
      } catch let fault as CryptoFault {
        progress.clear()
        arguments.say(fault)
        return nil
      }
    }
  }
}

/// The hash value of a file of any size, calculated in constant memory.
enum FileHash {
  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - algorithm: The hash function.
  ///   - didRead: Is told of every piece that was read; throws to stop.
  /// - Returns: The hash value.
  /// - Throws: ``CryptoFault``, or what `didRead` throws.
  static func of(_ path: String, _ algorithm: HashAlgorithm, didRead: (Int) throws -> Void) throws -> [UInt8]
  {
    let isInput = path == "-"
    // because the name is a string that outlives the call
    let file = isInput ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw CryptoFault.unreadable(path, errno) }
    defer { if !isInput { close(file) } }
    var function = algorithm.begin()
    // because the buffer is only used inside the closure
    unsafe try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 64) { buffer in
      while true {
        // because it fills the buffer at most
        let count = unsafe read(file, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw CryptoFault.unreadable(path, errno) }
        guard count > 0 else { break }
        // because the rebased slice is the part that was filled
        unsafe function.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        try didRead(count)
      }
    }
    return Array(function.finalize())
  }
}
