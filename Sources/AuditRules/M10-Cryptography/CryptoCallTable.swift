// The calls of cryptographic libraries. Whoever adds a library adds lines here and nothing else.
//
// Sources, read 2026-11: Apple's documentation of CryptoKit, Security and Foundation and the headers of CommonCrypto; the
// manual pages of OpenSSL 3; the documentation of libsodium; the README files and public interfaces of CryptoSwift 1.8,
// RNCryptor 3 and 5, IDZSwiftCommonCrypto, BlueCryptor, SwCrypt, swift-sodium, swift-crypto, GRDB, SQLite.swift, FMDB,
// Realm, Couchbase Lite and Firebase.

extension CryptoCall {
  private static let cryptoSwift: Set = ["CryptoSwift"]
  private static let sodium: Set = ["Sodium", "Clibsodium", "SwiftSodium"]
  private static let rnCryptor: Set = ["RNCryptor", "RNCryptor_objc"]
  private static let cryptors: Set = ["IDZSwiftCommonCrypto", "Cryptor", "BlueCryptor"]
  private static let swCrypt: Set = ["SwCrypt"]

  /// All of them.
  static let all: [CryptoCall] =
    cryptoKit + commonCrypto + cryptoSwiftCalls + rnCryptorCalls + cryptorCalls + swCryptCalls + sodiumCalls
    + openSSL
    + databases + tokens + authentication + signatures

  /// The same by name.
  static let byName = Dictionary(grouping: all, by: \.name)

  private static let cryptoKit: [CryptoCall] = [
    CryptoCall("SymmetricKey", .object, [.key: .label("data")]),
    CryptoCall("PrivateKey", .object, [.key: .label("rawRepresentation")]),
    CryptoCall("PrivateKey", .object, [.key: .label("x963Representation")]),
    CryptoCall("Nonce", .cipher, of: ["GCM", "ChaChaPoly"], [.nonce: .label("data")]),
    CryptoCall(
      "deriveKey", .pbkdf, of: ["PBKDF2"],
      [
        .password: .label("from"), .salt: .label("salt"), .rounds: .label("rounds"),
        .function: .label("using"),
      ]),
    CryptoCall(
      "deriveKey", .pbkdf, of: ["PBKDF2"],
      [
        .password: .label("from"), .salt: .label("salt"), .rounds: .label("unsafeUncheckedRounds"),
        .function: .label("using"),
      ]),
    CryptoCall(
      "deriveKey", .derivation, of: ["Scrypt"],
      [
        .password: .label("from"), .salt: .label("salt"), .memory: .label("rounds"),
      ]),
  ]

  private static let commonCrypto: [CryptoCall] = [
    CryptoCall(
      "CCCrypt", .cipher, fewest: 11, [.algorithm: .at(1), .mode: .at(2), .key: .at(3), .vector: .at(5)]),
    CryptoCall(
      "CCCryptorCreate", .cipher, fewest: 7,
      [.algorithm: .at(1), .mode: .at(2), .key: .at(3), .vector: .at(5)]),
    CryptoCall(
      "CCCryptorCreateFromData", .cipher, fewest: 10,
      [.algorithm: .at(1), .mode: .at(2), .key: .at(3), .vector: .at(5)]),
    CryptoCall(
      "CCCryptorCreateWithMode", .cipher, fewest: 12,
      [.mode: .at(1), .algorithm: .at(2), .vector: .at(4), .key: .at(5)]),
    CryptoCall("CCCryptorReset", .cipher, fewest: 2, [.vector: .at(1)]),
    CryptoCall("CCHmac", .code, fewest: 6, [.key: .at(1)]),
    CryptoCall("CCHmacInit", .code, fewest: 4, [.key: .at(2)]),
    CryptoCall(
      "CCKeyDerivationPBKDF", .pbkdf, fewest: 9,
      [.password: .at(1), .salt: .at(3), .function: .at(5), .rounds: .at(6)]),
  ]

