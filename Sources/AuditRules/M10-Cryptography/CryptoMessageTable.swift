// The messages of cryptographic libraries in Objective-C; the sources are those of the calls.

extension CryptoMessage {
  /// All of them.
  static let all: [CryptoMessage] = [
    CryptoMessage("encryptData:withSettings:password:error:", .password, [.password: 2]),
    CryptoMessage("encryptData:password:error:", .password, [.password: 1]),
    CryptoMessage("encryptData:withPassword:error:", .password, [.password: 1]),
    CryptoMessage(
      "encryptData:withSettings:password:IV:encryptionSalt:HMACSalt:error:", .password,
      [
        .password: 2, .vector: 3, .salt: 4,
      ]),
    CryptoMessage("encryptData:withSettings:encryptionKey:HMACKey:error:", .cipher, [.key: 2]),
    CryptoMessage(
      "encryptData:withSettings:encryptionKey:HMACKey:IV:error:", .cipher, [.key: 2, .vector: 4]),
    CryptoMessage("encryptData:withSettings:encryptionKey:IV:error:", .cipher, [.key: 2, .vector: 3]),
    CryptoMessage("encryptData:encryptionKey:HMACKey:error:", .cipher, [.key: 1]),
    CryptoMessage("decryptData:withPassword:error:", .password, [.password: 1]),
    CryptoMessage("decryptData:withSettings:password:error:", .password, [.password: 2]),
    CryptoMessage("decryptData:withEncryptionKey:HMACKey:error:", .cipher, [.key: 1]),
    CryptoMessage("decryptData:withSettings:encryptionKey:HMACKey:error:", .cipher, [.key: 2]),
    CryptoMessage("decryptData:withSettings:encryptionKey:IV:error:", .cipher, [.key: 2, .vector: 3]),
    CryptoMessage("initWithPassword:handler:", .password, [.password: 0]),
    CryptoMessage("initWithSettings:password:handler:", .password, [.password: 1]),
    CryptoMessage("initWithSettings:encryptionKey:HMACKey:handler:", .cipher, [.key: 1]),
    CryptoMessage("initWithSettings:encryptionKey:HMACKey:IV:handler:", .cipher, [.key: 1, .vector: 3]),
    CryptoMessage("initWithEncryptionKey:hmacKey:", .cipher, [.key: 0]),
    CryptoMessage("initWithEncryptionKey:HMACKey:handler:", .cipher, [.key: 0]),
    CryptoMessage("keyForPassword:salt:settings:", .password, [.password: 0, .salt: 1]),
    CryptoMessage("setKey:", .password, [.password: 0]),
    CryptoMessage("rekey:", .password, [.password: 0]),
    CryptoMessage("setKeyWithData:", .password, [.password: 0]),
    CryptoMessage("setEncryptionKey:", .cipher, [.key: 0]),
    CryptoMessage("credentialWithUser:password:persistence:", .authentication, [.password: 1]),
    CryptoMessage("initWithUser:password:persistence:", .authentication, [.password: 1]),
    CryptoMessage("signInWithEmail:password:completion:", .authentication, [.password: 1]),
    CryptoMessage("createUserWithEmail:password:completion:", .authentication, [.password: 1]),
    CryptoMessage("unlockWithPassword:", .authentication, [.password: 0]),
  ]

  /// The same by selector.
  static let bySelector = Dictionary(grouping: all, by: \.selector)
}
