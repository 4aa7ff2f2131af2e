import Foundation
import TestSupport

extension DERText {
  static func date(_ date: Date) -> [UInt8] { ascii(date.formatted(.iso8601)) }

  static func attributes(_ fields: [(type: Int, value: [UInt8])]) -> [UInt8] {
    element(0x31, fields.flatMap { sequence(integer($0.type), integer(1), octets($0.value)) })
  }
}
