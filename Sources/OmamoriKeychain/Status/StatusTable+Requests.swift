// The codes of requests to databases and trust modules, and of timestamps.

extension KeychainStatus {
  static let requestRows: [KeychainStatus] = [
    row(
      -67685, "InvalidNumberOfFields", "The number of fields is not valid.", "フィールドの数が正しくありません。", .correctCall
    ),
    row(-67687, "UnknownTag", "A tag is not known.", "タグが不明です。", .correctData),
    row(-67689, "InvalidName", "The name is not valid.", "名前が正しくありません。", .correctCall),
    row(-67692, "TagNotFound", "There is no such tag.", "指定されたタグはありません。", .correctCall),
    row(-67693, "InvalidQuery", "The query is not valid.", "クエリが正しくありません。", .correctQuery),
    row(-67694, "InvalidValue", "A value is not valid.", "値が正しくありません。", .correctCall),
    row(-67823, "InvalidAction", "The action is not valid.", "アクションが正しくありません。", .correctCall),
    row(-67831, "InvalidFormType", "The type of form is not valid.", "フォームの種類が正しくありません。", .modernFunctions),
    row(-67832, "InvalidID", "The identifier is not valid.", "IDが正しくありません。", .correctCall),
    row(-67833, "InvalidIdentifier", "The identifier's form is not valid.", "識別子の形式が正しくありません。", .correctCall),
    row(-67834, "InvalidIndex", "The index is not valid.", "インデックスが正しくありません。", .correctCall),
    row(-67836, "InvalidTimeString", "The time is not valid.", "時刻の表記が正しくありません。", .correctCall),
    row(-67837, "InvalidReason", "The reason is not valid.", "理由の指定が正しくありません。", .correctCall),
    row(
      -67838, "InvalidRequestInputs", "The inputs of the request are not valid.", "要求の入力が正しくありません。",
      .correctCall),
    row(-67839, "InvalidResponseVector", "The response is not valid.", "応答が正しくありません。", .correctData),
    row(
      -67840, "InvalidStopOnPolicy", "The policy when to stop is not valid.", "停止条件のポリシーが正しくありません。",
      .correctCall),
    row(-67841, "InvalidTuple", "The tuple is not valid.", "タプルが正しくありません。", .modernFunctions),
    row(
      -67842, "MultipleValuesUnsupported", "Several values are not supported.", "複数の値には対応していません。",
      .correctCall),
    row(-67845, "RejectedForm", "The form was rejected.", "フォームが拒否されました。", .modernFunctions),
    row(-67846, "RequestLost", "The request was lost.", "要求が失われました。", .retry),
    row(-67847, "RequestRejected", "The request was rejected.", "要求が拒否されました。", .correctCall),
    row(
      -67848, "UnsupportedAddressType", "The type of address is not supported.", "アドレスの種類に対応していません。",
      .correctCall),
    row(-67849, "UnsupportedService", "The service is not supported.", "サービスに対応していません。", .modernFunctions),
    row(
      -67850, "InvalidTupleGroup", "The group of tuples is not valid.", "タプルの組が正しくありません。", .modernFunctions),
    row(
      -67852, "InvalidTupleCredendtials", "The credentials of a tuple are not valid.", "タプルの資格情報が正しくありません。",
      .modernFunctions,
      aliases: ["InvalidTupleCredentials"]),
    row(-67855, "InvalidRequestor", "The requestor is not valid.", "要求者が正しくありません。", .correctCall),
    row(
      -67856, "RequestDescriptor", "The descriptor of the request is not valid.", "要求の記述子が正しくありません。",
      .correctCall),
    row(
      -67857, "InvalidBundleInfo", "The information on the bundle is not valid.", "バンドル情報が正しくありません。",
      .correctCall),
  ]

