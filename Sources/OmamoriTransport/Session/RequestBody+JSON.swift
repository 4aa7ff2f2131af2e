public import OmamoriCore

extension RequestBody {
  /// A value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: How dates, keys and bytes are written.
  /// - Returns: A body of the type `application/json`.
  /// - Throws: ``TransportError/unreadableBody`` for a value that cannot be encoded.
  public static func json(
    _ value: some Encodable, encoder: JSONEncoder = JSONEncoder()
  ) throws(TransportError) -> RequestBody {
    do {
      return .bytes(try encoder.encode(value), .json)
    } catch {
      throw .unreadableBody
    }
  }
}
