import CoreData

struct ScannedDocument: Decodable {
  let issuer: String
  let documentNumber: String
  let pages: Int

  var row: [String: Any] {
    ["issuedBy": issuer, "passportNo": documentNumber, "passportPages": pages]
  }
}

final class DocumentImporter {
  private let context: NSManagedObjectContext

  init(context: NSManagedObjectContext) {
    self.context = context
  }

  func importAll(_ scans: [ScannedDocument]) throws {
    let request = NSBatchInsertRequest(entityName: "TravelDocument", objects: scans.map(\.row)) // weak: store-database helper
    try context.execute(request)
  }

  func countPages(of passport: NSManagedObject, scan: ScannedDocument) {
    passport.setValue(scan.pages, forKey: "passportPages") // safe: store-database
    passport.setValue(scan.issuer, forKey: "issuedBy")
  }

  func add(passportNo: String, issuer: String) throws {
    let document = NSEntityDescription.insertNewObject(forEntityName: "TravelDocument", into: context)
    document.setValuesForKeys(["issuedBy": issuer, "passportNo": passportNo]) // weak: store-database direct
    try context.save()
  }
}
