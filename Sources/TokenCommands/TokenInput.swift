import CommandLineKit
import CommandSupport
import Glibc
import OmamoriAuth
import OmamoriCore

/// Reads a token from a file, standard input or the terminal; never from the command line.
enum TokenInput {
  /// Reads a token; spaces and line feeds around it are left out.
  ///
  /// - Parameters:
  ///   - path: The file; `nil` or `-` for standard input, which is asked for when it is a terminal.
  ///   - language: The language of the question.
  ///   - limit: The most bytes of a token.
  /// - Returns: The token, not empty.
  /// - Throws: ``CryptoFault``, `CancellationError`.
  static func read(
    _ path: String?, _ language: Language, limit: Int = UnverifiedToken.sizeLimit
  ) async throws -> SecretText {
    let bytes: SecretBytes
    if path == nil, isatty(0) == 1 {
      do {
        bytes = try await TerminalPrompt.ask(LocalizedText("Token: ", ja: "トークン: ")[language]).copy()
      } catch let fault as CryptoFault where fault == .noTerminal || fault == .noAnswer {
        throw CryptoFault.noToken
      }
    } else {
      // A line feed or two at its end are not part of it.
      bytes = try SecretInput.read(path ?? "-", limit: limit + 64)
    }
    let trimmed = bytes.trimmed()
    guard !trimmed.isEmpty else { throw CryptoFault.noToken }
    return SecretText(trimmed)
  }
}

extension SecretText {
  /// The text as JSON, when it begins as an object does; a token in compact form never does.
  var json: [UInt8]? {
    // because the array is a copy
    let bytes = withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
    return bytes.first == UInt8(ascii: "{") ? bytes : nil
  }
}

extension [UInt8] {
  /// How a message in JSON is protected, by the members that only one of the two has; `nil` where they do not say.
  var protection: UnverifiedToken.Protection? {
    let limits = JSONLimits(depth: 16, size: count, values: 8192)
    // because whoever reads the message says what is wrong with it
    guard let members = (try? StrictJSON.parse(self, limits: limits))?.objectValue else { return nil }
    let isSigned = ["payload", "signatures", "signature"].contains(where: members.contains)
    guard isSigned != members.contains("ciphertext") else { return nil }
    return isSigned ? .signature : .encryption
  }
}

extension SecretBytes {
  /// The bytes without the spaces, tabs and line ends around them.
  func trimmed() -> SecretBytes {
    var (start, end) = (0, count)
    while start < end, isSpace(start) { start += 1 }
    while end > start, isSpace(end - 1) { end -= 1 }
    return SecretBytes(copying: bytes.extracting(start..<end))
  }

  private func isSpace(_ index: Int) -> Bool {
    // because the caller's index lies within the bytes
    let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    return byte == 0x20 || 0x09...0x0D ~= byte
  }
}

extension CryptoFault {
  /// Nothing came where a token should be.
  static let noToken = usage(
    HelpText("there is no token", ja: "トークンがありません"),
    hint: HelpText("pipe it in, or give the file that it is in", ja: "標準入力から渡すか、トークンのファイルを指定してください"))
}

extension SecretBytes {
  /// The bytes with a line feed after them.
  func withLineFeed() -> SecretBytes {
    let count = count
    return SecretBytes(count: count + 1) { bytes in
      // because every buffer stays inside the closure, and the target has room for one byte more
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe self.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        unsafe target[count] = UInt8(ascii: "\n")
      }
    }
  }
}
