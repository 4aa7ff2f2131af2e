#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Where environment variables are looked up.
public struct Environment: Sendable {
  private let lookup: @Sendable (String) -> String?

  /// Variables with fixed values, for tests.
  public init(_ variables: [String: String]) {
    lookup = { variables[$0] }
  }

  private init(lookup: @escaping @Sendable (String) -> String?) { self.lookup = lookup }

  /// The variables of this process.
  public static let process = Environment { name in
    // because getenv's result is copied at once, and this kit never changes the environment
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The value of a variable; `nil` when it is not set or empty.
  public subscript(name: String) -> String? {
    lookup(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
