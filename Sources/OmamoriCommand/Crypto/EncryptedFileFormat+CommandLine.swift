public import CommandLineKit
public import OmamoriCrypto

extension EncryptedFileFormat: CommandLineValue {}
