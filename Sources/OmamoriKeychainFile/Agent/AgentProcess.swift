import CProcess
import Glibc
import OmamoriCore
public import OmamoriKeychain

/// The process that an agent runs in.
public enum AgentProcess {
  /// The number of the process.
  static var identifier: Int32 { getpid() }

  /// Keeps the memory of this process out of core dumps and from other processes of the user, which could otherwise read
  /// it with a debugger.
  ///
  /// It cannot be undone. Programs that change their user or run another program have to do it again.
  ///
  /// Source: prctl(2), PR_SET_DUMPABLE; setrlimit(2), RLIMIT_CORE.
  ///
  /// - Throws: `KeychainError.file(_:code:)` when the system refuses.
  public static func protect() throws(KeychainError) {
    let code = omamori_process_hide()
    guard code == 0 else { throw .file(.agent, code: code) }
  }
}
