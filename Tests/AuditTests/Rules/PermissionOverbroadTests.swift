import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

/// Pictures, contacts and exact locations; `PrivacyProjectRulesTests` has the calendar and the background.
@Suite struct PermissionOverbroadTests {
  private static let app = "import UIKit\n@main class App: UIResponder, UIApplicationDelegate {}\n"

  private func check(_ source: String, _ plist: String = "", _ more: [String: String] = [:]) throws {
    let files = ["a.swift": Self.app, "b.swift": source, "Info.plist": ProjectFixture.plist(plist)]
    try expect(PermissionOverbroad.self, in: files.merging(more) { first, _ in first }, severity: .low)
  }

  private static let photos = "func ask() { ⟦PHPhotoLibrary.requestAuthorization { _ in }⟧ }\n"
  private static let plainPhotos = photos.filter { $0 != "⟦" && $0 != "⟧" }
  private static let readWrite =
    "func ask() async { _ = await ⟦PHPhotoLibrary.requestAuthorization(for: .readWrite)⟧ }\n"
  private static let contacts =
    "func ask(_ s: CNContactStore) { ⟦s.requestAccess(for: .contacts) { _, _ in }⟧ }\n"
  private static let plainContacts = contacts.filter { $0 != "⟦" && $0 != "⟧" }
  private static let location =
    "func ask(_ m: CLLocationManager) { m.⟦requestWhenInUseAuthorization⟧() }\n"
  private static let plainLocation = location.filter { $0 != "⟦" && $0 != "⟧" }

  @Test(arguments: [
    photos + "func save(_ i: UIImage) { UIImageWriteToSavedPhotosAlbum(i, nil, nil, nil) }",
    photos + "func save(_ i: UIImage) { PHAssetChangeRequest.creationRequestForAsset(from: i) }",
    readWrite
      + "func save(_ d: Data) { PHAssetCreationRequest.forAsset().addResource(with: .photo, data: d, options: nil) }",
    photos + "let picker = PHPickerViewController(configuration: PHPickerConfiguration())",
    readWrite + "var body: some View { PhotosPicker(\"Choose\", selection: $item) }",
    photos + "let picker = UIImagePickerController()",
    contacts + "let picker = CNContactPickerViewController()",
    location + "func set(_ m: CLLocationManager) { m.desiredAccuracy = kCLLocationAccuracyThreeKilometers }",
    location + "func set(_ m: CLLocationManager) { m.desiredAccuracy = kCLLocationAccuracyKilometer }",
  ])
  func speaks(_ source: String) throws { try check(source) }

  @Test(arguments: [
    "func ask() async { _ = await PHPhotoLibrary.requestAuthorization(for: .addOnly) }\n"
      + "func save(_ i: UIImage) { UIImageWriteToSavedPhotosAlbum(i, nil, nil, nil) }",
    plainPhotos
      + "func all() { PHAsset.fetchAssets(with: .image, options: nil) }\nlet picker = UIImagePickerController()",
    plainPhotos
      + "let change = PHAssetCollectionChangeRequest(for: a)\n"
      + "func save() { PHAssetChangeRequest.creationRequestForAsset(from: i) }",
    plainPhotos
      + "func picked(_ r: PHPickerResult) { use(r.assetIdentifier) }\nlet p = PHPickerViewController(configuration: c)",
    // Neither adds nor picks: what it is for is not known.
    plainPhotos,
    plainContacts
      + "func all() { try? store.enumerateContacts(with: r) { _, _ in } }\n"
      + "let picker = CNContactPickerViewController()",
    plainContacts
      + "func add(_ s: CNContactStore) { try? s.execute(CNSaveRequest()) }\nlet p = CNContactPickerViewController()",
    plainContacts,
    "let picker = CNContactPickerViewController()", "let picker = PHPickerViewController(configuration: c)",
    plainLocation + "func set(_ m: CLLocationManager) { m.desiredAccuracy = kCLLocationAccuracyReduced }",
    plainLocation + "func set(_ m: CLLocationManager) { m.desiredAccuracy = kCLLocationAccuracyBest }",
    plainLocation
      + "let coarse = kCLLocationAccuracyKilometer\nlet fine = kCLLocationAccuracyNearestTenMeters",
    plainLocation + "let coarse = kCLLocationAccuracyKilometer\nlet map = MKMapView()",
    plainLocation,
  ])
  func isSilent(_ source: String) throws { try check(source) }

  @Test func theListAsksForTheApproximateLocation() throws {
    let coarse = "func set(_ m: CLLocationManager) { m.desiredAccuracy = kCLLocationAccuracyKilometer }"
    try check(Self.plainLocation + coarse, "<key>NSLocationDefaultAccuracyReduced</key><true/>")
    try check(Self.location + coarse, "<key>NSLocationDefaultAccuracyReduced</key><false/>")
  }

  @Test func objectiveCMayReadTheRest() throws {
    let picker = "let picker = PHPickerViewController(configuration: c)"
    let reader = "- (void)f { [PHAsset fetchAssetsWithOptions:nil]; PHFetchResult *r; }"
    try check(Self.plainPhotos + picker, "", ["c.m": reader])
    try check(Self.photos + picker, "", ["c.m": "- (void)f { [self.label setText:@\"a\"]; }"])
  }
}
