/// Names of functions and properties that give a digest made by a function of the SHA family.
package enum DigestNames {
  /// Whether a function or property with such a name gives the digest of what it is asked about: `sha256`, `toSHA256String`.
  package static func isDigest(_ name: String) -> Bool {
    guard (4...24).contains(name.utf8.count), let first = name.utf8.first, (0x61...0x7A).contains(first),
      !name.hasPrefix("kCC")
    else { return false }
    var hasSHA = false
    var (previous, beforePrevious): (UInt8, UInt8) = (0, 0)
    for byte in name.utf8 {
      guard byte < 0x80 else { return false }
      // `sha`, `SHA` and `Sha`, and no other way to write it.
      switch (beforePrevious, previous, byte) {
      case (0x73, 0x68, 0x61), (0x53, 0x48, 0x41), (0x53, 0x68, 0x61): hasSHA = true
      default: break
      }
      (beforePrevious, previous) = (previous, byte)
    }
    guard hasSHA else { return false }
    let compact = name.lowercased().filter { $0 != "_" }
    guard compact != "sha" else { return false }
    return beginnings.contains { beginning in
      guard compact.hasPrefix(beginning + "sha") else { return false }
      let rest = compact.dropFirst(beginning.count + 3)
      return lengths.contains { rest.hasPrefix($0) && ends.contains(String(rest.dropFirst($0.count))) }
    }
  }

  private static let beginnings = [
    "", "to", "as", "hash", "digest", "compute", "calculate", "make", "get", "hex", "with",
  ]
  private static let lengths = ["", "1", "2", "3", "224", "256", "384", "512"]
  private static let ends: Set = [
    "", "hash", "digest", "hex", "string", "data", "hashed", "hexdigest", "hexstring", "of", "base64", "sum",
  ]
}