  private static let cryptoSwiftCalls: [CryptoCall] =
    ["AES", "Blowfish"].flatMap { cipher in
      [
        CryptoCall(
          cipher, .cipher, in: cryptoSwift,
          [
            .key: .label("key"), .vector: .label("iv"), .mode: .label("blockMode"),
          ])
      ]
    }
    + ["ChaCha20", "XChaCha20", "Rabbit", "Salsa20"].map {
      CryptoCall($0, .cipher, in: cryptoSwift, [.key: .label("key"), .vector: .label("iv")])
    }
    + ["CBC", "CTR", "CFB", "OFB", "PCBC"].map {
      CryptoCall($0, .cipher, in: cryptoSwift, [.vector: .label("iv")])
    }
    + ["GCM", "CCM"].map { CryptoCall($0, .cipher, in: cryptoSwift, [.nonce: .label("iv")]) } + [
      CryptoCall("OCB", .cipher, in: cryptoSwift, [.nonce: .label("nonce")])
    ]
    + ["AEADChaCha20Poly1305", "AEADXChaCha20Poly1305"].flatMap { type in
      ["encrypt", "decrypt"].map {
        CryptoCall($0, .cipher, of: [type], in: cryptoSwift, [.key: .label("key"), .nonce: .label("iv")])
      } + [CryptoCall(type, .cipher, in: cryptoSwift, [.key: .label("key"), .nonce: .label("iv")])]
    }
    + ["HMAC", "CMAC", "Poly1305", "CBCMAC"].map {
      CryptoCall($0, .code, in: cryptoSwift, [.key: .label("key")])
    }
    + ["PBKDF1", "PBKDF2"].map {
      CryptoCall(
        $0, .pbkdf, fewest: 2,
        [
          .password: .label("password"), .salt: .label("salt"), .rounds: .label("iterations"),
          .function: .label("variant"),
        ])
    } + [
      CryptoCall("HKDF", .derivation, in: cryptoSwift, [.password: .label("password")]),
      CryptoCall(
        "Scrypt", .derivation, fewest: 2,
        [
          .password: .label("password"), .salt: .label("salt"), .memory: .label("N"),
        ]),
    ]

  private static let rnCryptorCalls: [CryptoCall] =
    ["encrypt", "decrypt", "encryptData", "decryptData"].flatMap { name in
      [
        CryptoCall(name, .password, in: rnCryptor, [.password: .label("withPassword")]),
        CryptoCall(name, .password, in: rnCryptor, [.password: .label("password")]),
        CryptoCall(name, .cipher, in: rnCryptor, [.key: .label("encryptionKey")]),
        CryptoCall(name, .code, in: rnCryptor, [.key: .label("hmacKey")]),
        CryptoCall(name, .cipher, in: rnCryptor, [.key: .label("withEncryptionKey")]),
      ]
    }
    + [
      "Encryptor", "Decryptor", "EncryptorV3", "DecryptorV3", "DecryptorV2", "RNEncryptor", "RNDecryptor",
      "RNOpenSSLEncryptor",
    ].flatMap { type in
      [
        CryptoCall(type, .password, in: rnCryptor, [.password: .label("password")]),
        CryptoCall(type, .cipher, in: rnCryptor, [.key: .label("encryptionKey"), .vector: .label("iv")]),
        CryptoCall(type, .code, in: rnCryptor, [.key: .label("hmacKey")]),
        CryptoCall(type, .code, in: rnCryptor, [.key: .label("HMACKey")]),
      ]
    } + [
      CryptoCall(
        "RNCryptorKeyDerivationSettings", .pbkdf, [.rounds: .label("rounds"), .function: .label("PRF")])
    ]

