import Foundation
import OmamoriATS
import Testing

/// The expectations that the vendor publishes for its own evaluator, as facts: settings, host and outcome.
@Suite struct ATSVectorTests {
  static let file = ProcessInfo.processInfo.environment["OMAMORI_VECTORS"].map { $0 + "/ats/vectors.json" }

  struct Vector: Decodable {
    let test: String
    let ats: Value?
    let apple: Bool
    let host: String
    let addr: Bool
    let direct: Bool
    let required: Bool?
    let min: Int?
    let pfs: Bool?
  }

  indirect enum Value: Decodable {
    case dictionary([String: Value])
    case flag(Bool)
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .dictionary(try container.decode([String: Value].self))
      }
    }

    var propertyList: PropertyList {
      switch self {
      case .dictionary(let entries):
        PropertyList(
          .dictionary(PropertyListDictionary(entries.map { .init(key: $0, value: $1.propertyList) }))
        )
      case .flag(let flag): PropertyList(.boolean(flag))
      case .number(let number): PropertyList(.integer(Int128(number)))
      case .text(let text): PropertyList(.string(text))
      }
    }
  }

  static func number(_ version: ATSProtocolVersion?) -> Int? {
    switch version {
    case nil: 0
    case .tls10: 10
    case .tls11: 11
    case .tls12: 12
    case .tls13: 13
    case .dtls10, .dtls12: nil
    }
  }

  @Test("All published expectations hold", .enabled(if: file != nil, "OMAMORI_VECTORS is not set"))
  func publishedExpectations() throws {
    let path = try #require(Self.file)
    let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(vectors.count == 135)
    var values = 0
    var localityDiffers: [String] = []
    for vector in vectors {
      let configuration = ATSConfiguration(
        settings: vector.ats?.propertyList,
        isSystemApplication: vector.apple
      )
      let host = ATSHost(vector.host, isLocal: vector.direct)
      #expect(host.isAddress == vector.addr, "\(vector.host)")
      if ATSHost(vector.host).isLocal != vector.direct { localityDiffers.append(vector.host) }
      let answer = configuration.requirement(for: host, generation: .iOS17)
      if let required = vector.required {
        #expect(answer.isRequired == required, "\(vector.test), \(vector.host)")
        values += 1
      }
      if let minimum = vector.min {
        #expect(Self.number(answer.minimumVersion) == minimum, "\(vector.test), \(vector.host)")
        values += 1
      }
      if let forwardSecrecy = vector.pfs {
        #expect(answer.requiresForwardSecrecy == forwardSecrecy, "\(vector.test), \(vector.host)")
        values += 1
      }
    }
    #expect(values == 313)
    // The expectations state locality by hand, and this loopback address as not local.
    #expect(localityDiffers == ["127.255.255.255"])
    print("ATS: \(vectors.count) published entries, \(values) expected values")
  }
}
