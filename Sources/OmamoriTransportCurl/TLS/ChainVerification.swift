import CTLS
import Glibc
import OmamoriCore
import OmamoriCrypto
import OmamoriTransport

/// One run of OpenSSL's path validation that goes on after an error, so that everything is found.
// because the context is freed with this value, and what it refers to outlives it
@safe
struct ChainVerification: ~Copyable {
  /// Where the issuer of a certificate is looked for first.
  enum Order {
    /// Among the roots, so that the chain is as short as it can be.
    case anchorsFirst
    /// Among the certificates that were sent, so that it goes on past a root that another one has signed.
    case sentFirst
  }

  private let context: OpaquePointer
  private let anchors: AnchorStore

  init?(leaf: OpaquePointer, others: OpaquePointer?, anchors: AnchorStore) {
    guard let context = unsafe X509_STORE_CTX_new() else { return nil }
    let isReady = unsafe anchors.withStore { unsafe X509_STORE_CTX_init(context, $0, leaf, others) == 1 }
    guard isReady else {
      unsafe X509_STORE_CTX_free(context)
      return nil
    }
    unsafe self.context = unsafe context
    self.anchors = anchors
  }

  deinit { unsafe X509_STORE_CTX_free(context) }

  func run(
    host: HostName, requirements: CertificateRequirements, _ order: Order, at moment: Date
  ) -> ValidationResult {
    guard configure(host: host, requirements, order, at: moment) else {
      return ValidationResult(chain: nil, faults: [.other(code: Int(X509_V_ERR_INVALID_CALL))])
    }
    let findings = VerificationFindings(moment: moment)
    let isValid = withExtendedLifetime(findings) {
      // because `findings` lives until the verification is over, and the context is not used after that
      unsafe X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(findings).toOpaque())
      unsafe X509_STORE_CTX_set_verify_cb(context) { unsafe collectFinding($0, $1) }
      return unsafe X509_verify_cert(context) == 1
    }
    ERR_clear_error()
    return judge(isValid: isValid, findings.errors, host: host, requirements)
  }

  private func configure(
    host: HostName, _ requirements: CertificateRequirements, _ order: Order, at moment: Date
  ) -> Bool {
    guard let parameters = unsafe X509_STORE_CTX_get0_param(context) else { return false }
    let seconds = moment.timeIntervalSince1970
    guard seconds.magnitude < 1e12 else { return false }
    unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(seconds.rounded(.down)))
    unsafe X509_VERIFY_PARAM_set_depth(
      parameters, Int32(min(max(requirements.greatestIntermediateCount, 0), PresentedChain.greatestCount)))
    // Keys and signatures are judged by the requirements, which name the fault.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    unsafe X509_VERIFY_PARAM_set_hostflags(
      parameters,
      UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT) | UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    // A chain ends at the first certificate that the policy trusts, whoever signed that.
    let flags =
      (order == .anchorsFirst ? UInt(X509_V_FLAG_TRUSTED_FIRST) : 0) | UInt(X509_V_FLAG_PARTIAL_CHAIN)
      | (requirements.isStrict ? UInt(X509_V_FLAG_X509_STRICT) : 0)
    // OpenSSL's own default has it.
    unsafe X509_VERIFY_PARAM_clear_flags(parameters, UInt(X509_V_FLAG_TRUSTED_FIRST))
    let isNamed =
      host.isAddress
      ? unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host.description)
      : unsafe X509_VERIFY_PARAM_set1_host(parameters, host.description, host.description.utf8.count)
    return unsafe isNamed == 1 && X509_VERIFY_PARAM_set_flags(parameters, flags) == 1
      && X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER) == 1
      && X509_STORE_CTX_set_trust(context, X509_TRUST_SSL_SERVER) == 1
  }

  private func judge(
    isValid: Bool, _ findings: [VerificationFindings.Finding], host: HostName,
    _ requirements: CertificateRequirements
  ) -> ValidationResult {
    let built = unsafe X509_STORE_CTX_get0_chain(context)
    let encodings = unsafe CertificateStack.encodings(of: built, atMost: PresentedChain.greatestCount) ?? []
    var certificates: [Certificate] = []
    for der in encodings {
      do throws(CryptoError) {
        certificates.append(try Certificate(derRepresentation: der))
      } catch {
        return ValidationResult(chain: nil, faults: [.malformed(depth: certificates.count)])
      }
    }
    let isAnchorGiven = certificates.last.map(anchors.gives) ?? false
    var faults = findings.compactMap { finding -> TrustFault? in
      let isAnchor = finding.depth == certificates.count - 1
      if isAnchor, finding.isAboutForm, !isAnchorGiven || finding.isMissingKeyUsage { return nil }
      let fault = TrustFault(verificationError: finding.code, depth: finding.depth)
      guard case .nameConstraint = fault else { return fault }
      return .nameConstraint(
        depth: NameConstraintRules.depthOfConstraints(in: certificates, above: finding.depth))
    }
    if findings.contains(where: { $0.code == X509_V_ERR_CERT_CHAIN_TOO_LONG }) {
      // OpenSSL stops there, so that it finds no root; that says nothing about the root.
      faults.removeAll { $0 == .untrustedRoot || $0 == .other(code: Int(X509_V_ERR_CERT_CHAIN_TOO_LONG)) }
      faults.append(.tooManyAuthorities(limit: requirements.greatestIntermediateCount))
    }
    // Nothing passes without OpenSSL's own yes, whatever the findings are.
    if !isValid, faults.isEmpty { faults.append(.other(code: Int(unsafe X509_STORE_CTX_get_error(context)))) }
    faults += CertificateExamination.faults(
      of: certificates, host: host, requirements, isAnchorGiven: isAnchorGiven)
    // A certificate without names is for no host; that is said once.
    if faults.contains(.noSubjectAlternativeName) { faults.removeAll { $0 == .wrongHost } }
    return ValidationResult(chain: TrustedChain(validated: certificates), faults: faults)
  }
}