  static let databaseRows: [KeychainStatus] = [
    row(-67859, "NoFieldValues", "There are no field values.", "フィールドの値がありません。", .correctCall),
    row(
      -67860, "UnsupportedFieldFormat", "The format of a field is not supported.", "フィールドの形式に対応していません。",
      .otherFormat),
    row(
      -67861, "UnsupportedIndexInfo", "The kind of index is not supported.", "インデックスの種類に対応していません。",
      .modernFunctions),
    row(
      -67862, "UnsupportedLocality", "The locality is not supported.", "ローカリティに対応していません。", .modernFunctions),
    row(
      -67863, "UnsupportedNumAttributes", "So many attributes are not supported.", "この数の属性には対応していません。",
      .correctQuery),
    row(
      -67864, "UnsupportedNumIndexes", "So many indexes are not supported.", "この数のインデックスには対応していません。",
      .correctQuery),
    row(
      -67865, "UnsupportedNumRecordTypes", "So many record types are not supported.", "この数のレコード種別には対応していません。",
      .correctQuery),
    row(
      -67866, "FieldSpecifiedMultiple", "A field is given more than once.", "フィールドが複数回指定されています。",
      .correctQuery),
    row(
      -67867, "IncompatibleFieldFormat", "The format of a field does not fit.", "フィールドの形式が合っていません。",
      .otherFormat),
    row(
      -67868, "InvalidParsingModule", "The parsing module is not valid.", "解析モジュールが正しくありません。",
      .modernFunctions),
    row(-67871, "MissingValue", "A value is missing.", "値がありません。", .correctCall),
    row(
      -67872, "UnsupportedQueryLimits", "The limits of the query are not supported.", "クエリの上限指定に対応していません。",
      .correctQuery),
    row(
      -67873, "UnsupportedNumSelectionPreds", "So many conditions are not supported.", "この数の条件には対応していません。",
      .correctQuery),
    row(-67874, "UnsupportedOperator", "The operator is not supported.", "演算子に対応していません。", .correctQuery),
    row(
      -67875, "InvalidDBLocation", "The location of the database is not valid.", "データベースの場所が正しくありません。",
      .correctCall),
    row(
      -67877, "InvalidIndexInfo", "The information on the index is not valid.", "インデックス情報が正しくありません。",
      .correctCall),
    row(
      -67879, "InvalidModifyMode", "The mode of modification is not valid.", "変更の方式が正しくありません。", .correctCall),
  ]

  static let timestampRows: [KeychainStatus] = [
    row(-67882, "TimestampMissing", "A timestamp is missing.", "タイムスタンプがありません。", .timestamp),
    row(-67883, "TimestampInvalid", "The timestamp is not valid.", "タイムスタンプが正しくありません。", .timestamp),
    row(-67884, "TimestampNotTrusted", "The timestamp is not trusted.", "タイムスタンプが信頼されていません。", .trust),
    row(
      -67885, "TimestampServiceNotAvailable", "The timestamp service does not answer.", "タイムスタンプサービスが応答しません。",
      .network),
    row(
      -67886, "TimestampBadAlg", "The timestamp's algorithm is not supported.", "タイムスタンプのアルゴリズムに対応していません。",
      .timestamp),
    row(
      -67887, "TimestampBadRequest", "The timestamp service does not allow the request.",
      "タイムスタンプサービスがこの要求を許可していません。", .timestamp),
    row(
      -67888, "TimestampBadDataFormat", "The data sent for a timestamp have a wrong format.",
      "タイムスタンプ要求のデータ形式が正しくありません。", .timestamp),
    row(
      -67889, "TimestampTimeNotAvailable", "The timestamp service has no time source.",
      "タイムスタンプサービスの時刻源を利用できません。", .retry),
    row(
      -67890, "TimestampUnacceptedPolicy", "The timestamp service does not support the policy.",
      "タイムスタンプサービスがこのポリシーに対応していません。", .timestamp),
    row(
      -67891, "TimestampUnacceptedExtension", "The timestamp service does not support an extension.",
      "タイムスタンプサービスが拡張に対応していません。", .timestamp),
    row(
      -67892, "TimestampAddInfoNotAvailable", "The timestamp service lacks the additional information.",
      "タイムスタンプサービスに追加情報がありません。", .timestamp),
    row(-67893, "TimestampSystemFailure", "The timestamp service failed.", "タイムスタンプサービスで障害が発生しました。", .retry),
    row(-67894, "SigningTimeMissing", "The time of signing is missing.", "署名時刻がありません。", .signing),
    row(
      -67895, "TimestampRejection", "The timestamp request was rejected.", "タイムスタンプの要求が拒否されました。", .timestamp),
    row(-67896, "TimestampWaiting", "The timestamp request waits.", "タイムスタンプの要求は待機中です。", .retry),
    row(
      -67897, "TimestampRevocationWarning", "The timestamp service's certificate is about to be revoked.",
      "タイムスタンプサービスの証明書の失効が予告されています。", .timestamp),
    row(
      -67898, "TimestampRevocationNotification", "The timestamp service's certificate was revoked.",
      "タイムスタンプサービスの証明書が失効しました。", .revoked),
  ]
}
