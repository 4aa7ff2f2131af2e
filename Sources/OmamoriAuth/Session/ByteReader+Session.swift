import OmamoriCore

// The fields that ``SecretWriter`` puts together.
extension ByteReader where Failure == AuthError {
  /// The longest text or secret that is read.
  static var greatestLength: Int { 256 << 10 }

  /// Begins at the start of a stored session.
  @_lifetime(copy session)
  init(session: RawSpan) { self.init(session) { _, _ in .session(.corrupt) } }

  /// A point in time.
  mutating func date() throws(AuthError) -> Date {
    Date(timeIntervalSince1970: Double(Int64(bitPattern: try number())) / 1000)
  }

  /// A length of time; `nil` for none.
  mutating func duration() throws(AuthError) -> Duration? {
    let value = Int64(bitPattern: try number())
    return value == .min ? nil : .milliseconds(value)
  }

  /// A text after its length; `nil` for none.
  mutating func optionalText() throws(AuthError) -> String? {
    guard let length = try length(Self.greatestLength) else { return nil }
    return try text(length)
  }

  /// A secret after its length; `nil` for none.
  mutating func secretText(limit: Int = ByteReader.greatestLength) throws(AuthError) -> SecretText? {
    guard let length = try length(limit) else { return nil }
    return SecretText(SecretBytes(copying: try span(length)))
  }

  private mutating func length(_ limit: Int) throws(AuthError) -> Int? {
    let length = try number(UInt32.self)
    guard length != .max else { return nil }
    guard length <= limit else { throw error(.tooLong) }
    return Int(length)
  }
}
