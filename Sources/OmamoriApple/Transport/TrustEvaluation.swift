import OmamoriCore
import OmamoriCrypto
import OmamoriTransport
import Security

/// Lets the system validate the chain of a server, always first, and has what it built judged by the policy.
///
/// It may take long; never on the main thread.
///
/// Source: <https://developer.apple.com/documentation/security/evaluating-a-trust-and-parsing-the-result>.
struct TrustEvaluation {
  /// Who judges the chain.
  let judge: ConnectionJudge

  /// Validates and judges.
  ///
  /// - Parameters:
  ///   - trust: What the server sent; its policies and anchors are replaced.
  ///   - date: The time by which pins are judged.
  /// - Returns: The verdict; without a chain unless the system trusts it.
  func verdict(on trust: SecTrust, at date: Date) -> ConnectionVerdict {
    let isStatusNeeded = judge.policy.certificates.requiresStaple
    let verdict = evaluate(trust, needsStatus: isStatusNeeded, at: date)
    // Only the validated certificate says whether it demands a status, so it is validated once more with one.
    guard !isStatusNeeded, judge.demandsStatus(verdict) else { return verdict }
    return evaluate(trust, needsStatus: true, at: date)
  }

  private func evaluate(_ trust: SecTrust, needsStatus: Bool, at date: Date) -> ConnectionVerdict {
    let status = configure(trust, needsStatus: needsStatus)
    guard status == errSecSuccess else { return judge.refusal(.other(code: Int(status)), at: date) }
    var error: CFError?
    // because the function fills the variable that is passed and nothing else
    guard unsafe SecTrustEvaluateWithError(trust, &error) else {
      return judge.refusal(TrustFault(securityStatus: error.map { CFErrorGetCode($0) } ?? 0), at: date)
    }
    guard let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else {
      return judge.refusal(.untrustedRoot, at: date)
    }
    return judge.verdict(onSystemTrusted: chain.map { SecCertificateCopyData($0) as Data }, at: date)
  }

  /// Sets what the policy asks: the name, the roots, a positive status; nothing is fetched.
  private func configure(_ trust: SecTrust, needsStatus: Bool) -> OSStatus {
    let anchors = judge.policy.anchors
    let roots = anchors.given.compactMap { SecCertificateCreateWithData(nil, $0.derRepresentation as CFData) }
    guard roots.count == anchors.given.count else { return errSecParam }
    var policies = [SecPolicyCreateSSL(true, judge.policy.host.description as CFString)]
    if needsStatus {
      let flags =
        kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse
        | kSecRevocationNetworkAccessDisabled
      guard let status = SecPolicyCreateRevocation(flags) else { return errSecParam }
      policies.append(status)
    }
    let isSystemAlone = roots.isEmpty && anchors.includesSystem
    let steps: [() -> OSStatus] = [
      { SecTrustSetPolicies(trust, policies as CFArray) },
      { SecTrustSetNetworkFetchAllowed(trust, false) },
      { SecTrustSetAnchorCertificates(trust, isSystemAlone ? nil : roots as CFArray) },
      { SecTrustSetAnchorCertificatesOnly(trust, !anchors.includesSystem) },
    ]
    for step in steps {
      let status = step()
      guard status == errSecSuccess else { return status }
    }
    return errSecSuccess
  }
}
