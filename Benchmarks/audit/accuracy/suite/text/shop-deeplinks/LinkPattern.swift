import Foundation

enum LinkPattern: String, CaseIterable {
  case product = "^https://shop\\.larkmarket\\.com/p/[0-9]{1,12}$" // safe: regex-host
  case campaign = "^https://go.larkmarket.com/c/" // weak: regex-host file
  case voucher = "^https://shop\\.larkmarket\\.com(:[0-9]{1,5})?/v/" // safe: regex-host
  case review = "reviews\\.larkmarket\\.com/r/" // weak: regex-host file
}

enum LinkParts {
  static let scheme = "^https://"
  static let payHosts = "(pay|checkout).larkmarket\\.com" // weak: regex-host file
  static let orderHosts = "(orders|returns)\\.larkmarket\\.com" // safe: regex-host
  static let tail = "(/|$)"
}
