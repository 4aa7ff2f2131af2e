import CryptoKit
import Foundation
import UIKit

actor MediaLibrary {
  private var known: [String: URL] = [:]
  private let cacheDirectory = URL.cachesDirectory.appendingPathComponent("thumbs")

  func duplicates(among photos: [URL]) throws -> [(URL, URL)] {
    var pairs: [(URL, URL)] = []
    for photo in photos {
      let key = try checksum(of: photo, using: Insecure.MD5.self) // safe: weak-hash
      if let first = known[key] { pairs.append((first, photo)) } else { known[key] = photo }
    }
    return pairs
  }

  func thumbnail(for source: URL) -> UIImage? {
    let name = Data(source.absoluteString.utf8).shardName
    return UIImage(contentsOfFile: cacheDirectory.appendingPathComponent(name).path)
  }

  func conditionalRequest(for resource: URL, cached body: Data) -> URLRequest {
    var request = URLRequest(url: resource)
    let etag = Insecure.MD5.hash(data: body).hexString // safe: weak-hash
    request.setValue("\"\(etag)\"", forHTTPHeaderField: "If-None-Match")
    return request
  }
}
