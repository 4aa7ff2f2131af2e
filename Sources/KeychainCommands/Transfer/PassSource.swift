import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain

/// The entries of `pass`, decrypted by GnuPG.
struct PassSource {
  /// The most bytes of an entry.
  private static let greatestEntry = 1 << 20
  /// What is said of an entry with more.
  private static let large = CryptoFault.tooLarge("pass")

  private let environment: Environment

  init(_ arguments: Arguments) { environment = arguments.environment }

  /// Reads the store; what GnuPG cannot decrypt is noted.
  func read(_ folder: String) async throws -> ImportResult {
    guard let program = ChildProcess.find("gpg", environment) else { throw CryptoFault.noGnuPG }
    return try await PasswordStoreImporter(folder: folder).read { path throws(KeychainError) in
      do {
        return try await WatchingThread.run { try Self.decrypt(path, program) }
      } catch let error as KeychainError {
        throw error
      } catch {
        throw .file(.exchange, code: 0)
      }
    }
  }

  /// The plaintext comes through a pipe; GnuPG asks for its passphrase itself.
  private static func decrypt(_ path: String, _ program: String) throws -> SharedSecretBytes? {
    let pipe = try Pipe()
    let words = ["gpg", "--quiet", "--decrypt", "--", path]
    let child = try ChildProcess(program, words, descriptors: [nil, pipe.writeEnd, 2])
    pipe.closeWriteEnd()
    let text: SharedSecretBytes
    do throws(CryptoFault) {
      text = SharedSecretBytes(
        try SecretInput.read(descriptor: pipe.readEnd, name: path, limit: greatestEntry, tooLarge: large))
    } catch {
      // Nobody reads the rest, which ends GnuPG, too.
      pipe.closeReadEnd()
      _ = child.wait()
      guard error == large else { throw error }
      throw KeychainError.tooLarge(limit: greatestEntry)
    }
    pipe.closeReadEnd()
    return child.wait() == 0 ? text : nil
  }
}

extension CryptoFault {
  /// `pass` needs GnuPG.
  static let noGnuPG = CryptoFault(
    .failure, HelpText("gpg is not installed", ja: "gpg がインストールされていません"),
    hint: HelpText(
      "install GnuPG, which encrypts the entries of pass", ja: "pass の項目の復号に必要な GnuPG をインストールしてください"))
}
