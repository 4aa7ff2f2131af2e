import Foundation
import OmamoriCore

@testable import OmamoriAuth

/// A file of Wycheproof with JSON Web Signatures, read from the folder that `OMAMORI_VECTORS` names.
struct WycheproofSignatures {
  /// One vector with the keys of its group.
  struct Vector {
    let number: Int
    let isValid: Bool
    let message: String
    let keys: JSONValue
  }

  static let folder = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"]
  static let isThere = folder != nil

  let vectors: [Vector]

  init(_ name: String) throws {
    let path = (Self.folder ?? "") + "/wycheproof/\(name)_test.json"
    let file = try StrictJSON.parse(try Data(contentsOf: URL(fileURLWithPath: path)))
    vectors = (file["testGroups"]?.arrayValue ?? []).flatMap { group in
      (group["tests"]?.arrayValue ?? []).compactMap { test in
        guard let message = test["jws"], let keys = group["public"] ?? group["private"] else { return nil }
        return Vector(
          number: test["tcId"]?.intValue ?? 0, isValid: test["result"]?.stringValue == "valid",
          message: message.stringValue ?? message.text(), keys: keys)
      }
    }
  }

  /// The numbers of the vectors about which this library says something else than the file.
  func disagreements() async -> Set<Int> {
    var numbers: Set<Int> = []
    for vector in vectors where await Self.isAccepted(vector) != vector.isValid {
      numbers.insert(vector.number)
    }
    return numbers
  }

  private static func isAccepted(_ vector: Vector) async -> Bool {
    do throws(AuthError) {
      let members = vector.keys.objectValue ?? JSONObject()
      let keys =
        members.contains("keys") ? try JSONWebKeySet(members) : try JSONWebKeySet([JSONWebKey(members)])
      let isSecret = keys.keys.first?.kind == .secret
      let verifier = try SignatureVerifier(
        algorithms: Set(SignatureAlgorithm.allCases.filter { $0.isSymmetric == isSecret }),
        keys: StaticKeys(keys))
      _ = try await verifier.verify(UnverifiedToken(vector.message))
      return true
    } catch {
      return false
    }
  }
}
