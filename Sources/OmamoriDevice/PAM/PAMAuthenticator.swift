#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
public import OmamoriCore

/// Asks the person through a PAM service of the machine: a password, a one-time code, whatever it is configured for.
///
/// It is a gate: a success is the answer of libraries that run inside this very process, so whoever can change the
/// process passes. PAM runs on a thread of its own; when the task is cancelled, ``authenticate(_:)`` returns at once,
/// and what PAM answers later does not count. At most eight such threads work at a time, hanging ones included, and
/// then the outcome is `AuthenticationOutcome.notAvailable`. Safe to use from any thread.
///
/// Source: the Linux-PAM Application Developers' Guide; `pam_start(3)`, `pam_authenticate(3)`, `pam_acct_mgmt(3)`.
public struct PAMAuthenticator: Authenticator {
  /// A gate: the program's own code has to respect the answer.
  public var kind: AuthenticatorKind { .gate }

  private let transaction: PAMTransaction
  private let isBiometric: Bool
  private let prompt: any AuthenticationPrompt
  private let threads: BlockingThreads

  /// Names a PAM service; it is not asked for anything yet.
  ///
  /// - Parameters:
  ///   - service: The file in `/etc/pam.d` (or in `folder`) that says how to ask: 1 to 64 letters, digits, dots,
  ///     hyphens and underscores. When there is none PAM takes the file `other`, which should refuse everybody.
  ///   - user: Who the person has to be; `nil` for the user that this process belongs to.
  ///   - folder: A folder in place of `/etc/pam.d`, as an absolute path; it must belong to root or to this process's
  ///     user, and nobody else may write to it, since it names libraries to load.
  ///   - isBiometric: Whether the service accepts a fingerprint or a face and nothing else. Otherwise requests of the
  ///     policy `biometrics` are not available.
  ///   - prompt: How the person is asked.
  /// - Throws: ``DeviceError/authentication(_:)`` with ``AuthenticationFault/invalidService``,
  ///   ``AuthenticationFault/invalidUser`` or ``AuthenticationFault/invalidFolder``.
  public init(
    service: String, user: String? = nil, folder: String? = nil, isBiometric: Bool = false,
    prompt: any AuthenticationPrompt
  ) throws(DeviceError) {
    try self.init(
      service: service, user: user, folder: folder, isBiometric: isBiometric, prompt: prompt,
      threads: .shared)
  }

  init(
    service: String, user: String?, folder: String?, isBiometric: Bool = false,
    prompt: any AuthenticationPrompt, threads: BlockingThreads
  ) throws(DeviceError) {
    guard Self.isService(service) else { throw .authentication(.invalidService) }
    guard let user = user ?? UserName.current, UserName.isValid(user) else {
      throw .authentication(.invalidUser)
    }
    if let folder { try Self.check(folder) }
    transaction = PAMTransaction(service: service, user: user, folder: folder)
    (self.isBiometric, self.prompt, self.threads) = (isBiometric, prompt, threads)
  }

  /// Asks the person through the service and checks the account.
  ///
  /// - Parameter request: The reason is shown with every question.
  /// - Returns: The outcome.
  public func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    guard isBiometric || request.policy == .biometricsOrPasscode else { return .notAvailable }
    let transaction = transaction
    let conversation = PAMConversation(request.reason, prompt)
    let outcome = await threads.run {
      transaction.run(conversation)
    } onCancel: {
      conversation.cancel()
    }
    return outcome ?? (Task.isCancelled ? .systemCancelled : .notAvailable)
  }

  private static func isService(_ name: String) -> Bool {
    let bytes = name.utf8
    guard (1...64).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  private static func check(_ folder: String) throws(DeviceError) {
    var facts = stat()
    // because the text and the structure live during the call
    guard folder.hasBytePrefix("/"), !folder.utf8.contains(0), unsafe stat(folder, &facts) == 0,
      facts.st_mode & S_IFMT == S_IFDIR, facts.st_mode & 0o022 == 0,
      facts.st_uid == 0 || facts.st_uid == geteuid()
    else { throw .authentication(.invalidFolder) }
  }
}
#endif
