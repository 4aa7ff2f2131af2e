import CryptoKit
import Foundation

enum TicketKeys {
  static let issuer = "tickets.arena.example"
  static let venuePublicKey = Data(base64Encoded: "m5w9gk7mZ3pG2C0hXb1jv4T8c6yQn0rKe5Ld2sUfA9E=")!

  private static let mask: [UInt8] = [0x17, 0x5a, 0xc3, 0x2f]
  private static let masked: [UInt8] = [
    0x76, 0x28, 0xa6, 0x41, 0x76, 0x77, 0xb7, 0x46, 0x74, 0x31, 0xa6, 0x5b, 0x3a, 0x29, 0xaa, 0x48
  ]

  static func qrSecret() -> Data {
    Data(masked.enumerated().map { $0.element ^ mask[$0.offset % mask.count] })
  }

  #if DEBUG
  static let gateSecret = "gate-debug-0000-1111"
  #else
  static let gateSecret = "gate-release-7f3a-c2d9"
  #endif

  static var analyticsSecret: Data? {
    guard let url = Bundle.main.url(forResource: "Analytics", withExtension: "plist"),
          let data = try? Data(contentsOf: url),
          let values = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String] else { return nil }
    return values["hmac"].map { Data($0.utf8) }
  }
}

struct Ticket: Codable {
  let id: UUID
  let seat: String
  let signature: Data

  var message: Data {
    Data("\(id.uuidString)|\(seat)".utf8)
  }
}
