import OmamoriATS

@testable import AuditEngine

/// Signatures and provisioning profiles are read within their bounds.
func fuzzCodeSignature(_ bytes: [UInt8]) {
  if let signature = CodeSignature(BinaryBytes(bytes)) {
    expect(signature.directories.count <= CodeSignature.limit, "the number of parts is limited")
    expect(
      !signature.isAdHoc || !signature.hasCertificate || !signature.directories.isEmpty, "ad hoc has a reason"
    )
    expect(signature.allowsDebugging == false || signature.entitlements != nil, "a right stands somewhere")
  }
  if let profile = ProvisioningProfile(path: "embedded.mobileprovision", bytes: bytes) {
    expect(profile.root.dictionary != nil, "a profile is a dictionary")
    expect(profile.devices.count <= bytes.count, "the number of devices is limited by the file")
  }
}
