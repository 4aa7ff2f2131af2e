import CommandLineKit
package import OmamoriCore
package import OmamoriCrypto

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// What a command reads.
package struct InputPlace: Sendable {
  /// What stands at the place.
  package enum Kind: Sendable, Equatable {
    case file, folder
    /// A pipe, a terminal, a device.
    case stream
  }

  /// The path as it was typed; `-` for standard input.
  package let name: String
  package let kind: Kind
  /// What no other file has; empty when the place is unknown.
  private let identity: FileStatus.Identity?

  /// Looks at a place that can be read.
  ///
  /// - Parameter name: The path; `nil` or `-` for standard input.
  /// - Throws: ``CryptoFault``.
  package init(_ name: String?) throws(CryptoFault) {
    let name = name ?? "-"
    let status: FileStatus?
    if name == "-" {
      status = FileStatus(descriptor: 0)
    } else {
      switch FileStatus.of(name) {
      case .success(let found): status = found
      case .failure(let failure): throw .unreadable(name, failure.code)
      }
      // because the name is a string that outlives the call
      guard unsafe access(name, R_OK) == 0 else { throw .unreadable(name, errno) }
    }
    self.name = name
    identity = status?.identity
    kind =
      switch status?.kind {
      case .file: .file
      case .folder: .folder
      default: .stream
      }
  }

  /// Whether it is standard input.
  package var isStandardInput: Bool { name == "-" }

  /// The place as the library takes it.
  package var place: FilePlace { isStandardInput ? .standardInput : .path(name) }

  /// Whether a file is this one.
  package func isSame(as status: FileStatus?) -> Bool {
    guard let status, kind == .file, status.kind == .file else { return false }
    return status.identity == identity
  }
}
