import CPAM
public import OmamoriCore
public import OmamoriDevice
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
  /// - Throws: `DeviceError.authentication(_:)` with `AuthenticationFault.invalidService`,
  ///   `AuthenticationFault.invalidUser` or `AuthenticationFault.invalidFolder`.
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

extension AuthenticationOutcome {
  /// What a code of PAM's means for the caller; whatever is not known refuses.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - sawLockout: Whether a module told of too many wrong tries; the code alone is that of a wrong password.
  init(pam code: Int32, sawLockout: Bool) {
    self =
      switch code {
      case PAM_SUCCESS: .success
      case PAM_MAXTRIES: .lockout
      case PAM_AUTH_ERR, PAM_PERM_DENIED, PAM_CRED_INSUFFICIENT: sawLockout ? .lockout : .failed
      case PAM_USER_UNKNOWN: .notEnrolled
      // The password has run out: there is none that counts until a new one is set.
      case PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED: .passcodeNotSet
      default: .notAvailable
      }
  }
}

/// One request to a PAM service, on the calling thread, which waits.
///
/// Source: the Linux-PAM Application Developers' Guide, <https://www.kernel.org/pub/linux/libs/pam/>.
struct PAMTransaction: Sendable {
  let service: String
  let user: String
  let folder: String?

  /// Asks the service whether the person is the user and may come in.
  ///
  /// - Parameter conversation: How the person is asked.
  /// - Returns: The outcome.
  func run(_ conversation: PAMConversation) -> AuthenticationOutcome {
    var talk = unsafe pam_conv(
      conv: converse,
      // because the conversation outlives the handle, which ends in this function
      appdata_ptr: Unmanaged.passUnretained(conversation).toOpaque())
    return withExtendedLifetime(conversation) {
      var started: OpaquePointer?
      // because the texts and the structure live during the call, and PAM copies them
      let code =
        if let folder {
          unsafe pam_start_confdir(service, user, &talk, folder, &started)
        } else {
          unsafe pam_start(service, user, &talk, &started)
        }
      guard code == PAM_SUCCESS, let handle = unsafe started else { return .notAvailable }
      let last = unsafe ask(handle)  // because the handle was just made
      unsafe _ = pam_end(handle, last)  // because nobody uses it afterwards
      return conversation.ending ?? AuthenticationOutcome(pam: last, sawLockout: conversation.sawLockout)
    }
  }

  /// The code of the step that failed, or of the last one.
  private func ask(_ handle: OpaquePointer) -> Int32 {
    // because the caller keeps the handle
    var code = unsafe pam_authenticate(handle, Int32(PAM_DISALLOW_NULL_AUTHTOK))
    guard code == PAM_SUCCESS else { return code }
    code = unsafe pam_acct_mgmt(handle, Int32(PAM_DISALLOW_NULL_AUTHTOK))  // because the caller keeps it
    guard code == PAM_SUCCESS else { return code }
    // A module can put another user in the place of the one that was asked for.
    return unsafe isStillTheUser(handle) ? PAM_SUCCESS : PAM_AUTH_ERR
  }

  private func isStillTheUser(_ handle: OpaquePointer) -> Bool {
    var item: UnsafeRawPointer?
    // because PAM stores the address of a text that lives as long as the handle
    guard unsafe pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS, let item = unsafe item else {
      return false
    }
    // because the item of this kind is a text that ends with a NUL
    let name = unsafe String(cString: item.assumingMemoryBound(to: CChar.self))
    // Byte by byte: two names that only Unicode takes for the same are two users.
    return name.utf8.elementsEqual(user.utf8)
  }
}

/// Hands what PAM's modules say to the conversation that `context` stands for.
private func converse(
  _ count: Int32,
  _ messages: UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
  _ replies: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard (1...PAM_MAX_NUM_MSG).contains(count), let messages = unsafe messages, let replies = unsafe replies,
    let context = unsafe context
  else { return PAM_CONV_ERR }
  // because `run` passes its conversation and keeps it until PAM has ended
  let conversation = unsafe Unmanaged<PAMConversation>.fromOpaque(context).takeUnretainedValue()
  let stride = unsafe MemoryLayout<pam_response>.stride
  // because PAM frees what it is given with free(3)
  guard let memory = unsafe calloc(Int(count), stride) else { return PAM_BUF_ERR }
  let answers = unsafe memory.bindMemory(to: pam_response.self, capacity: Int(count))
  for index in 0..<Int(count) {
    // because PAM promises count messages
    guard let message = unsafe messages[index]?.pointee,
      unsafe answer(message, conversation, &answers[index])
    else {
      for done in 0..<index { unsafe wipe(answers[done].resp) }  // because they are texts made below
      unsafe free(memory)  // because it was allocated above and not given away
      return PAM_CONV_ERR
    }
  }
  unsafe replies.pointee = answers
  return PAM_SUCCESS
}

/// Answers one message; `false` when the conversation is over.
private func answer(
  _ message: pam_message, _ conversation: PAMConversation, _ response: inout pam_response
) -> Bool {
  guard let start = unsafe message.msg else { return false }
  let text = unsafe String(cString: start)  // because PAM ends its texts with a NUL
  switch unsafe message.msg_style {
  case PAM_PROMPT_ECHO_OFF, PAM_PROMPT_ECHO_ON:
    let isHidden = unsafe message.msg_style == PAM_PROMPT_ECHO_OFF
    guard let secret = conversation.reply(to: text, isHidden: isHidden) else { return false }
    unsafe response.resp = copy(of: secret)  // because PAM takes over what calloc gave
    return unsafe response.resp != nil
  case PAM_TEXT_INFO: return conversation.show(text, isProblem: false)
  case PAM_ERROR_MSG: return conversation.show(text, isProblem: true)
  default: return false
  }
}

/// A copy as C wants it, which the receiver wipes and frees; `nil` when it cannot be one.
private func copy(of secret: SharedSecretBytes) -> UnsafeMutablePointer<CChar>? {
  // because the result is memory of its own
  unsafe secret.withBytes { bytes in
    unsafe bytes.withUnsafeBytes { source in
      // PAM_MAX_RESP_SIZE counts the NUL at the end.
      guard source.count < PAM_MAX_RESP_SIZE, unsafe !source.contains(0) else { return nil }
      // because the memory has one byte more than is copied, and that byte is zero
      guard let memory = unsafe calloc(source.count + 1, 1) else { return nil }
      if let base = source.baseAddress { unsafe memory.copyMemory(from: base, byteCount: source.count) }
      return unsafe memory.bindMemory(to: CChar.self, capacity: source.count + 1)
    }
  }
}

private func wipe(_ text: UnsafeMutablePointer<CChar>?) {
  guard let text = unsafe text else { return }
  unsafe explicit_bzero(text, strlen(text))  // because it ends with a NUL
  unsafe free(text)  // because calloc made it and nobody else has it
}
