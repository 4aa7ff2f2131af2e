import Foundation

struct LedgerPatterns {
  let total: String
  let quoted: String
  let transfer: String

  static let standard = LedgerPatterns(
    total: "^(.*?,)+TOTAL$", // weak: regex-slow file
    quoted: "^\"[^\"]*+\"(?:,\"[^\"]*+\")*+$", // safe: regex-slow
    transfer: "^(?>[A-Z]{2}[0-9]+\\s?)+REF[0-9]{1,8}$" // safe: regex-slow
  )
}
