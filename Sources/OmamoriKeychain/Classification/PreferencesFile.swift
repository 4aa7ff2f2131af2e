import OmamoriCore

/// A file of preferences: JSON, at most 4 MiB, replaced as a whole, readable for its owner only.
struct PreferencesFile: Sendable {
  static let limits = JSONLimits(depth: 4, size: 4 << 20, values: 100_000)
  static let version = 1

  let folder: String
  private static let name = "preferences.json"

  init(folder: String) { self.folder = folder }

  func set(_ value: SharedSecretBytes, for name: String) async throws(KeychainError) {
    let json = value.withBytes { bytes in Self.json(bytes) }
    try await change { $0[name] = json }
  }

  func remove(_ name: String) async throws(KeychainError) -> Bool {
    try await change { values in
      let isThere = values.contains(name)
      values[name] = nil
      return isThere
    }
  }

  func value(for name: String) async throws(KeychainError) -> SharedSecretBytes? {
    let folder = folder
    return try await OwnThread.run { () throws(KeychainError) in
      guard let value = try Self.read(folder)[name] else { return nil }
      return try Self.bytes(value)
    }
  }

  private func change<Result: Sendable>(
    _ body: @escaping @Sendable (inout JSONObject) -> Result
  ) async throws(KeychainError) -> Result {
    let folder = folder
    return try await OwnThread.run { () throws(KeychainError) in
      try DataFolder.prepare(folder)
      return try DataFolder.locked(folder) { () throws(KeychainError) in
        var values = try Self.read(folder)
        let result = body(&values)
        let document: JSONValue = ["version": .integer(Self.version), "values": .object(values)]
        let text = document.utf8(JSONFormat(indentation: 2, order: .sorted))
        guard text.count <= Self.limits.size else { throw .tooLarge(limit: Self.limits.size) }
        try DataFolder.write(folder + "/" + Self.name, text)
        return result
      }
    }
  }

  private static func read(_ folder: String) throws(KeychainError) -> JSONObject {
    guard let text = try DataFolder.read(name, in: folder, limit: limits.size) else { return JSONObject() }
    let document: JSONValue
    do throws(CoreError) {
      document = try StrictJSON.parse(text, limits: limits)
    } catch {
      throw .corrupt(.dataFile)
    }
    guard let version = document["version"]?.intValue else { throw .corrupt(.dataFile) }
    guard version == Self.version else { throw .newerFormat(version: version) }
    guard let values = document["values"]?.objectValue else { throw .corrupt(.dataFile) }
    return values
  }

  /// A text as a string, anything else as an object with its Base64.
  private static func json(_ bytes: RawSpan) -> JSONValue {
    // because the buffer stays inside the closure
    let array = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    if let text = String(validating: array, as: UTF8.self) { return .string(text) }
    return ["base64url": .string(Base64URL.encode(array))]
  }

  private static func bytes(_ value: JSONValue) throws(KeychainError) -> SharedSecretBytes {
    if let text = value.stringValue { return SharedSecretBytes(SecretBytes(copying: Array(text.utf8))) }
    guard let text = value["base64url"]?.stringValue else { throw .wrongType }
    do throws(CoreError) {
      return SharedSecretBytes(SecretBytes(copying: try Base64URL.decode(text)))
    } catch {
      throw .corrupt(.dataFile)
    }
  }
}
