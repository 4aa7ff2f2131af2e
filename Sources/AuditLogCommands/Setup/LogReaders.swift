import CommandLineKit
import CommandSupport
import OmamoriAuditLog
import OmamoriCore

/// The keys with which logs are read and known.
enum LogReaders {
  private static let greatestKey = 16 << 10

  /// An auditor's key in a file.
  ///
  /// - Throws: ``CryptoFault`` for a file that cannot be read or is none.
  static func identity(inFile path: String, _ arguments: Arguments) throws -> AuditorIdentity {
    arguments.warnIfOthersCanRead(path)
    let bytes = try SecretInput.read(path, limit: AuditorIdentity.maximumFileSize)
    do throws(AuditLogError) {
      return try AuditorIdentity(file: bytes.bytes)
    } catch {
      throw CryptoFault.usage(
        HelpText(
          "\(Printable.quote(path)) is no auditor's key", ja: "\(Printable.quote(path)) は監査者の鍵ではありません"),
        hint: HelpText(
          "give the file that 'omamori log keygen' wrote", ja: "'omamori log keygen' が書き出したファイルを指定してください"))
    }
  }

  /// An auditor's public key as it was typed, or from the file that was named.
  static func auditorKey(_ word: String) throws -> AuditorKey {
    guard !word.uppercased().hasPrefix("OMAMORI-AUDITOR-SECRET-KEY-") else {
      throw CryptoFault.usage(
        HelpText("that is the secret half of the key", ja: "公開鍵ではなく、秘密鍵が指定されています"),
        hint: HelpText(
          "give the public half; make a new key if others could see this one",
          ja: "公開鍵を指定してください。他人に見られた可能性があれば鍵を作り直してください"))
    }
    if let key = try? AuditorKey(text: word) { return key }
    guard let key = try text(word).flatMap({ try? AuditorKey(text: $0) }) else {
      throw CryptoFault.usage(
        HelpText(
          "\(Printable.quote(word)) is no auditor's public key",
          ja: "\(Printable.quote(word)) は監査者の公開鍵ではありません"),
        hint: HelpText(
          "'omamori log keygen' prints it; it begins with omamori-auditor1",
          ja: "'omamori log keygen' が出力する、omamori-auditor1 で始まる文字列を指定してください"))
    }
    return key
  }

  /// A log's public key as it was typed, or from the file that was named.
  static func logKey(_ word: String) throws -> LogKey {
    if let key = try? LogKey(text: word) { return key }
    guard let key = try text(word).flatMap({ try? LogKey(text: $0) }) else {
      throw CryptoFault.usage(
        HelpText("\(Printable.quote(word)) is no log's key", ja: "\(Printable.quote(word)) はログの公開鍵ではありません"),
        hint: HelpText(
          "'omamori log init' prints it; it begins with omamori-audit-log/",
          ja: "'omamori log init' が出力する、omamori-audit-log/ で始まる文字列を指定してください"))
    }
    return key
  }

  /// The first line of a file that is there.
  private static func text(_ path: String) throws -> String? {
    guard FileStatus(at: path)?.kind == .file else { return nil }
    let bytes = try SmallFile.read(path, limit: greatestKey)
    return String(validating: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
