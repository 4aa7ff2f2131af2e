import CPostgres
import OmamoriAuth
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import OmamoriCore

/// A connection to PostgreSQL; every call may wait and runs on a thread of its own.
@safe
// because one operation at a time has the connection: it is taken out of the pool for that
final class PostgresConnection: @unchecked Sendable {
  /// A parameter of a statement.
  enum Parameter {
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
  }

  /// What came of a statement: the first row, and how many rows were changed.
  struct Outcome: Sendable {
    let row: [[UInt8]?]?
    let changed: Int
  }

  private let pointer: OpaquePointer

  private init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe omamori_postgres_close(pointer) }  // because nobody else has the connection

  /// Connects.
  ///
  /// - Throws: `AuthError.database(_:)`, `timedOut`, `cancelled`.
  static func open(
    _ database: FleetDatabase, within limit: Duration, _ cancellation: Int32
  ) throws(AuthError) -> PostgresConnection {
    var settings = database.complete(within: limit)
    if let password = database.password { settings.append(("password", password.reveal())) }
    var pointer: OpaquePointer?
    let code = unsafe withTexts(settings.map(\.0)) { keywords in
      unsafe withTexts(settings.map(\.1)) { values in
        // because both arrays end with nil and are copied by the call
        unsafe omamori_postgres_connect(keywords, values, limit.wait, cancellation, &pointer)
      }
    }
    guard code == 0, let pointer = unsafe pointer else { throw error(code) }
    return unsafe PostgresConnection(pointer)  // because the connection was made just now
  }

  /// Executes a statement.
  ///
  /// - Throws: `AuthError.database(_:)`, `session(.busy)` when a lock was not to be had, `timedOut`, `cancelled`; the
  ///   connection is of no use after any other than a refusal.
  func execute(
    _ statement: String, _ parameters: [Parameter], within limit: Duration, _ cancellation: Int32
  ) throws(AuthError) -> Outcome {
    let encoded = parameters.map(\.encoded)
    var result: OpaquePointer?
    var state = [CChar](repeating: 0, count: 6)
    let code = unsafe Self.withBytes(encoded.map(\.bytes)) { values in
      // because values and lengths have as many elements as there are parameters, and the state has six bytes
      unsafe omamori_postgres_execute(
        pointer, statement, Int32(encoded.count), values, encoded.map(\.length), limit.wait, cancellation,
        &state,
        &result)
    }
    guard code == 0, let result = unsafe result else { throw Self.error(code, state) }
    defer { unsafe omamori_postgres_clear(result) }  // because it is not used after this
    return unsafe Self.outcome(result)
  }

  private static func outcome(_ result: OpaquePointer) -> Outcome {
    // because the result lives until the caller clears it, and what it gives out is copied
    let changed = unsafe omamori_postgres_changed(result)
    guard unsafe omamori_postgres_rows(result) > 0 else { return Outcome(row: nil, changed: changed) }
    let row = (0..<2).map { column -> [UInt8]? in
      var length = 0
      guard let bytes = unsafe omamori_postgres_value(result, Int32(column), &length) else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
    }
    return Outcome(row: row, changed: changed)
  }

  private static func error(_ code: Int32, _ state: [CChar] = []) -> AuthError {
    switch code {
    case ENOSYS: return .database(.libraryMissing)
    case ETIMEDOUT: return .timedOut
    case ECANCELED: return .cancelled
    case EPERM: break
    default: return .database(.notConnected)
    }
    switch String(decoding: state.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) {
    case "55P03": return .session(.busy)
    // The server's own limit, which is as long as the one here.
    case "57014": return .timedOut
    // The table, a column or the schema is not there, or of another type.
    case "42P01", "42703", "3F000", "42804": return .database(.schema)
    default: return .database(.refused)
    }
  }

  // MARK: - Arrays for C

  private static func withTexts<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    unsafe withBytes(texts.map { Array($0.utf8) + [0] }, body)  // because every text ends with a zero
  }

  /// Calls a closure with pointers to arrays, and nil after them.
  private static func withBytes<Result>(
    _ arrays: [[UInt8]], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let all = arrays.flatMap(\.self)
    var starts: [Int] = []
    var start = 0
    for array in arrays {
      starts.append(start)
      start += array.count
    }
    // because all pointers lead into the one array, which outlives the call
    return unsafe (all + [0]).withUnsafeBytes { bytes in
      let base = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      let pointers = unsafe starts.map { start in unsafe base.map { unsafe $0 + start } } + [nil]
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}

extension PostgresConnection.Parameter {
  /// The parameter's bytes, and their number where they are binary.
  fileprivate var encoded: (bytes: [UInt8], length: Int32) {
    switch self {
    case .integer(let value): ((0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * Int64($0))) }, 8)
    case .text(let text): (Array(text.utf8) + [0], -1)
    case .bytes(let bytes): (bytes, Int32(clamping: bytes.count))
    }
  }
}

extension Duration {
  /// Milliseconds to wait.
  fileprivate var wait: Int32 { Int32(clamping: max(1, milliseconds)) }
}
