import Alamofire
import Foundation

final class FilingService {
  private let session = Session.default

  func submit(_ taxpayer: Taxpayer, completion: @escaping (Bool) -> Void) {
    let url = FilingHosts.archive + "/returns/\(taxpayer.year)"
    session.request(url, method: .post, parameters: taxpayer, encoder: JSONParameterEncoder.default) // weak: clear-text file
      .validate()
      .response { completion($0.error == nil) }
  }

  func submitDraft(_ taxpayer: Taxpayer) async throws -> Data {
    let url = FilingHosts.current + "/drafts/\(taxpayer.year)"
    return try await AF.request(url, method: .put, parameters: taxpayer, encoder: JSONParameterEncoder.default) // safe: clear-text
      .validate()
      .serializingData().value
  }

  func checkDigits(_ taxpayer: Taxpayer) -> Bool {
    precondition(taxpayer.ssn.count == 9, "social security number needs nine digits") // safe: log
    let digits = taxpayer.myNumber.compactMap(\.wholeNumberValue)
    guard digits.count == 12 else {
      preconditionFailure("My Number \(taxpayer.myNumber) has \(digits.count) digits") // weak: log direct
    }
    return digits.last == checkDigit(Array(digits.dropLast()))
  }

  func listDocuments(_ taxpayer: Taxpayer) {
    [taxpayer.ssn, taxpayer.passportNo].compactMap { $0 }.forEach { print("document", $0) } // weak: log direct
    print("passport on file:", taxpayer.hasPassport) // safe: log
  }

  private func checkDigit(_ digits: [Int]) -> Int {
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset < 6 ? $1.offset + 2 : $1.offset - 4) }
    return sum % 11 <= 1 ? 0 : 11 - sum % 11
  }
}
