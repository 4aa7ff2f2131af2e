// The codes of certificates, revocation and code signatures.

extension KeychainStatus {
  static let certificateRows: [KeychainStatus] = [
    row(-67602, "HostNameMismatch", "The certificate is for another host name.", "証明書のホスト名が一致しません。", .host),
    row(
      -67603, "UnknownCriticalExtensionFlag", "A critical extension is not known.", "未知の重要拡張があります。",
      .certificate),
    row(
      -67604, "NoBasicConstraints", "The certificate has no basic constraints.", "証明書に基本制約がありません。",
      .certificate),
    row(
      -67605, "NoBasicConstraintsCA", "An issuer's certificate does not say that it is one.",
      "発行者の証明書がCAであることを示していません。", .certificate),
    row(
      -67606, "InvalidAuthorityKeyID", "The authority key identifier is not valid.", "機関鍵識別子が正しくありません。",
      .certificate),
    row(
      -67607, "InvalidSubjectKeyID", "The subject key identifier is not valid.", "主体鍵識別子が正しくありません。",
      .certificate),
    row(
      -67608, "InvalidKeyUsageForPolicy", "The key usage does not fit the policy.", "鍵用途がポリシーに合っていません。",
      .certificate),
    row(
      -67609, "InvalidExtendedKeyUsage", "The extended key usage is not valid.", "拡張鍵用途が正しくありません。",
      .certificate),
    row(-67610, "InvalidIDLinkage", "The identifiers of the chain do not join.", "チェーンの識別子がつながりません。", .trust),
    row(
      -67611, "PathLengthConstraintExceeded", "The chain is longer than an issuer allows.",
      "チェーンが発行者の許す長さを超えています。", .certificate),
    row(-67612, "InvalidRoot", "The root certificate is not valid.", "ルート証明書が正しくありません。", .trust),
    row(
      -67618, "UnknownCertExtension", "A certificate has an unknown extension.", "証明書に未知の拡張があります。",
      .certificate),
    row(-67654, "TrustSettingDeny", "A trust setting denies this use.", "信頼設定でこの用途が拒否されています。", .trust),
    row(-67655, "InvalidSubjectName", "The subject's name is not valid.", "主体名が正しくありません。", .certificate),
    row(
      -67656, "UnknownQualifiedCertStatement", "A qualified certificate statement is not known.",
      "適格証明書ステートメントが不明です。", .certificate),
    row(
      -67690, "InvalidCertificateRef", "The certificate's reference is not valid.", "証明書の参照が正しくありません。",
      .correctCall),
    row(
      -67691, "InvalidCertificateGroup", "The group of certificates is not valid.", "証明書の組が正しくありません。",
      .correctCall),
    row(
      -67817, "CertificateCannotOperate", "The certificate cannot be used for this.", "証明書はこの操作に使用できません。",
      .certificate),
    row(-67818, "CertificateExpired", "The certificate has expired.", "証明書の有効期限が切れています。", .renew),
    row(-67819, "CertificateNotValidYet", "The certificate is not valid yet.", "証明書はまだ有効になっていません。", .clock),
    row(-67820, "CertificateRevoked", "The certificate was revoked.", "証明書は失効しています。", .revoked),
    row(-67821, "CertificateSuspended", "The certificate is suspended.", "証明書は一時停止されています。", .revoked),
    row(-67824, "InvalidAuthority", "The authority is not valid.", "認証局が正しくありません。", .trust),
    row(
      -67826, "InvalidCertAuthority", "The certificate authority is not valid.", "認証局の証明書が正しくありません。", .trust),
    row(
      -67835, "InvalidPolicyIdentifiers", "The policy identifiers are not valid.", "ポリシー識別子が正しくありません。",
      .certificate),
    row(-67843, "NotTrusted", "The chain leads to no trusted anchor.", "チェーンが信頼されたアンカーに至りません。", .trust),
    row(-67844, "NoDefaultAuthority", "There is no default authority.", "デフォルトの認証局がありません。", .trust),
    row(-67854, "InvalidValidityPeriod", "The period of validity is not valid.", "有効期間が正しくありません。", .clock),
    row(-67880, "MissingRequiredExtension", "A required extension is missing.", "必要な拡張がありません。", .certificate),
    row(
      -67881, "ExtendedKeyUsageNotCritical", "The extended key usage is not marked critical.",
      "拡張鍵用途が重要とされていません。", .certificate),
    row(
      -67899, "CertificatePolicyNotAllowed", "The certificate's policy is not allowed.",
      "証明書のポリシーは許可されていません。", .certificate),
    row(
      -67900, "CertificateNameNotAllowed", "An issuer does not allow this name.", "発行者がこの名前を許可していません。",
      .certificate),
    row(
      -67901, "CertificateValidityPeriodTooLong", "The certificate is valid for too long.", "証明書の有効期間が長すぎます。",
      .renew),
    row(
      -67902, "CertificateIsCA", "The certificate of an end entity says that it is an authority.",
      "末端の証明書がCAとされています。", .certificate),
    row(
      -67903, "CertificateDuplicateExtension", "The certificate has an extension twice.", "証明書に同じ拡張が重複しています。",
      .certificate),
  ]

