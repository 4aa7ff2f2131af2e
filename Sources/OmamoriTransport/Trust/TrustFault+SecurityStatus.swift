extension TrustFault {
  /// The fault that a status of Apple's Security framework stands for.
  ///
  /// The status says nothing of the depth, so the server's certificate is named. Some faults come as
  /// `errSecNotTrusted` alone.
  ///
  /// Source: <https://developer.apple.com/documentation/security/security-framework-result-codes>.
  ///
  /// - Parameter status: The code of the error that `SecTrustEvaluateWithError` gives.
  package init(securityStatus status: Int) {
    self = Self.bySecurityStatus[status] ?? .other(code: status)
  }

  private static let bySecurityStatus: [Int: TrustFault] = [
    -25_318: .untrustedRoot,  // errSecCreateChainFailed
    -67_602: .wrongHost,  // errSecHostNameMismatch
    -67_603: .unknownCriticalExtension(depth: 0),  // errSecUnknownCriticalExtensionFlag
    -67_604: .notAnAuthority(depth: 1),  // errSecNoBasicConstraints
    -67_605: .notAnAuthority(depth: 1),  // errSecNoBasicConstraintsCA
    -67_608: .wrongUse(depth: 0),  // errSecInvalidKeyUsageForPolicy
    -67_609: .wrongUse(depth: 0),  // errSecInvalidExtendedKeyUsage
    -67_611: .notAnAuthority(depth: 1),  // errSecPathLengthConstraintExceeded
    -67_612: .untrustedRoot,  // errSecInvalidRoot
    -67_635: .stapleMissing,  // errSecIncompleteCertRevocationCheck
    -67_654: .untrustedRoot,  // errSecTrustSettingDeny
    -67_688: .malformed(depth: 0),  // errSecInvalidSignature
    -67_735: .weakKey(depth: 0),  // errSecUnsupportedKeySize
    -67_808: .malformed(depth: 0),  // errSecVerifyFailed
    -67_815: .weakSignature(depth: 0),  // errSecInvalidDigestAlgorithm
    -67_818: .expired(depth: 0),  // errSecCertificateExpired
    -67_819: .notYetValid(depth: 0),  // errSecCertificateNotValidYet
    -67_820: .revoked(depth: 0),  // errSecCertificateRevoked
    -67_826: .notAnAuthority(depth: 1),  // errSecInvalidCertAuthority
    -67_843: .untrustedRoot,  // errSecNotTrusted
    -67_899: .nonconforming(depth: 0),  // errSecCertificatePolicyNotAllowed
    -67_900: .nameConstraint(depth: 0),  // errSecCertificateNameNotAllowed
    -67_901: .nonconforming(depth: 0),  // errSecCertificateValidityPeriodTooLong
    -67_902: .wrongUse(depth: 0),  // errSecCertificateIsCA
    -67_903: .nonconforming(depth: 0),  // errSecCertificateDuplicateExtension
  ]
}
