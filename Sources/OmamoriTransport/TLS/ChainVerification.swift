#if !canImport(Darwin)
import CTLS
import OmamoriCore
import OmamoriCrypto

/// One run of OpenSSL's path validation that goes on after an error, so that everything is found.
// because the context is freed with this value, and what it refers to outlives it
@safe
struct ChainVerification: ~Copyable {
  private let context: OpaquePointer
  /// Certificates between the server's and the anchor; chains in use have one to three.
  private static let greatestDepth: Int32 = 10

  init?(leaf: OpaquePointer, others: OpaquePointer?, anchors: AnchorStore) {
    guard let context = unsafe X509_STORE_CTX_new() else { return nil }
    let isReady = unsafe anchors.withStore { unsafe X509_STORE_CTX_init(context, $0, leaf, others) == 1 }
    guard isReady else {
      unsafe X509_STORE_CTX_free(context)
      return nil
    }
    unsafe self.context = unsafe context
  }

  deinit { unsafe X509_STORE_CTX_free(context) }

  func run(
    host: HostName, requirements: CertificateRequirements, at moment: Date
  ) -> ValidationResult {
    guard configure(host: host, isStrict: requirements.isStrict, at: moment) else {
      return ValidationResult(chain: nil, faults: [.other(code: Int(X509_V_ERR_INVALID_CALL))])
    }
    let findings = VerificationFindings()
    let isValid = withExtendedLifetime(findings) {
      // because `findings` lives until the verification is over, and the context is not used after that
      unsafe X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(findings).toOpaque())
      unsafe X509_STORE_CTX_set_verify_cb(context) { unsafe collectFinding($0, $1) }
      return unsafe X509_verify_cert(context) == 1
    }
    let code = unsafe X509_STORE_CTX_get_error(context)
    ERR_clear_error()
    return judge(
      isValid: isValid && code == X509_V_OK, code: code, findings: findings.errors, host: host, requirements)
  }

  private func configure(host: HostName, isStrict: Bool, at moment: Date) -> Bool {
    guard let parameters = unsafe X509_STORE_CTX_get0_param(context) else { return false }
    let seconds = moment.timeIntervalSince1970
    guard seconds.magnitude < 1e12 else { return false }
    unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(seconds.rounded(.down)))
    unsafe X509_VERIFY_PARAM_set_depth(parameters, Self.greatestDepth)
    // Keys and signatures are judged by the requirements, which name the fault.
    unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    unsafe X509_VERIFY_PARAM_set_hostflags(
      parameters,
      UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT) | UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    let flags = UInt(X509_V_FLAG_TRUSTED_FIRST) | (isStrict ? UInt(X509_V_FLAG_X509_STRICT) : 0)
    let isNamed =
      host.isAddress
      ? unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host.description)
      : unsafe X509_VERIFY_PARAM_set1_host(parameters, host.description, host.description.utf8.count)
    return unsafe isNamed == 1 && X509_VERIFY_PARAM_set_flags(parameters, flags) == 1
      && X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER) == 1
      && X509_STORE_CTX_set_trust(context, X509_TRUST_SSL_SERVER) == 1
  }

  private func judge(
    isValid: Bool, code: Int32, findings: [VerificationFindings.Finding], host: HostName,
    _ requirements: CertificateRequirements
  ) -> ValidationResult {
    let built = unsafe X509_STORE_CTX_get0_chain(context)
    guard let encodings = unsafe CertificateStack.encodings(of: built, atMost: PresentedChain.greatestCount)
    else {
      return ValidationResult(chain: nil, faults: [.malformed(depth: 0)])
    }
    var faults = findings.compactMap { TrustFault(verificationError: $0.code, depth: $0.depth) }
    // Nothing passes without OpenSSL's own yes, whatever the findings are.
    if !isValid, faults.isEmpty { faults.append(.other(code: Int(code))) }
    var certificates: [Certificate] = []
    for (depth, der) in encodings.enumerated() {
      do throws(CryptoError) {
        certificates.append(try Certificate(derRepresentation: der))
      } catch {
        return ValidationResult(chain: nil, faults: faults + [.malformed(depth: depth)])
      }
    }
    return ValidationResult(chain: TrustedChain(validated: certificates), faults: faults)
  }
}

/// Keeps an error and lets the verification go on.
private func collectFinding(_ isGood: Int32, _ context: OpaquePointer?) -> Int32 {
  guard isGood == 0, let context = unsafe context else { return isGood }
  guard let pointer = unsafe X509_STORE_CTX_get_ex_data(context, 0) else { return 0 }
  // because `ChainVerification.run` put it there and holds it until the verification is over
  let findings = unsafe Unmanaged<VerificationFindings>.fromOpaque(pointer).takeUnretainedValue()
  let depth = unsafe X509_STORE_CTX_get_error_depth(context)
  return unsafe findings.add(code: X509_STORE_CTX_get_error(context), depth: Int(depth)) ? 1 : 0
}
#endif
