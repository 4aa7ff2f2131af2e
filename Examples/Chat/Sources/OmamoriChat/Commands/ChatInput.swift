import Glibc
import OmamoriCore

/// What is sent: standard input, or a file.
enum ChatInput {
  /// The text on standard input, without the line feed at its end.
  ///
  /// - Throws: ``ChatFault`` for what is no text or too long.
  static func text() throws -> String {
    var bytes: [UInt8]
    do throws(ChatFault) {
      bytes = try SmallFile.read("-", limit: ChatContent.longestText + 1)
    } catch {
      throw error == .tooLarge("-") ? ChatFault.unsendableText : error
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ChatFault.unsendableText }
    return text
  }
}

extension ChatAccount {
  /// Opens the account that the command line means, works with it, and closes it.
  static func using(
    _ arguments: Arguments, _ handles: ChatHandles, _ body: (ChatAccount) async throws -> ExitCode
  ) async throws -> ExitCode {
    let account = try await ChatAccount.open(arguments, handles)
    do {
      let code = try await body(account)
      await account.close()
      return code
    } catch {
      await account.close()
      throw error
    }
  }
}
