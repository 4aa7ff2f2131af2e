public import OmamoriCore

/// The body of a request.
public enum RequestBody: Sendable {
  /// None.
  case none
  /// Bytes in memory.
  case bytes(Data, MediaType)
  /// The content of a file, read while it is sent.
  case file(path: String, MediaType)
  /// Pieces that are asked for while they are sent; `nil` ends the body. `length` is the size in bytes, if it is known.
  case stream(length: Int?, MediaType, next: @Sendable () async throws -> Data?)
  /// A form of fields and files, which are read while they are sent.
  case multipart(MultipartForm)

  /// What it is a body of; `nil` for none.
  public var mediaType: MediaType? {
    switch self {
    case .none: nil
    case .bytes(_, let type), .file(_, let type), .stream(_, let type, _): type
    case .multipart(let form): form.mediaType
    }
  }

  /// Whether there is a body, even an empty one.
  public var isPresent: Bool { mediaType != nil }

  /// Whether it can be sent a second time.
  public var isRepeatable: Bool {
    switch self {
    case .none, .bytes, .file, .multipart: true
    case .stream: false
    }
  }

  /// A form of names and values (WHATWG URL, section 5.2).
  ///
  /// - Parameter items: The fields, not escaped.
  /// - Returns: A body of the type `application/x-www-form-urlencoded`.
  public static func form(_ items: [QueryItem]) -> RequestBody {
    .bytes(Data(items.map(\.escaped).joined(separator: "&").utf8), .form)
  }
}

extension RequestBody: RedactedDescription {
  /// The kind and the size, never the content.
  public var description: String {
    switch self {
    case .none: "none"
    case .bytes(let data, _): "\(data.count) bytes"
    case .file: "a file"
    case .stream: "a stream"
    case .multipart(let form): form.description
    }
  }
}

/// JSON in requests and responses.
///
/// What is read is first read strictly: a document that two readers could understand differently (a name twice, text after
/// the value, another encoding than UTF-8) or that is too deep is refused before a decoder sees it. Has no state; safe to
/// use from any thread.
public enum JSONBody {
  /// Makes a body of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: How it is encoded.
  /// - Returns: A body of the type `application/json`.
  /// - Throws: ``TransportError/unreadableBody`` when it cannot be encoded.
  public static func encode(
    _ value: some Encodable, with encoder: JSONEncoder = JSONEncoder()
  ) throws(TransportError) -> RequestBody {
    do {
      return .bytes(try encoder.encode(value), .json)
    } catch {
      throw .unreadableBody
    }
  }

  /// Makes a body of a tree.
  ///
  /// - Parameter value: The tree.
  /// - Returns: A body of the type `application/json`.
  public static func encode(_ value: JSONValue) -> RequestBody { .bytes(Data(value.utf8()), .json) }

  /// Reads a body as a tree.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - limits: The bounds that it has to respect.
  /// - Returns: The tree.
  /// - Throws: ``TransportError/undecodableBody``.
  public static func parse(_ data: Data, limits: JSONLimits = .standard) throws(TransportError) -> JSONValue {
    do throws(CoreError) {
      return try StrictJSON.parse(data, limits: limits)
    } catch {
      throw .undecodableBody
    }
  }

  /// Reads a body as a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: The body.
  ///   - decoder: How it is decoded.
  ///   - limits: The bounds that it has to respect.
  /// - Returns: The value.
  /// - Throws: ``TransportError/undecodableBody``; it does not say where, because a decoder's error quotes the body.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, with decoder: JSONDecoder = JSONDecoder(),
    limits: JSONLimits = .standard
  ) throws(TransportError) -> Value {
    _ = try parse(data, limits: limits)
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw .undecodableBody
    }
  }
}