  static let revocationRows: [KeychainStatus] = [
    row(-67613, "CRLExpired", "The revocation list has expired.", "失効リストの期限が切れています。", .network),
    row(-67614, "CRLNotValidYet", "The revocation list is not valid yet.", "失効リストはまだ有効になっていません。", .clock),
    row(-67615, "CRLNotFound", "There is no revocation list.", "失効リストが見つかりません。", .network),
    row(
      -67616, "CRLServerDown", "The server of revocation lists does not answer.", "失効リストのサーバーが応答しません。",
      .network),
    row(
      -67617, "CRLBadURI", "The address of the revocation list is not valid.", "失効リストのアドレスが正しくありません。",
      .certificate),
    row(
      -67619, "UnknownCRLExtension", "The revocation list has an unknown extension.", "失効リストに未知の拡張があります。",
      .certificate),
    row(-67620, "CRLNotTrusted", "The revocation list is not trusted.", "失効リストが信頼されていません。", .trust),
    row(-67621, "CRLPolicyFailed", "The check of revocation lists failed.", "失効リストの検査に失敗しました。", .network),
    row(
      -67622, "IDPFailure", "The issuing distribution point is not valid.", "発行配布点が正しくありません。", .certificate),
    row(-67630, "OCSPBadResponse", "The OCSP response is malformed.", "OCSP応答の形式が正しくありません。", .network),
    row(-67631, "OCSPBadRequest", "The OCSP request is malformed.", "OCSP要求の形式が正しくありません。", .correctCall),
    row(-67632, "OCSPUnavailable", "The OCSP service does not answer.", "OCSPサービスが応答しません。", .network),
    row(
      -67633, "OCSPStatusUnrecognized", "The OCSP server does not know the certificate.",
      "OCSPサーバーが証明書を認識していません。", .certificate),
    row(
      -67635, "IncompleteCertRevocationCheck", "The revocation check could not be completed.",
      "失効確認を完了できませんでした。", .network),
    row(
      -67637, "OCSPNotTrustedToAnchor", "The OCSP response leads to no trusted anchor.",
      "OCSP応答が信頼されたアンカーに至りません。", .trust),
    row(
      -67639, "OCSPSignatureError", "The signature of the OCSP response is wrong.", "OCSP応答の署名が正しくありません。",
      .trust),
    row(-67640, "OCSPNoSigner", "The OCSP response has no signer.", "OCSP応答に署名者がありません。", .trust),
    row(
      -67641, "OCSPResponderMalformedReq", "The OCSP responder found the request malformed.",
      "OCSPレスポンダーが要求の形式を誤りとしました。", .correctCall),
    row(
      -67642, "OCSPResponderInternalError", "The OCSP responder has an error of its own.",
      "OCSPレスポンダーで内部エラーが発生しました。", .network),
    row(-67643, "OCSPResponderTryLater", "The OCSP responder is busy.", "OCSPレスポンダーが混雑しています。", .retry),
    row(
      -67644, "OCSPResponderSignatureRequired", "The OCSP responder wants a signed request.",
      "OCSPレスポンダーは署名付きの要求を求めています。", .correctCall),
    row(
      -67645, "OCSPResponderUnauthorized", "The OCSP responder refused the request.", "OCSPレスポンダーが要求を拒否しました。",
      .certificate),
    row(
      -67646, "OCSPResponseNonceMismatch", "The OCSP response answers another request.",
      "OCSP応答が別の要求に対するものです。", .trust),
    row(
      -67684, "CRLAlreadySigned", "The revocation list is signed already.", "失効リストはすでに署名されています。", .correctCall
    ),
    row(
      -67816, "InvalidCRLGroup", "The group of revocation lists is not valid.", "失効リストの組が正しくありません。",
      .correctCall),
    row(
      -67827, "InvaldCRLAuthority", "The issuer of the revocation list is not valid.", "失効リストの発行者が正しくありません。",
      .trust, aliases: ["InvalidCRLAuthority"]),
    row(
      -67828, "InvalidCRLEncoding", "The encoding of the revocation list is not valid.",
      "失効リストのエンコーディングが正しくありません。", .network),
    row(
      -67829, "InvalidCRLType", "The type of the revocation list is not valid.", "失効リストの種類が正しくありません。",
      .network),
    row(-67830, "InvalidCRL", "The revocation list is not valid.", "失効リストが正しくありません。", .network),
    row(
      -67858, "InvalidCRLIndex", "The index of the revocation list is not valid.", "失効リストのインデックスが正しくありません。",
      .correctCall),
  ]

