import Foundation

struct Stop: Decodable {
  let stopNo: Int
  let customer: String
  let homeAddress: String
  let phone: String
  let gateCode: String
  let zone: Zone

  enum Zone: String, Decodable {
    case inner, outer, express
  }

  var label: String { "\(customer), \(homeAddress), gate \(gateCode)" }
}
