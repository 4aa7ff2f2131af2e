import OmamoriCore

// The codes of keys, algorithms and their attributes.

extension KeychainStatus {
  static let keyRows: [KeychainStatus] = [
    row(-67712, "InvalidKeyRef", "The key's reference is not valid.", "鍵の参照が正しくありません。", .correctCall),
    row(
      -67713, "InvalidKeyHierarchy", "The key's place in the hierarchy is not valid.", "鍵の階層が正しくありません。",
      .modernFunctions),
    row(
      -67730, "AlgorithmMismatch", "The algorithm does not fit the key.", "アルゴリズムが鍵に合っていません。", .otherAlgorithm
    ),
    row(-67731, "KeyUsageIncorrect", "The key may not be used for this.", "鍵をこの用途に使うことはできません。", .keyUsage),
    row(
      -67732, "KeyBlobTypeIncorrect", "The key is stored in a form of another kind.", "鍵の保存形式の種類が正しくありません。",
      .otherFormat),
    row(-67733, "KeyHeaderInconsistent", "The key's header contradicts itself.", "鍵のヘッダーが矛盾しています。", .restore),
    row(-67734, "UnsupportedKeyFormat", "The key's format is not supported.", "鍵の形式に対応していません。", .otherFormat),
    row(-67735, "UnsupportedKeySize", "The key's size is not supported.", "鍵長に対応していません。", .otherAlgorithm),
    row(-67736, "InvalidKeyUsageMask", "The key usage is not valid.", "鍵用途の指定が正しくありません。", .keyUsage),
    row(-67737, "UnsupportedKeyUsageMask", "The key usage is not supported.", "鍵用途の指定に対応していません。", .keyUsage),
    row(
      -67738, "InvalidKeyAttributeMask", "The key's attributes are not valid.", "鍵の属性の指定が正しくありません。",
      .correctCall),
    row(
      -67739, "UnsupportedKeyAttributeMask", "The key's attributes are not supported.", "鍵の属性の指定に対応していません。",
      .correctCall),
    row(-67740, "InvalidKeyLabel", "The key's label is not valid.", "鍵のラベルが正しくありません。", .correctCall),
    row(-67741, "UnsupportedKeyLabel", "The key's label is not supported.", "鍵のラベルに対応していません。", .correctCall),
    row(-67742, "InvalidKeyFormat", "The key's format is not valid.", "鍵の形式が正しくありません。", .otherFormat),
    row(
      -67743, "UnsupportedVectorOfBuffers", "Several buffers at once are not supported.",
      "複数のバッファーの指定に対応していません。", .correctCall),
    row(-67744, "InvalidInputVector", "The input buffers are not valid.", "入力バッファーが正しくありません。", .correctCall),
    row(
      -67745, "InvalidOutputVector", "The output buffers are not valid.", "出力バッファーが正しくありません。", .correctCall),
    row(
      -67746, "InvalidContext", "The cryptographic context is not valid.", "暗号コンテキストが正しくありません。", .correctCall),
    row(-67747, "InvalidAlgorithm", "The algorithm is not valid.", "アルゴリズムが正しくありません。", .otherAlgorithm),
    row(
      -67806, "StagedOperationInProgress", "An operation in steps is under way.", "段階的な処理が進行中です。",
      .correctCall),
    row(
      -67807, "StagedOperationNotStarted", "The operation in steps was not begun.", "段階的な処理が開始されていません。",
      .correctCall),
    row(
      -67809, "QuerySizeUnknown", "The size of the result is not known in advance.", "結果の大きさを事前に求められません。",
      .correctCall),
    row(
      -67810, "BlockSizeMismatch", "The length is not a multiple of the block.", "長さがブロックの倍数ではありません。",
      .correctCall),
    row(
      -67811, "PublicKeyInconsistent", "The public key does not belong to the private one.",
      "公開鍵が秘密鍵に対応していません。", .importAgain),
    row(
      -67815, "InvalidDigestAlgorithm", "The digest algorithm is not valid.", "ダイジェストのアルゴリズムが正しくありません。",
      .otherAlgorithm),
  ]

  /// Pairs of codes: the attribute is not valid, and, one below, it is missing.
  static let attributeRows: [KeychainStatus] =
    pair(-67748, "AttributeKey", "key", "鍵")
    + pair(-67750, "AttributeInitVector", "initialization vector", "初期化ベクトル")
    + pair(-67752, "AttributeSalt", "salt", "ソルト")
    + pair(-67754, "AttributePadding", "padding", "パディング")
    + pair(-67756, "AttributeRandom", "random number", "乱数")
    + pair(-67758, "AttributeSeed", "seed", "シード")
    + pair(-67760, "AttributePassphrase", "passphrase", "パスフレーズ")
    + pair(-67762, "AttributeKeyLength", "key length", "鍵長")
    + pair(-67764, "AttributeBlockSize", "block size", "ブロックサイズ")
    + pair(-67766, "AttributeOutputSize", "output size", "出力サイズ")
    + pair(-67768, "AttributeRounds", "number of rounds", "ラウンド数")
    + pair(-67770, "AlgorithmParms", "set of algorithm parameters", "アルゴリズムのパラメータ")
    + pair(-67772, "AttributeLabel", "label", "ラベル")
    + pair(-67774, "AttributeKeyType", "key type", "鍵の種類")
    + pair(-67776, "AttributeMode", "mode", "動作モード")
    + pair(-67778, "AttributeEffectiveBits", "number of effective bits", "有効ビット数")
    + pair(-67780, "AttributeStartDate", "start date", "開始日")
    + pair(-67782, "AttributeEndDate", "end date", "終了日")
    + pair(-67784, "AttributeVersion", "version", "バージョン")
    + pair(-67786, "AttributePrime", "prime", "素数")
    + pair(-67788, "AttributeBase", "base", "基数")
    + pair(-67790, "AttributeSubprime", "subprime", "副素数")
    + pair(-67792, "AttributeIterationCount", "number of iterations", "反復回数")
    + pair(-67794, "AttributeDLDBHandle", "database handle", "データベースハンドル")
    + pair(-67796, "AttributeAccessCredentials", "set of access credentials", "アクセス資格情報")
    + pair(-67798, "AttributePublicKeyFormat", "format of public keys", "公開鍵の形式")
    + pair(-67800, "AttributePrivateKeyFormat", "format of private keys", "秘密鍵の形式")
    + pair(-67802, "AttributeSymmetricKeyFormat", "format of symmetric keys", "共通鍵の形式")
    + pair(-67804, "AttributeWrappedKeyFormat", "format of wrapped keys", "ラップされた鍵の形式")

  private static func pair(
    _ code: Int32,
    _ name: String,
    _ english: String,
    _ japanese: String
  ) -> [KeychainStatus] {
    [
      row(
        code, "Invalid" + name, "The \(english) in the cryptographic context is not valid.",
        "暗号コンテキストの\(japanese)が正しくありません。", .correctCall),
      row(
        code - 1, "Missing" + name, "The \(english) in the cryptographic context is missing.",
        "暗号コンテキストに\(japanese)がありません。", .correctCall),
    ]
  }
}
