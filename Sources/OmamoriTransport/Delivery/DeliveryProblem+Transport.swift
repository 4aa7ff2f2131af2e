package import OmamoriCore

extension DeliveryProblem {
  /// What a failed request means to who wants to hand records on.
  ///
  /// - Parameter error: The error.
  package init(_ error: TransportError) {
    self =
      switch error {
      case .refused, .handshakeFailed, .chainTooLong, .hostNotListed, .insecureHeaders, .policy,
        .malformedHost, .malformedURL, .signatureInvalid, .rolledBack, .notCurrent, .notTLS,
        .noUpdatablePattern:
        .untrusted
      case .clientCertificateNeeded, .clientIdentity, .secretStore, .headerNotAllowed: .denied
      case .responseTooLarge, .malformedResponse, .unexpectedMediaType, .undecodableBody, .redirectRefused,
        .status, .malformedDocument, .endpointLeavesOrigin:
        .invalidAnswer
      case .unreadableBody: .rejected
      case .cancelled: .cancelled
      case .nameNotResolved, .notConnected, .proxyRefused, .connectionLost, .timedOut, .busy, .closed, .file,
        .unsupported, .system,
        .backend:
        .unreachable
      }
  }
}
