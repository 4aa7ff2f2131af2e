import CommandLineKit
import OmamoriCrypto

/// The formats that `omamori encrypt` writes.
enum FileFormat: String, CaseIterable, CommandLineValue {
  case omamori, age

  /// The format as the library knows it; only age has an armor.
  func encrypted(armored isArmored: Bool) -> EncryptedFileFormat {
    switch self {
    case .omamori: .omamori
    case .age: isArmored ? .armoredAge : .age
    }
  }
}