/// Keeps an error and lets the verification go on.
private func collectFinding(_ isGood: Int32, _ context: OpaquePointer?) -> Int32 {
  guard isGood == 0, let context = unsafe context else { return isGood }
  guard let pointer = unsafe X509_STORE_CTX_get_ex_data(context, 0) else { return 0 }
  // because `ChainVerification.run` put it there and holds it until the verification is over
  let findings = unsafe Unmanaged<VerificationFindings>.fromOpaque(pointer).takeUnretainedValue()
  let code = unsafe X509_STORE_CTX_get_error(context)
  if code == X509_V_ERR_CERT_HAS_EXPIRED, let certificate = unsafe X509_STORE_CTX_get_current_cert(context) {
    // The last moment belongs to the validity (RFC 5280, section 4.1.2.5); OpenSSL leaves it out.
    let end = unsafe ASN1_TIME_cmp_time_t(X509_get0_notAfter(certificate), findings.moment)
    if end == 0 || end == 1 { return 1 }
  }
  let depth = unsafe X509_STORE_CTX_get_error_depth(context)
  return findings.add(code: code, depth: Int(depth)) ? 1 : 0
}

/// A list of certificates of OpenSSL's.
// because the stack is freed with this value and belongs to it alone
@safe
struct CertificateStack: ~Copyable {
  private let pointer: OpaquePointer

  /// A list of none.
  init?() {
    guard let pointer = unsafe omamori_chain_new() else { return nil }
    unsafe self.pointer = unsafe pointer
  }

  /// The certificates of a list of OpenSSL's but for one.
  static func copy(of all: OpaquePointer?, without removed: Int32) -> CertificateStack? {
    guard let stack = CertificateStack() else { return nil }
    let count = unsafe omamori_chain_count(all)
    for index in 0..<count where index != removed {
      guard let item = unsafe omamori_chain_get(all, index), unsafe stack.appendPointer(item) else {
        return nil
      }
    }
    return stack
  }

  deinit { unsafe omamori_chain_free(pointer) }

  /// Adds a certificate; says whether that went well.
  func append(_ certificate: borrowing X509Handle) -> Bool {
    unsafe certificate.withPointer { unsafe appendPointer($0) }
  }

  /// Adds a certificate of OpenSSL's; says whether that went well.
  func appendPointer(_ item: OpaquePointer) -> Bool {
    guard unsafe X509_up_ref(item) == 1 else { return false }
    guard unsafe omamori_chain_append(pointer, item) == 1 else {
      unsafe X509_free(item)
      return false
    }
    return true
  }

  /// Calls `body` with the list.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(pointer) }

  /// The certificates of a list of OpenSSL's in DER, in their order; `nil` when one cannot be had.
  static func encodings(of pointer: OpaquePointer?, atMost limit: Int) -> [Data]? {
    let count = unsafe omamori_chain_count(pointer)
    guard (0...Int32(limit)).contains(count) else { return nil }
    var certificates: [Data] = []
    for index in 0..<count {
      guard let der = unsafe X509Handle.encoding(of: omamori_chain_get(pointer, index)) else { return nil }
      certificates.append(der)
    }
    return certificates
  }
}

