import OmamoriCore

extension FieldSealer {
  /// Seals the UTF-8 of a text; see ``seal(_:in:)-(Data,_)``.
  public func seal(_ text: String, in context: FieldContext) throws(CryptoError) -> SealedField {
    try seal(Data(text.utf8), in: context)
  }

  /// Opens a text.
  ///
  /// - Parameters:
  ///   - field: What was stored.
  ///   - context: Where it stood.
  /// - Returns: The text.
  /// - Throws: What ``open(_:in:)`` throws, and ``CryptoError/malformed(_:offset:)`` when the value is no UTF-8.
  public func openText(_ field: SealedField, in context: FieldContext) throws(CryptoError) -> String {
    let value = try open(field, in: context)
    guard let text = String(validating: value, as: UTF8.self) else {
      throw .malformed(.sealedField, offset: nil)
    }
    return text
  }

  /// Seals the JSON of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Where it stands.
  /// - Returns: What to store there.
  /// - Throws: What ``seal(_:in:)-(Data,_)`` throws, and ``CryptoError/malformed(_:offset:)`` when there is no JSON for
  ///   the value.
  public func seal<Value: Encodable>(
    encoding value: Value,
    in context: FieldContext
  ) throws(CryptoError) -> SealedField {
    let encoded: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      encoded = try encoder.encode(value)
    } catch {
      // What the encoder says may quote the value.
      throw .malformed(.sealedField, offset: nil)
    }
    return try seal(encoded, in: context)
  }

  /// Opens a value that was sealed as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - field: What was stored.
  ///   - context: Where it stood.
  /// - Returns: The value.
  /// - Throws: What ``open(_:in:)`` throws, and ``CryptoError/malformed(_:offset:)`` when the JSON is another type's.
  public func open<Value: Decodable>(
    _ type: Value.Type,
    from field: SealedField,
    in context: FieldContext
  ) throws(CryptoError) -> Value {
    let value = try open(field, in: context)
    do {
      return try JSONDecoder().decode(type, from: value)
    } catch {
      // What the decoder says may quote the value.
      throw .malformed(.sealedField, offset: nil)
    }
  }
}
