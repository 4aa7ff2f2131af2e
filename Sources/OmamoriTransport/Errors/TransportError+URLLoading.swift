extension TransportError {
  /// What an error of Apple's URL loading system means to the caller.
  ///
  /// Source: <https://developer.apple.com/documentation/foundation/urlerror/code>.
  ///
  /// - Parameters:
  ///   - code: The code in `NSURLErrorDomain`.
  ///   - host: The host that was asked.
  ///   - refusal: The verdict by which a connection to the host was refused, if one was.
  package init(urlLoadingCode code: Int, host: HostName, refusal: ConnectionVerdict?) {
    if let refusal, Self.codesAfterRefusal.contains(code) {
      self = .refused(refusal)
    } else if let fault = Self.faultByCode[code] {
      self = .refused(ConnectionVerdict(host: host, faults: [fault], chain: nil, pins: nil, facts: nil))
    } else {
      self = Self.byCode[code] ?? .backend(code: code)
    }
  }

  /// What a task ends with whose server-trust challenge was cancelled.
  private static let codesAfterRefusal: Set<Int> = [-999, -1012, -1200, -1201, -1202, -1203, -1204]

  /// What the system has against a certificate by itself.
  private static let faultByCode: [Int: TrustFault] = [
    -1201: .expired(depth: 0),  // serverCertificateHasBadDate
    -1202: .untrustedRoot,  // serverCertificateUntrusted
    -1203: .untrustedRoot,  // serverCertificateHasUnknownRoot
    -1204: .notYetValid(depth: 0),  // serverCertificateNotYetValid
  ]

  private static let byCode: [Int: TransportError] = [
    -999: .cancelled,  // cancelled
    -1000: .malformedURL,  // badURL
    -1001: .timedOut,  // timedOut
    -1002: .malformedURL,  // unsupportedURL
    -1003: .nameNotResolved,  // cannotFindHost
    -1004: .notConnected,  // cannotConnectToHost
    -1005: .connectionLost,  // networkConnectionLost
    -1006: .nameNotResolved,  // dnsLookupFailed
    -1007: .redirectRefused,  // httpTooManyRedirects
    -1009: .notConnected,  // notConnectedToInternet
    -1010: .redirectRefused,  // redirectToNonExistentLocation
    -1011: .malformedResponse,  // badServerResponse
    -1014: .malformedResponse,  // zeroByteResource
    -1015: .malformedResponse,  // cannotDecodeRawData
    -1016: .malformedResponse,  // cannotDecodeContentData
    -1017: .malformedResponse,  // cannotParseResponse
    -1018: .notConnected,  // internationalRoamingOff
    -1019: .notConnected,  // callIsActive
    -1020: .notConnected,  // dataNotAllowed
    -1021: .unreadableBody,  // requestBodyStreamExhausted
    -1022: .handshakeFailed(alert: nil),  // appTransportSecurityRequiresSecureConnection
    -1100: .unreadableBody,  // fileDoesNotExist
    -1101: .unreadableBody,  // fileIsDirectory
    -1102: .unreadableBody,  // noPermissionsToReadFile
    -1200: .handshakeFailed(alert: nil),  // secureConnectionFailed
    -1205: .clientCertificateNeeded,  // clientCertificateRejected
    -1206: .clientCertificateNeeded,  // clientCertificateRequired
    -2000: .notConnected,  // cannotLoadFromNetwork
  ]
}