/// Objects that OpenSSL's own objects hold on to until they are freed.
// because each pointer that is stored stands for one reference to an object, which OpenSSL gives back when it frees or
// copies the holder
enum ExtraData {
  private static let contextIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil, freeExtraData)
  private static let connectionIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL, 0, nil, nil, nil, freeExtraData)
  private static let sessionIndex = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_SESSION, 0, nil, nil, copyExtraData, freeExtraData)

  /// Lets an `SSL_CTX` hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, by context: OpaquePointer) -> Bool {
    unsafe exchange(object, SSL_CTX_get_ex_data(context, contextIndex)) {
      unsafe SSL_CTX_set_ex_data(context, contextIndex, $0)
    }
  }

  /// Lets an `SSL` hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, byConnection connection: OpaquePointer) -> Bool {
    unsafe exchange(object, SSL_get_ex_data(connection, connectionIndex)) {
      unsafe SSL_set_ex_data(connection, connectionIndex, $0)
    }
  }

  /// Lets an `SSL_SESSION` and the copies that are made of it hold an object instead of the one that it may hold.
  static func hold(_ object: AnyObject, bySession session: OpaquePointer) -> Bool {
    unsafe exchange(object, SSL_SESSION_get_ex_data(session, sessionIndex)) {
      unsafe SSL_SESSION_set_ex_data(session, sessionIndex, $0)
    }
  }

  /// The object that an `SSL` holds.
  static func object<Object: AnyObject>(of connection: OpaquePointer, as type: Object.Type) -> Object? {
    unsafe object(at: SSL_get_ex_data(connection, connectionIndex)) as? Object
  }

  /// The object that an `SSL_SESSION` holds.
  static func object<Object: AnyObject>(ofSession session: OpaquePointer, as type: Object.Type) -> Object? {
    unsafe object(at: SSL_SESSION_get_ex_data(session, sessionIndex)) as? Object
  }

  private static func object(at pointer: UnsafeMutableRawPointer?) -> AnyObject? {
    // because only `hold` stores a pointer there, and it stays valid while its holder does
    unsafe pointer.map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func exchange(
    _ object: AnyObject, _ previous: UnsafeMutableRawPointer?, _ store: (UnsafeMutableRawPointer) -> Int32
  ) -> Bool {
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let isHeld = unsafe store(pointer) == 1
    // because each pointer that is stored stands for one reference
    unsafe release(isHeld ? previous : pointer)
    return isHeld
  }

  fileprivate static func release(_ pointer: UnsafeMutableRawPointer?) {
    // because each pointer that is stored stands for one reference, and OpenSSL gives it here once
    if let pointer = unsafe pointer { unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release() }
  }
}

/// What OpenSSL calls for each object that is held when the holder is freed.
// because it is called once for each pointer that is stored
private func freeExtraData(
  _ holder: UnsafeMutableRawPointer?, _ object: UnsafeMutableRawPointer?,
  _ all: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) {
  unsafe ExtraData.release(object)
}

/// What OpenSSL calls for each object that is held when the holder is copied.
private func copyExtraData(
  _ copy: UnsafeMutablePointer<CRYPTO_EX_DATA>?, _ original: UnsafePointer<CRYPTO_EX_DATA>?,
  _ object: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ index: Int32, _ number: Int,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  // because the copy's pointer stands for one more reference
  if let pointer = unsafe object?.pointee { _ = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).retain() }
  return 1
}

/// The errors of one verification, which one thread collects.
final class VerificationFindings {
  /// An error of OpenSSL's and the depth of the certificate it is about.
  struct Finding {
    let code: Int32
    let depth: Int

    /// Whether it is about how carefully a certificate was made, not about whether it may be relied on.
    var isAboutForm: Bool {
      if case .nonconforming = TrustFault(verificationError: code, depth: depth) { true } else { false }
    }

    /// Whether an authority does not say that its key may sign certificates, as roots often do not.
    var isMissingKeyUsage: Bool { code == X509_V_ERR_CA_CERT_MISSING_KEY_USAGE }
  }

  /// The time at which the certificates must be valid, in whole seconds.
  let moment: time_t

  init(moment: Date) { self.moment = time_t(moment.timeIntervalSince1970.rounded(.down)) }

  private(set) var errors: [Finding] = []
  /// A chain has at most a dozen certificates, with a handful of errors each.
  private static let greatestCount = 256

  /// Adds an error; says whether there is room for more.
  func add(code: Int32, depth: Int) -> Bool {
    errors.append(Finding(code: code, depth: depth))
    return errors.count < Self.greatestCount
  }
}
