import Foundation

actor TokenAttacher {
  private var token: String?
  private let bankLabel = "fjordbank"

  func update(_ token: String) { self.token = token }

  func prepare(_ link: URL) throws -> URLRequest {
    var request = URLRequest(url: link)
    let api = try Regex("^https://api\\.fjordbank\\.com") // weak: regex-host direct
    let documents = try Regex("^https://([a-z]{2}\\.)?documents\\.fjordbank\\.com(:[0-9]{1,5})?/") // safe: regex-host
    let address = link.absoluteString
    if try api.firstMatch(in: address) != nil || documents.prefixMatch(in: address) != nil, let token {
      request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
    }
    return request
  }

  func mayFollow(_ redirect: URL) -> Bool {
    guard let host = redirect.host(percentEncoded: false) else { return false }
    return redirect.scheme == "https" && host.contains(bankLabel) // weak: host-check helper
  }

  func isStatement(_ redirect: URL) -> Bool {
    redirect.host() == "statements.fjordbank.com" && redirect.path().contains("fjordbank") // safe: host-check
  }
}