  private static let cryptorCalls: [CryptoCall] =
    ["Cryptor", "StreamCryptor"].flatMap { type in
      [
        CryptoCall(
          type, .cipher, in: cryptors,
          [
            .algorithm: .label("algorithm"), .mode: .label("options"), .key: .label("key"),
            .vector: .label("iv"),
          ]),
        CryptoCall(type, .cipher, in: cryptors, [.mode: .label("mode")]),
      ]
    } + [
      CryptoCall("HMAC", .code, in: cryptors, [.key: .label("key")]),
      CryptoCall(
        "deriveKey", .pbkdf, of: ["PBKDF"],
        [
          .password: .label("password"), .salt: .label("salt"), .function: .label("prf"),
          .rounds: .label("rounds"),
        ]),
      CryptoCall(
        "deriveKey", .pbkdf, of: ["PBKDF"],
        [
          .password: .label("fromPassword"), .salt: .label("salt"), .function: .label("prf"),
          .rounds: .label("rounds"),
        ]),
    ]

  private static let swCryptCalls: [CryptoCall] = [
    CryptoCall(
      "crypt", .cipher, of: ["CC"],
      [
        .mode: .label("blockMode"), .algorithm: .label("algorithm"), .key: .label("key"),
        .vector: .label("iv"),
      ]),
    CryptoCall(
      "cryptAuth", .cipher, of: ["CC"],
      [
        .algorithm: .label("algorithm"), .key: .label("key"), .nonce: .label("iv"),
      ]),
    CryptoCall("HMAC", .code, of: ["CC"], [.key: .label("key")]),
    CryptoCall("CMAC", .code, of: ["CC"], [.key: .label("key")]),
    CryptoCall(
      "PBKDF2", .pbkdf, of: ["KeyDerivation"], fewest: 4,
      [
        .password: .at(0), .salt: .label("salt"), .function: .label("prf"), .rounds: .label("rounds"),
      ]),
    CryptoCall("generateKeyPair", .generation, of: ["RSA", "EC"], [.size: .at(0)]),
  ]

  private static let sodiumCalls: [CryptoCall] =
    ["seal", "open"].flatMap { name in
      [
        CryptoCall(name, .cipher, of: ["secretBox"], [.key: .label("secretKey"), .nonce: .label("nonce")]),
        CryptoCall(name, .cipher, of: ["box"], [.nonce: .label("nonce"), .key: .label("senderSecretKey")]),
        CryptoCall(name, .cipher, of: ["box"], [.key: .label("recipientSecretKey")]),
        CryptoCall(name, .cipher, of: ["box"], [.key: .label("beforenm")]),
      ]
    }
    + ["encrypt", "decrypt"].map {
      CryptoCall($0, .cipher, of: sodiumCiphers, [.key: .label("secretKey"), .nonce: .label("nonce")])
    } + [
      CryptoCall("xor", .cipher, of: ["stream"], [.key: .label("secretKey"), .nonce: .label("nonce")]),
      CryptoCall("tag", .code, of: ["auth"], [.key: .label("secretKey")]),
      CryptoCall("verify", .code, of: ["auth"], [.key: .label("secretKey")]),
      CryptoCall("hash", .code, of: ["genericHash", "shortHash"], [.key: .label("key")]),
      CryptoCall("initStream", .code, of: ["genericHash"], [.key: .label("key")]),
      CryptoCall("initPush", .cipher, [.key: .label("secretKey")]),
      CryptoCall("initPull", .cipher, [.key: .label("secretKey")]),
      CryptoCall("derive", .object, of: ["keyDerivation"], [.key: .label("secretKey")]),
      CryptoCall("keyPair", .object, of: ["sign", "box", "keyExchange"], [.key: .label("seed")]),
      CryptoCall("signature", .signature, of: ["sign"], [.key: .label("secretKey")]),
      CryptoCall("sign", .signature, of: ["sign"], [.key: .label("secretKey")]),
      CryptoCall("hash", .derivation, of: ["pwHash"], [.password: .label("passwd"), .salt: .label("salt")]),
      CryptoCall("scrypt", .derivation, [.password: .label("passwd"), .salt: .label("salt")]),
      CryptoCall("crypto_pwhash", .derivation, fewest: 8, [.password: .at(2), .salt: .at(4)]),
      CryptoCall(
        "crypto_pwhash_scryptsalsa208sha256_ll", .derivation, fewest: 9,
        [.password: .at(0), .salt: .at(2), .memory: .at(4)]),
      CryptoCall("crypto_secretbox_easy", .cipher, fewest: 5, [.nonce: .at(3), .key: .at(4)]),
      CryptoCall("crypto_secretbox_open_easy", .cipher, fewest: 5, [.nonce: .at(3), .key: .at(4)]),
      CryptoCall("crypto_secretbox", .cipher, fewest: 5, [.nonce: .at(3), .key: .at(4)]),
      CryptoCall("crypto_stream_xor", .cipher, fewest: 5, [.nonce: .at(3), .key: .at(4)]),
      CryptoCall("crypto_auth", .code, fewest: 4, [.key: .at(3)]),
    ]
    + ["chacha20poly1305", "chacha20poly1305_ietf", "xchacha20poly1305_ietf", "aes256gcm"].flatMap { cipher in
      [
        CryptoCall("crypto_aead_\(cipher)_encrypt", .cipher, fewest: 9, [.nonce: .at(7), .key: .at(8)]),
        CryptoCall("crypto_aead_\(cipher)_decrypt", .cipher, fewest: 9, [.nonce: .at(7), .key: .at(8)]),
      ]
    }

