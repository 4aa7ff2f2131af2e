public import OmamoriCore

/// The body of a request.
///
/// A value; safe to share between threads.
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

extension RequestBody: CustomStringConvertible, CustomReflectable {
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

  /// The kind and the size, never the content.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
