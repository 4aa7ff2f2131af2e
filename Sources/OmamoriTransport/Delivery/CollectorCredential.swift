public import OmamoriCore

/// What a collector is shown so that it takes records: nothing, a bearer token, or the value of a header field.
///
/// The secret is asked for before each request and kept nowhere by this value but in locked memory; on its way out it is
/// in the memory of the HTTP library for as long as the request takes. Safe to share between threads.
public struct CollectorCredential: Sendable {
  /// Gets the secret now, such as an access token of a session that refreshes itself.
  public typealias Supplier = @Sendable () async throws(DeliveryProblem) -> SharedSecretBytes

  private let field: String
  private let scheme: String
  private let supplier: Supplier?

  private init(_ field: String, _ scheme: String, _ supplier: Supplier?) {
    (self.field, self.scheme, self.supplier) = (field, scheme, supplier)
  }

  /// Nothing, for collectors that know the client by its certificate.
  public static let none = CollectorCredential("", "", nil)

  /// A bearer token (RFC 6750).
  ///
  /// - Parameter supplier: Gets the token, visible ASCII characters, before each request.
  /// - Returns: The credential.
  public static func bearer(from supplier: @escaping Supplier) -> CollectorCredential {
    CollectorCredential("Authorization", "Bearer ", supplier)
  }

  /// A bearer token that does not change.
  ///
  /// - Parameter token: The token, visible ASCII characters.
  /// - Returns: The credential.
  public static func bearer(_ token: SharedSecretBytes) -> CollectorCredential {
    bearer { () async throws(DeliveryProblem) in token }
  }

  /// A bearer token that a store keeps.
  ///
  /// - Parameters:
  ///   - name: The name of the token in the store.
  ///   - store: The store; when it has no such token or does not answer, the delivery is denied.
  /// - Returns: The credential.
  public static func bearer(named name: String, in store: any SecretStore) -> CollectorCredential {
    bearer { () async throws(DeliveryProblem) in
      do throws(CoreError) {
        if let token = try await store.secret(named: name) { return SharedSecretBytes(token) }
      } catch {
        throw .denied
      }
      throw .denied
    }
  }

  /// The value of a header field, such as `X-API-Key`, or `Authorization` with a scheme that a product invented.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - scheme: What stands before the secret, such as `Splunk `.
  ///   - supplier: Gets the secret, visible ASCII characters, before each request.
  /// - Returns: The credential.
  public static func field(
    _ name: String, scheme: String = "", from supplier: @escaping Supplier
  ) -> CollectorCredential {
    CollectorCredential(name, scheme, supplier)
  }

  /// Adds it to the fields of a request.
  package func add(to fields: inout HeaderFields) async throws(DeliveryProblem) {
    guard let supplier else { return }
    let secret = try await supplier()
    let text = secret.withBytes { bytes in
      // because every pattern of bits is a UInt8, and the bytes are copied during the call
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
    do throws(TransportError) {
      guard !text.isEmpty else { throw .headerNotAllowed }
      try fields.set(field, scheme + text)
    } catch {
      throw .denied
    }
  }
}

extension CollectorCredential: RedactedDescription {
  /// The name of the field; never the secret.
  public var description: String { supplier == nil ? "none" : "\(field): …" }
}
