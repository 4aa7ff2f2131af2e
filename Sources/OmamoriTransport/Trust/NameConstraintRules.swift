import OmamoriCore
import OmamoriCrypto

/// Compares the host itself with the name constraints of a chain (RFC 5280, section 4.2.1.10).
///
/// Validators compare the names in the certificate. A pattern such as `*.example.com` is not in an excluded
/// `bar.example.com`, and yet it fits that name (CVE-2025-61727); so the name that it is used for is compared, too, and no
/// pattern may fit an excluded name.
enum NameConstraintRules {
  /// The most comparisons for one chain; more than that takes a certificate that was made to keep readers busy.
  private static let greatestComparisonCount = 100_000

  static func faults(of links: [CertificateExamination.Link], host: HostName) -> [TrustFault] {
    guard !host.isAddress, let leaf = links.first else { return [] }
    let patterns = (leaf.extensions.subjectAlternativeNames ?? []).compactMap { name -> String? in
      guard case .dns(let text) = name, text.hasPrefix("*.") else { return nil }
      return lowercased(text.dropFirst(2))
    }
    var faults: [TrustFault] = []
    for link in links.dropFirst() {
      guard let constraints = link.extensions.nameConstraints else { continue }
      let (permitted, excluded) = (names(constraints.permitted), names(constraints.excluded))
      guard (patterns.count + 1) * (permitted.count + excluded.count) <= greatestComparisonCount else {
        faults.append(.nameConstraint(depth: link.depth))
        continue
      }
      let isHostFree = permitted.isEmpty || permitted.contains { isInside(host.description, $0) }
      let isHostExcluded = excluded.contains { isInside(host.description, $0) }
      let isPatternExcluded = patterns.contains { parent in
        excluded.contains { isInside(parent, $0) || isChild($0, of: parent) }
      }
      if !isHostFree || isHostExcluded || isPatternExcluded {
        faults.append(.nameConstraint(depth: link.depth))
      }
    }
    return faults
  }

  /// The depth of the lowest authority above a certificate that constrains names.
  ///
  /// OpenSSL says whose name is outside, but not of what. Where no authority is found, it is the next one.
  static func depthOfConstraints(in chain: [Certificate], above depth: Int) -> Int {
    for (index, certificate) in chain.enumerated() where index > depth {
      guard let details = try? CertificateDetails(certificate), details.extensions.nameConstraints == nil
      else {
        return index
      }
    }
    return depth + 1
  }

  private static func names(_ trees: [GeneralName]) -> [String] {
    trees.compactMap { tree in
      guard case .dns(let name) = tree else { return nil }
      return lowercased(name)
    }
  }

  /// A tree is a name with everything below it; the empty one has every name.
  ///
  /// A dot in front leaves the name itself out.
  private static func isInside(_ name: String, _ tree: String) -> Bool {
    tree.isEmpty || name == tree || name.hasSuffix(tree.hasPrefix(".") ? tree : "." + tree)
  }

  /// Whether a name has exactly one label more than another.
  private static func isChild(_ name: String, of parent: String) -> Bool {
    name.hasSuffix("." + parent) && !name.dropLast(parent.utf8.count + 1).contains(".")
  }

  private static func lowercased(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
