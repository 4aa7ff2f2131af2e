public import OmamoriCore

/// A category of the OWASP Mobile Top 10 of 2016, which many checklists still cite.
///
/// Source: <https://owasp.org/www-project-mobile-top-10/>
package enum OWASPMobile2016: String, CaseIterable, Sendable, Hashable, Codable {
  /// Improper Platform Usage.
  case m1 = "M1"
  /// Insecure Data Storage.
  case m2 = "M2"
  /// Insecure Communication.
  case m3 = "M3"
  /// Insecure Authentication.
  case m4 = "M4"
  /// Insufficient Cryptography.
  case m5 = "M5"
  /// Insecure Authorization.
  case m6 = "M6"
  /// Client Code Quality.
  case m7 = "M7"
  /// Code Tampering.
  case m8 = "M8"
  /// Reverse Engineering.
  case m9 = "M9"
  /// Extraneous Functionality.
  case m10 = "M10"

  /// The name of the category.
  package var title: LocalizedText {
    switch self {
    case .m1: LocalizedText("Improper Platform Usage", ja: "プラットフォームの不適切な利用")
    case .m2: LocalizedText("Insecure Data Storage", ja: "安全でないデータ保存")
    case .m3: LocalizedText("Insecure Communication", ja: "安全でない通信")
    case .m4: LocalizedText("Insecure Authentication", ja: "安全でない認証")
    case .m5: LocalizedText("Insufficient Cryptography", ja: "不十分な暗号化")
    case .m6: LocalizedText("Insecure Authorization", ja: "安全でない認可")
    case .m7: LocalizedText("Client Code Quality", ja: "クライアントコードの品質")
    case .m8: LocalizedText("Code Tampering", ja: "コード改ざん")
    case .m9: LocalizedText("Reverse Engineering", ja: "リバースエンジニアリング")
    case .m10: LocalizedText("Extraneous Functionality", ja: "余分な機能")
    }
  }
}

/// A category of the OWASP Mobile Top 10 of 2024.
///
/// Source: <https://owasp.org/www-project-mobile-top-10/>
public enum OWASPMobile2024: String, CaseIterable, Sendable, Hashable, Codable {
  /// Improper Credential Usage.
  case m1 = "M1"
  /// Inadequate Supply Chain Security.
  case m2 = "M2"
  /// Insecure Authentication/Authorization.
  case m3 = "M3"
  /// Insufficient Input/Output Validation.
  case m4 = "M4"
  /// Insecure Communication.
  case m5 = "M5"
  /// Inadequate Privacy Controls.
  case m6 = "M6"
  /// Insufficient Binary Protections.
  case m7 = "M7"
  /// Security Misconfiguration.
  case m8 = "M8"
  /// Insecure Data Storage.
  case m9 = "M9"
  /// Insufficient Cryptography.
  case m10 = "M10"

  /// The name of the category.
  public var title: LocalizedText {
    switch self {
    case .m1: LocalizedText("Improper Credential Usage", ja: "不適切な認証情報の使用")
    case .m2: LocalizedText("Inadequate Supply Chain Security", ja: "不十分なサプライチェーンセキュリティ")
    case .m3: LocalizedText("Insecure Authentication/Authorization", ja: "安全でない認証・認可")
    case .m4: LocalizedText("Insufficient Input/Output Validation", ja: "不十分な入出力検証")
    case .m5: LocalizedText("Insecure Communication", ja: "安全でない通信")
    case .m6: LocalizedText("Inadequate Privacy Controls", ja: "不十分なプライバシー管理")
    case .m7: LocalizedText("Insufficient Binary Protections", ja: "不十分なバイナリ保護")
    case .m8: LocalizedText("Security Misconfiguration", ja: "セキュリティの設定ミス")
    case .m9: LocalizedText("Insecure Data Storage", ja: "安全でないデータ保存")
    case .m10: LocalizedText("Insufficient Cryptography", ja: "不十分な暗号化")
    }
  }
}
