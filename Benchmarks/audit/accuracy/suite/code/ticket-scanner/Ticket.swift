import Foundation

enum Gate: String {
  case north, south, press
}

struct Ticket {
  let raw: String
  let holder: String
  let seat: String
  let gate: Gate
  let info: URL?

  init?(scanned payload: String) {
    let parts = payload.components(separatedBy: "|")
    guard parts.count == 4, let gate = Gate(rawValue: parts[2]) else { return nil }
    raw = payload
    holder = parts[0]
    seat = parts[1]
    self.gate = gate
    info = URL(string: parts[3])
  }

  var hasRegularSeat: Bool { seat.wholeMatch(of: #/[A-Z]{1,2}[0-9]{1,3}/#) != nil }

  var greeting: String { "Welcome " + holder + ", %d tickets left" }
}