  private static let sodiumCiphers: Set = [
    "xchacha20poly1305ietf", "chacha20poly1305ietf", "chacha20poly1305", "aes256gcm", "aead",
  ]

  private static let openSSL: [CryptoCall] =
    ["EVP_EncryptInit_ex", "EVP_DecryptInit_ex", "EVP_CipherInit_ex"].map {
      CryptoCall($0, .cipher, fewest: 5, [.algorithm: .at(1), .key: .at(3), .vector: .at(4)])
    }
    + [
      "EVP_EncryptInit", "EVP_DecryptInit", "EVP_CipherInit", "EVP_EncryptInit_ex2", "EVP_DecryptInit_ex2",
    ].map {
      CryptoCall($0, .cipher, fewest: 4, [.algorithm: .at(1), .key: .at(2), .vector: .at(3)])
    }
    + ["AES_set_encrypt_key", "AES_set_decrypt_key"].map {
      CryptoCall($0, .cipher, fewest: 3, [.key: .at(0)])
    }
    + ["AES_cbc_encrypt", "AES_cfb128_encrypt", "AES_ofb128_encrypt"].map {
      CryptoCall($0, .cipher, fewest: 6, [.vector: .at(4)])
    }
    + ["RC4_set_key", "BF_set_key", "CAST_set_key", "RC2_set_key"].map {
      CryptoCall($0, .cipher, fewest: 3, [.key: .at(2)])
    }
    + ["DES_set_key", "DES_set_key_unchecked", "DES_set_key_checked"].map {
      CryptoCall($0, .cipher, fewest: 2, [.key: .at(0)])
    } + [
      CryptoCall("HMAC", .code, fewest: 7, [.key: .at(1)]),
      CryptoCall("HMAC_Init_ex", .code, fewest: 5, [.key: .at(1)]),
      CryptoCall("HMAC_Init", .code, fewest: 4, [.key: .at(1)]),
      CryptoCall("EVP_PKEY_new_mac_key", .code, fewest: 4, [.key: .at(2)]),
      CryptoCall("CMAC_Init", .code, fewest: 5, [.key: .at(1)]),
      CryptoCall(
        "PKCS5_PBKDF2_HMAC", .pbkdf, fewest: 8,
        [
          .password: .at(0), .salt: .at(2), .rounds: .at(4), .function: .at(5),
        ]),
      CryptoCall(
        "PKCS5_PBKDF2_HMAC_SHA1", .pbkdf, fewest: 7,
        [
          .password: .at(0), .salt: .at(2), .rounds: .at(4),
        ]),
      CryptoCall("EVP_BytesToKey", .pbkdf, fewest: 8, [.salt: .at(2), .password: .at(3), .rounds: .at(5)]),
      CryptoCall(
        "EVP_PBE_scrypt", .derivation, fewest: 10, [.password: .at(0), .salt: .at(2), .memory: .at(4)]),
      CryptoCall(
        "libscrypt_scrypt", .derivation, fewest: 9, [.password: .at(0), .salt: .at(2), .memory: .at(4)]),
      CryptoCall("RSA_generate_key_ex", .generation, fewest: 4, [.size: .at(1)]),
      CryptoCall("RSA_generate_key", .generation, fewest: 4, [.size: .at(0)]),
      CryptoCall("EVP_RSA_gen", .generation, fewest: 1, [.size: .at(0)]),
      CryptoCall("EVP_PKEY_CTX_set_rsa_keygen_bits", .generation, fewest: 2, [.size: .at(1)]),
    ]

