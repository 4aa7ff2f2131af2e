import NetworkExtension

final class HotspotScanner {
  private(set) var current: NEHotspotNetwork?

  func refresh() {
    NEHotspotNetwork.fetchCurrent { [weak self] network in
      guard let network else {
        print("not on a hotspot")
        return
      }
      self?.current = network
      print("joined \(network.ssid) [\(network.bssid)]") // weak: log direct
      print("signal \(network.signalStrength), protected: \(network.isSecure)") // safe: log
    }
  }

  func join(ssid: String, passphrase: String) async throws {
    let configuration = NEHotspotConfiguration(ssid: ssid, passphrase: passphrase, isWEP: false)
    configuration.joinOnce = true
    do {
      try await NEHotspotConfigurationManager.shared.apply(configuration)
    } catch {
      NSLog("join failed: %@", error as NSError) // safe: log
      NSLog("join failed with key %@", passphrase) // weak: log direct
      throw error
    }
  }
}
