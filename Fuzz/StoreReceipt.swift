// environment: ASAN_OPTIONS=detect_leaks=0 (constants of enumerations with payloads look lost to it)
import OmamoriCore
import OmamoriCrypto
import OmamoriDevice
import OmamoriDeviceLinux

/// Receipts of hostile apps: the attributes are bounded, and nothing that Apple did not sign is believed.
func fuzzStoreReceipt(_ bytes: [UInt8]) {
  let data = Data(bytes)
  if let receipt = try? AppStoreReceipt(content: data) {
    expect(receipt.deviceHash.count == 20, "a device's hash has its size")
    expect(receipt.purchases.count <= 4096, "purchases are bounded")
    expect((try? AppStoreReceipt(content: data)) == receipt, "a receipt is read the same each time")
    expect((try? AppStoreReceipt(content: data + [0])) == nil, "nothing follows a receipt")
  }
  guard let root else { return }
  let expectation = AppStoreReceiptExpectation(bundleIdentifier: "com.example.charm")
  expect(
    (try? AppStoreReceiptVerifier(root: root).verify(data, expecting: expectation)) == nil,
    "the store signed nothing")
}

/// Apple Root CA - G3, which signs no receipts of the store; its key is Apple's alone.
private let root = try? Certificate(
  derRepresentation: Data(
    base64Encoded:
      "MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYD"
      + "VQQLDB1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcN"
      + "MTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgxOTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFw"
      + "cGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49"
      + "AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtfTjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA"
      + "/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySr"
      + "MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZL"
      + "uN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM"
      + "6BgD56KyKA==") ?? Data())
