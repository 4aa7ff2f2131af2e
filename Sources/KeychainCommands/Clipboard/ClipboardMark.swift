import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
import OmamoriCrypto

/// What a secret on the clipboard is recognised by later, without keeping it: a keyed hash with a key of its own.
struct ClipboardMark {
  /// The length of the key, and of the hash.
  private static let size = 32

  /// The key and the hash.
  private let bytes: SharedSecretBytes

  /// Makes the mark of a secret.
  init(of secret: SharedSecretBytes) throws {
    let key = try SecretBytes(randomCount: Self.size)
    bytes = SharedSecretBytes(Self.joined(key, Self.hash(of: secret, key)))
  }

  /// Reads a mark from standard input.
  init(reading descriptor: Int32) throws {
    let bytes = try SecretInput.read(descriptor: descriptor, name: "-", limit: Self.size * 2)
    guard bytes.count == Self.size * 2 else {
      throw CryptoFault.usage(
        HelpText("this command is for the tool itself", ja: "このコマンドはツール内部で使用されます"),
        hint: HelpText("use 'omamori keychain get --clip'", ja: "'omamori keychain get --clip' を使用してください"))
    }
    self.bytes = SharedSecretBytes(bytes)
  }

  /// Whether it is the mark of these bytes.
  func matches(_ contents: SharedSecretBytes) -> Bool {
    let key = bytes.withBytes { SecretBytes(copying: $0.extracting(0..<Self.size)) }
    let hash = Self.hash(of: contents, key)
    return bytes.withBytes { hash.isEqual(to: $0.extracting(Self.size..<Self.size * 2)) }
  }

  /// Starts a process of its own that clears the clipboard; the mark goes to it through a pipe.
  func handToWatcher(_ tool: ClipboardTool, _ seconds: Int) throws {
    let pipe = try Pipe()
    let words = ["omamori", "keychain", "clear-clipboard", tool.rawValue, "--after", "\(seconds)"]
    _ = try ChildProcess("/proc/self/exe", words, descriptors: [pipe.readEnd, nil, nil], isDetached: true)
    pipe.closeReadEnd()
    _ = SecretFile.write(bytes.copy(), to: pipe.writeEnd)
    pipe.closeWriteEnd()
  }

  private static func hash(of secret: SharedSecretBytes, _ key: borrowing SecretBytes) -> SecretBytes {
    // because the buffers stay inside the closures
    let key = key.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe SymmetricKey(data: $0) } }
    var hash = HMAC<SHA256>(key: key)
    // because the same holds here
    secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe hash.update(data: $0) } }
    return SecretBytes(copying: Array(hash.finalize()))
  }

  private static func joined(_ first: borrowing SecretBytes, _ second: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(count: first.count + second.count) { bytes in
      // because the buffers stay inside the closures, and together they have the size of the target
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe first.bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        unsafe second.bytes.withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[size...]).copyMemory(from: $0)
        }
      }
    }
  }
}

extension OmamoriTool {
  static let keychainClearClipboardCommand = Command(
    "clear-clipboard", HelpText("Clear the clipboard after a while", ja: "一定時間後にクリップボードを消去する"), isHidden: true
  ) { declare in
    let tool = declare.argument("TOOL", as: ClipboardTool.self, help: HelpText("The program.", ja: "プログラム。"))
    let seconds = declare.requiredOption(
      "--after", value: "N", as: Int.self, help: HelpText("The seconds to wait.", ja: "待つ秒数。"))
    return { arguments in
      let clipboard = Clipboard(try arguments[tool], arguments.environment)
      let mark = try ClipboardMark(reading: 0)
      try await Task.sleep(for: .seconds(min(max(try arguments[seconds], 0), 86_400)))
      try await WatchingThread.run { try clipboard.clear(ifMarkedBy: mark) }
      return .success
    }
  }
}