  static let signingRows: [KeychainStatus] = [
    row(
      -67623, "SMIMEEmailAddressesNotFound", "The certificate is for another mail address.",
      "証明書のメールアドレスが一致しません。", .certificate),
    row(
      -67624, "SMIMEBadExtendedKeyUsage", "The extended key usage does not allow S/MIME.",
      "拡張鍵用途がS/MIMEを許可していません。", .certificate),
    row(
      -67625, "SMIMEBadKeyUsage", "The key usage does not allow S/MIME.", "鍵用途がS/MIMEを許可していません。", .certificate
    ),
    row(
      -67626, "SMIMEKeyUsageNotCritical", "The key usage is not marked critical.", "鍵用途が重要とされていません。",
      .certificate),
    row(
      -67627, "SMIMENoEmailAddress", "The certificate holds no mail address.", "証明書にメールアドレスがありません。",
      .certificate),
    row(
      -67628, "SMIMESubjAltNameNotCritical", "The alternative name is not marked critical.",
      "主体別名が重要とされていません。", .certificate),
    row(
      -67629, "SSLBadExtendedKeyUsage", "The extended key usage does not allow TLS.", "拡張鍵用途がTLSを許可していません。",
      .certificate),
    row(
      -67647, "CodeSigningBadCertChainLength", "The chain of the code signature has a wrong length.",
      "コード署名のチェーンの長さが正しくありません。", .signing),
    row(
      -67648, "CodeSigningNoBasicConstraints", "The signing certificate has no basic constraints.",
      "署名証明書に基本制約がありません。", .signing),
    row(
      -67649, "CodeSigningBadPathLengthConstraint", "The signing chain breaks a length constraint.",
      "署名のチェーンがパス長制約に反しています。", .signing),
    row(
      -67650, "CodeSigningNoExtendedKeyUsage", "The signing certificate has no extended key usage.",
      "署名証明書に拡張鍵用途がありません。", .signing),
    row(
      -67651, "CodeSigningDevelopment", "The code is signed for development only.", "コードは開発用に署名されています。",
      .signing),
    row(
      -67652, "ResourceSignBadCertChainLength", "The chain of a resource's signature has a wrong length.",
      "リソース署名のチェーンの長さが正しくありません。", .signing),
    row(
      -67653, "ResourceSignBadExtKeyUsage", "The extended key usage does not allow signing resources.",
      "拡張鍵用途がリソース署名を許可していません。", .signing),
    row(-67686, "VerificationFailure", "The verification failed.", "検証に失敗しました。", .correctData),
    row(-67688, "InvalidSignature", "The signature is not valid.", "署名が正しくありません。", .correctData),
    row(-67808, "VerifyFailed", "The cryptographic verification failed.", "暗号による検証に失敗しました。", .correctData),
    row(
      -67812, "DeviceVerifyFailed", "The cryptographic device did not verify.", "暗号デバイスの検証に失敗しました。", .restart),
    row(-67825, "VerifyActionFailed", "An action of the verification failed.", "検証の処理に失敗しました。", .correctData),
  ]
}
