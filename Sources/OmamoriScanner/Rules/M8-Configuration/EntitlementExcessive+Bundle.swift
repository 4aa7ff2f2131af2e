import OmamoriATS
import OmamoriCore
import OmamoriReport

/// The entitlements that were signed: an archive has no file of them.
extension EntitlementExcessive: BundleRule {
  func check(_ bundle: AppBundle, _ report: inout ProjectReport) {
    for unit in bundle.units {
      guard let binary = unit.executable,
        let entries = binary.slices.lazy.compactMap(\.signature?.entitlements?.dictionary?.entries).first
      else { continue }
      for entry in entries {
        for (_, message) in Self.excesses(of: entry) {
          report.add(Self.self, file: binary.path, region: .wholeFile, snippet: entry.key, message)
        }
      }
    }
  }
}