  private static let databases: [CryptoCall] = [
    CryptoCall("sqlite3_key", .password, fewest: 3, [.password: .at(1)]),
    CryptoCall("sqlite3_rekey", .password, fewest: 3, [.password: .at(1)]),
    CryptoCall("sqlite3_key_v2", .password, fewest: 4, [.password: .at(2)]),
    CryptoCall("sqlite3_rekey_v2", .password, fewest: 4, [.password: .at(2)]),
    CryptoCall("usePassphrase", .password, fewest: 1, [.password: .at(0)]),
    CryptoCall("changePassphrase", .password, fewest: 1, [.password: .at(0)]),
    CryptoCall("key", .password, in: ["SQLite"], fewest: 1, [.password: .at(0)]),
    CryptoCall("rekey", .password, in: ["SQLite"], fewest: 1, [.password: .at(0)]),
    CryptoCall("setKey", .password, in: ["FMDB", "FMDBSQLCipher"], fewest: 1, [.password: .at(0)]),
    CryptoCall("rekey", .password, in: ["FMDB", "FMDBSQLCipher"], fewest: 1, [.password: .at(0)]),
    CryptoCall("setKeyWith", .password, in: ["FMDB", "FMDBSQLCipher"], fewest: 1, [.password: .at(0)]),
    CryptoCall("Configuration", .cipher, in: ["RealmSwift", "Realm"], [.key: .label("encryptionKey")]),
    CryptoCall("password", .password, of: ["EncryptionKey"], fewest: 1, [.password: .at(0)]),
    CryptoCall(
      "EncryptionKey", .cipher, of: [], in: ["CouchbaseLiteSwift", "CouchbaseLite"], [.key: .label("key")]),
    CryptoCall("MMKV", .cipher, in: ["MMKV"], [.key: .label("cryptKey")]),
  ]

  private static let tokens: [CryptoCall] =
    ["hs256", "hs384", "hs512"].flatMap {
      [
        CryptoCall($0, .code, [.key: .label("key")]),
        CryptoCall($0, .code, in: ["JWT"], fewest: 1, [.key: .at(0)]),
      ]
    } + [
      CryptoCall("HMACKey", .code, in: ["JWTKit", "JWT"], [.key: .label("from")]),
      CryptoCall("hash", .derivation, of: ["BCrypt", "Bcrypt"], [.cost: .label("cost")]),
      CryptoCall("hashPassword", .derivation, of: ["BCrypt", "BCryptSwift"], [.salt: .label("withSalt")]),
      CryptoCall("generateSaltWithNumberOfRounds", .derivation, fewest: 1, [.cost: .at(0)]),
      CryptoCall("generateSalt", .derivation, [.cost: .label("withNumberOfRounds")]),
      CryptoCall("generateSalt", .derivation, of: ["BCrypt", "Bcrypt"], [.cost: .label("cost")]),
      CryptoCall("bcrypt", .derivation, [.cost: .label("cost")]),
      CryptoCall("hashPasswordString", .derivation, [.password: .label("password"), .salt: .label("salt")]),
      CryptoCall("hashPasswordBytes", .derivation, [.password: .label("password"), .salt: .label("salt")]),
    ]

