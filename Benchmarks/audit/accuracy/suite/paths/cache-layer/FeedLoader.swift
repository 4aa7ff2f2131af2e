import Combine
import UIKit

struct FeedItem: Decodable {
  let id: Int
  let imageKey: String
  let expired: [String]
  let banner: Data
}

final class FeedLoader {
  private let cache = DiskCache()
  private var cancellables: Set<AnyCancellable> = []
  private let banners = NSTemporaryDirectory()

  func load(_ url: URL) {
    URLSession.shared.dataTaskPublisher(for: url)
      .map(\.data)
      .decode(type: [FeedItem].self, decoder: JSONDecoder())
      .replaceError(with: [])
      .sink { [weak self] items in items.forEach { self?.keep($0) } }
      .store(in: &cancellables)
  }

  private func keep(_ item: FeedItem) {
    FileManager.default.createFile(atPath: banners + String(item.id), contents: item.banner) // safe: path
    Task {
      try await cache.storeImage(item.banner, key: item.imageKey)
      try await cache.storeFeed(item.banner, key: item.imageKey)
      await cache.evict(keys: item.expired)
    }
  }

  func image(for item: FeedItem) -> UIImage? {
    UIImage(contentsOfFile: banners + item.imageKey) // weak: path helper
  }

  func placeholder(for item: FeedItem) -> UIImage? {
    UIImage(contentsOfFile: banners + "placeholder-\(item.id % 4).png") // safe: path
  }
}
