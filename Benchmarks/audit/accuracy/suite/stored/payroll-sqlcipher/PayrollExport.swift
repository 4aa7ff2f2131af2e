import Foundation

final class PayrollExport {
  private let database: PayrollDatabase
  private let folder: URL

  init(database: PayrollDatabase) throws {
    self.database = database
    folder = try FileManager.default.url(for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
  }

  private func table() throws -> String {
    try database.all()
      .map { [$0.name, $0.kojinBango, $0.iban].joined(separator: ",") }
      .joined(separator: "\n")
  }

  func exportForAccountant() throws -> URL {
    let url = folder.appendingPathComponent("payroll.csv")
    try table().write(to: url, atomically: true, encoding: .utf8) // weak: store-file helper
    return url
  }

  func exportProtected() throws -> URL {
    let url = folder.appendingPathComponent("payroll.csv")
    try Data(table().utf8).write(to: url, options: [.atomic, .completeFileProtection]) // safe: store-file
    return url
  }

  func exportHeadcount() throws {
    let summary = ["employees": try database.all().count]
    let data = try JSONEncoder().encode(summary)
    try data.write(to: folder.appendingPathComponent("iban-count.json")) // safe: store-file
  }

  func backup(_ employee: Employee) throws {
    let data = try JSONEncoder().encode(employee)
    try data.write(to: folder.appendingPathComponent("staff-\(employee.id).json"), options: .atomic) // weak: store-file file
  }
}
