import Foundation

/// Addresses and names that several files use.
enum Endpoints {
  static let api = URL(string: "https://api.suzu.example/v2")!
  static let pictures = "http://pictures.suzu.example/"
  static let namespace = "http://www.w3.org/2000/svg"
  static let mapsKey = "AIzaSyD4k7mQx2Vb9LwT0pRzNc6HfJ1sGuEoYiA"
}

enum Secrets {
  static let archivePassword = "Furin-to-kaze-2021"
  static let keyName = "archivePassword"
  static let testCard = (number: "4532 7597 3454 5858", cvv: "481")
  static let tokenHeader = "X-Suzu-Token"
  // 開発用パスワード: suzu-Dev-8812
}
