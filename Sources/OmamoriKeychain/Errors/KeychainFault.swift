import OmamoriCore

/// How a query or an item contradicts itself.
///
/// A value; safe to share between threads.
public enum KeychainFault: Sendable, Hashable, CaseIterable {
  /// A value is of another kind than the attribute.
  case valueKind
  /// Nothing is to be changed.
  case nothingToChange
  /// A reference and other conditions are given together.
  case referenceWithConditions
  /// There is neither a class nor a reference.
  case noClass
  /// A limit below one.
  case limit
  /// The store sets this attribute itself.
  case setByStore
  /// A synchronizable item cannot be bound to this device or have an access control.
  case synchronizable
  /// The access control contradicts itself.
  case accessControl
  /// An identity is found by joining a certificate and a key, and cannot be stored or changed itself.
  case identity
  /// The reference is not one of this store.
  case reference
  /// A name that must not be empty is empty.
  case emptyName
  /// A name is too long, or has characters that do not show.
  case name
  /// The secret of a slot, or what it costs to guess it, is too small.
  case weakSecret
  /// The accessibility of an item is to change, and other code chose an access control that the system does not tell.
  case unknownConstraints
}

extension KeychainFault {
  /// The fault as a sentence.
  var explanation: LocalizedText {
    switch self {
    case .valueKind:
      LocalizedText("The value of an attribute is of the wrong kind.", ja: "属性の値の種類が正しくありません。")
    case .nothingToChange: LocalizedText("The update changes nothing.", ja: "更新の内容が空です。")
    case .referenceWithConditions:
      LocalizedText(
        "A persistent reference cannot be combined with other conditions.",
        ja: "永続参照は他の条件と組み合わせられません。")
    case .noClass: LocalizedText("The query names no item class.", ja: "クエリに項目クラスがありません。")
    case .limit: LocalizedText("The limit is below one.", ja: "上限が1未満です。")
    case .setByStore:
      LocalizedText("The store sets this attribute itself.", ja: "この属性はストアが設定します。")
    case .synchronizable:
      LocalizedText(
        "A synchronizable item can have neither an access control nor be bound to this device.",
        ja: "同期対象の項目には、アクセス制御もこのデバイス限定の指定もできません。")
    case .accessControl:
      LocalizedText(
        """
        The access control contradicts itself. userPresence goes with applicationPassword and privateKeyUsage only, \
        biometryAny excludes biometryCurrentSet, "or" excludes "and", each of these two needs a constraint to combine, and \
        privateKeyUsage is for keys only.
        """,
        ja: """
          アクセス制御の指定が矛盾しています。userPresence と組み合わせられるのは applicationPassword と privateKeyUsage だけです。\
          biometryAny と biometryCurrentSet、or と and は同時に指定できません。or と and には組み合わせる条件が必要です。\
          privateKeyUsage は鍵にだけ指定できます。
          """)
    case .identity:
      LocalizedText(
        "An identity cannot be stored or changed itself; store its certificate and its key.",
        ja: "アイデンティティそのものは保存も変更もできません。証明書と鍵を保存してください。")
    case .reference:
      LocalizedText("The persistent reference is not one of this store.", ja: "この永続参照は、このストアのものではありません。")
    case .emptyName: LocalizedText("A name is empty.", ja: "名前が空です。")
    case .name:
      LocalizedText(
        "A name is longer than 64 bytes or has characters that do not show.",
        ja: "名前が64バイトを超えているか、表示できない文字を含んでいます。")
    case .weakSecret:
      LocalizedText(
        "The secret of the slot is too short, or too cheap to guess.",
        ja: "スロットの秘密情報が短すぎるか、推測に必要な計算量が小さすぎます。")
    case .unknownConstraints:
      LocalizedText(
        """
        Another program gave the item an access control, and changing the accessibility alone would remove it. Give the \
        access control that the item is to have.
        """,
        ja: """
          この項目には別のプログラムがアクセス制御を設定しており、アクセシビリティだけを変更するとそれが失われます。\
          項目に設定するアクセス制御を指定してください。
          """)
    }
  }
}
