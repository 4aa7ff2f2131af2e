import Foundation
import OmamoriApple
import OmamoriTransport
import OmamoriTransportCurl
import Security
import Testing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct PinnedConfigurationTests {
  @Test func nothingIsStoredAndNothingIsTakenFromTheSystem() throws {
    var timeouts = Timeouts()
    (timeouts.idle, timeouts.total) = (.milliseconds(1500), .seconds(9))
    let configuration = URLSessionConfiguration.pinned(try TransportPolicy(timeouts: timeouts))
    #expect(configuration.tlsMinimumSupportedProtocolVersion == .TLSv13)
    #expect(configuration.httpCookieStorage == nil)
    #expect(configuration.httpCookieAcceptPolicy == .never)
    #expect(!configuration.httpShouldSetCookies)
    #expect(configuration.urlCredentialStorage == nil)
    #expect(configuration.urlCache == nil)
    #expect(configuration.requestCachePolicy == .reloadIgnoringLocalAndRemoteCacheData)
    #expect(configuration.httpAdditionalHeaders?["Cache-Control"] as? String == "no-store")
    #expect(configuration.timeoutIntervalForRequest == 1.5)
    #expect(configuration.timeoutIntervalForResource == 9)
    #expect(configuration.connectionProxyDictionary?.isEmpty == true)
  }

  @Test func theProxyIsThePolicys() throws {
    let proxy = ProxySetting.tunnel(host: try HostName("proxy.example"), port: 3128)
    let dictionary = URLSessionConfiguration.pinned(try TransportPolicy(proxy: proxy))
      .connectionProxyDictionary
    #expect(dictionary?["HTTPSEnable"] as? Int == 1)
    #expect(dictionary?["HTTPSProxy"] as? String == "proxy.example")
    #expect(dictionary?["HTTPSPort"] as? Int == 3128)
  }

  @Test func theStrictestVersionCountsUnlessOneIsSaid() throws {
    let host = try HostPattern(HostName("old.example"), subdomains: .excluded)
    func version(
      _ first: TLSVersion, _ second: TLSVersion, _ said: TLSVersion? = nil
    ) throws -> tls_protocol_version_t {
      let rule = HostRule(host, minimumVersion: second)
      let policy = try TransportPolicy(minimumVersion: first, rules: [rule])
      return URLSessionConfiguration.pinned(policy, minimumVersion: said).tlsMinimumSupportedProtocolVersion
    }
    #expect(try version(.tls12, .tls12) == .TLSv12)
    #expect(try version(.tls13, .tls12) == .TLSv13)
    #expect(try version(.tls12, .tls13) == .TLSv13)
    #expect(try version(.tls13, .tls12, .tls12) == .TLSv12)
  }
}
