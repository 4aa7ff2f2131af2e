import Foundation
import Security

enum SigningAlgorithms {
  static let licence: SecKeyAlgorithm = .rsaSignatureMessagePKCS1v15SHA1 // weak: weak-signature file
  static let revocation: SecKeyAlgorithm = .rsaSignatureMessagePSSSHA256 // safe: weak-signature
  static let seatBits = 1024
  static let chunkBytes = 1024
}

enum COSEAlgorithm: Int {
  case es256 = -7
  case ps256 = -37
  case rs256 = -257
  case rs1 = -65535

  var secKeyAlgorithm: SecKeyAlgorithm {
    switch self {
    case .es256: return .ecdsaSignatureMessageX962SHA256 // safe: weak-signature
    case .ps256: return .rsaSignatureMessagePSSSHA256
    case .rs256: return .rsaSignatureMessagePKCS1v15SHA256
    case .rs1: return .rsaSignatureMessagePKCS1v15SHA1 // weak: weak-signature file
    }
  }
}
