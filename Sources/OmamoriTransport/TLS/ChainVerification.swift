#if !canImport(Darwin)
import CTLS
import OmamoriCore
import OmamoriCrypto

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
#endif
