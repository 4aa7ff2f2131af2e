import Foundation
import TestSupport

/// The script that plays one side of handshakes, written from the specification of the format alone.
enum HandshakeScript {
  struct Failure: Error { let text: String }

  private static let script = "handshake_peer.py"

  /// Whether a package of Python is there.
  private static func has(_ module: String) -> Bool { (try? Python.run(script, ["probe", module])) != nil }

  static let hasKeyEncapsulation = has("cryptography.hazmat.primitives.asymmetric.mlkem")
  static let hasX3DH = hasKeyEncapsulation && has("x3dh") && has("xeddsa")

  /// Runs jobs and returns the fields of their results.
  static func run(_ jobs: [[String: Any]]) throws -> [[String: String]] {
    let folder = try TemporaryFolder()
    let path = try folder.write(JSONSerialization.data(withJSONObject: jobs), to: "jobs.json")
    let results = try JSONSerialization.jsonObject(with: Python.run(script, [path]))
    guard let results = results as? [[String: String]] else { throw Failure(text: "no results") }
    return results
  }

  /// What another script of the folder says of a document, one object a line.
  static func lines(of script: String, _ document: [String: Any]) throws -> [[String: Any]] {
    try Python.objects(of: script, about: JSONSerialization.data(withJSONObject: document))
  }
}
