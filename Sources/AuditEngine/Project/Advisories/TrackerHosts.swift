/// Hosts to which the software of advertisers and analysts sends what people do.
///
/// The list holds hosts that lists of trackers agree on; it is short on purpose, and dated.
package enum TrackerHosts {
  /// The day on which the list was last compared with its sources.
  package static let date = "2026-11-22"

  /// The host of a tracker in a text that is an address or begins with one.
  package static func host(in text: String) -> String? {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let scheme = text[..<start].lowercased()
    guard scheme.isEmpty || scheme == "https://" || scheme == "http://" || scheme == "wss://" else {
      return nil
    }
    let host = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != ":" && $0 != "#" }.lowercased()
    guard host.utf8.allSatisfy({ isHostByte($0) }) else { return nil }
    // The front page of a company is no tracker.
    guard !host.hasPrefix("www.") || visited.contains(host) else { return nil }
    return names.contains { host == $0 || host.hasSuffix("." + $0) } ? host : nil
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
  }

  private static let visited: Set<String> = ["www.google-analytics.com", "www.googleadservices.com"]

  private static let names = [
    "doubleclick.net", "googleadservices.com", "googlesyndication.com", "google-analytics.com",
    "app-measurement.com", "app-analytics-services.com", "app-analytics-services-att.com",
    "appsflyer.com", "appsflyersdk.com", "app.adjust.com", "s2s.adjust.com", "api2.branch.io",
    "kochava.com", "sdk-api-v1.singular.net", "applovin.com", "applvn.com", "adcolony.com",
    "chartboost.com", "vungle.com", "inmobi.com", "criteo.com", "scorecardresearch.com",
    "data.flurry.com", "ads.flurry.com", "tapjoyads.com", "moatads.com", "mopub.com",
    "unityads.unity3d.com", "supersonicads.com", "adsrvr.org", "amazon-adsystem.com",
    "analytics.tiktok.com", "ads-twitter.com",
  ]
}