  private static let authentication: [CryptoCall] = [
    CryptoCall("URLCredential", .authentication, [.password: .label("password")]),
    CryptoCall("signIn", .authentication, [.password: .label("password")]),
    CryptoCall("createUser", .authentication, [.password: .label("password")]),
    CryptoCall("credential", .authentication, of: ["EmailAuthProvider"], [.password: .label("password")]),
    CryptoCall("authenticate", .authentication, [.password: .label("password")]),
    CryptoCall("authorization", .authentication, [.password: .label("password")]),
    CryptoCall("BasicAuthenticator", .authentication, [.password: .label("password")]),
    CryptoCall("NEVPNProtocol", .authentication, [.password: .label("passwordReference")]),
    CryptoCall("unlock", .authentication, in: ["PDFKit"], [.password: .label("withPassword")]),
    CryptoCall("logIn", .authentication, [.password: .label("password")]),
    CryptoCall("login", .authentication, [.password: .label("password")]),
    CryptoCall("emailPassword", .authentication, [.password: .label("password")]),
    CryptoCall("NEHotspotConfiguration", .authentication, [.password: .label("passphrase")]),
    CryptoCall("encryptPEM", .authentication, [.password: .label("passphrase")]),
    CryptoCall("decryptPEM", .authentication, [.password: .label("passphrase")]),
    CryptoCall("unzipFile", .authentication, [.password: .label("password")]),
    CryptoCall("createZipFile", .authentication, [.password: .label("withPassword")]),
  ]

  private static let signatures: [CryptoCall] = [
    CryptoCall("SecKeyCreateSignature", .signature, fewest: 4, [.signature: .at(1)]),
    CryptoCall("SecKeyVerifySignature", .signature, fewest: 5, [.signature: .at(1)]),
    CryptoCall("SecKeyRawSign", .signature, fewest: 6, [.signature: .at(1)]),
    CryptoCall("SecKeyRawVerify", .signature, fewest: 6, [.signature: .at(1)]),
    CryptoCall("EVP_DigestSignInit", .signature, fewest: 5, [.signature: .at(2)]),
    CryptoCall("EVP_DigestVerifyInit", .signature, fewest: 5, [.signature: .at(2)]),
    CryptoCall("EVP_SignInit", .signature, fewest: 2, [.signature: .at(1)]),
    CryptoCall("EVP_VerifyInit", .signature, fewest: 2, [.signature: .at(1)]),
    CryptoCall("EVP_SignInit_ex", .signature, fewest: 3, [.signature: .at(1)]),
    CryptoCall("EVP_VerifyInit_ex", .signature, fewest: 3, [.signature: .at(1)]),
    CryptoCall("RSA_sign", .signature, fewest: 6, [.signature: .at(0)]),
    CryptoCall("RSA_verify", .signature, fewest: 6, [.signature: .at(0)]),
    CryptoCall("sign", .signature, of: ["RSA"], [.signature: .label("digest")]),
    CryptoCall("verify", .signature, of: ["RSA"], [.signature: .label("digest")]),
    CryptoCall("signed", .signature, in: ["SwiftyRSA"], [.signature: .label("digestType")]),
    CryptoCall("verify", .signature, in: ["SwiftyRSA"], [.signature: .label("digestType")]),
  ]
}

extension CryptoProperty {
  /// All of them.
  static let all: [CryptoProperty] = [
    CryptoProperty(name: "encryptionKey", role: .key, modules: ["RealmSwift", "Realm"]),
    CryptoProperty(name: "rounds", role: .rounds, modules: ["RNCryptor"]),
  ]
}
