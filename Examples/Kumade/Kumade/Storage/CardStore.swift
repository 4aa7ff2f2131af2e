import CoreData
import Foundation
import SQLite3

/// Members' payment cards.
final class CardStore {
    private let context: NSManagedObjectContext
    private var database: OpaquePointer?

    init(context: NSManagedObjectContext) {
        self.context = context
        let path = NSHomeDirectory() + "/Documents/cards.sqlite"
        sqlite3_open(path, &database)
        sqlite3_exec(database, "PRAGMA key = 'kumade'", nil, nil, nil)
        sqlite3_exec(database, "CREATE TABLE IF NOT EXISTS cards (number TEXT, cvv TEXT, holder TEXT)", nil, nil, nil)
    }

    func save(number: String, cvv: String, holder: String) {
        let card = NSEntityDescription.insertNewObject(forEntityName: "Card", into: context)
        card.setValue(number, forKey: "cardNumber")
        card.setValue(holder, forKey: "holder")
        try? context.save()
        let sql = "INSERT INTO cards VALUES ('\(number)', '\(cvv)', '\(holder)')"
        sqlite3_exec(database, sql, nil, nil, nil)
    }

    func find(holder: String) -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Card")
        request.predicate = NSPredicate(format: "holder == '\(holder)'")
        return (try? context.fetch(request)) ?? []
    }

    func findWell(holder: String) -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Card")
        request.predicate = NSPredicate(format: "holder == %@", holder)
        return (try? context.fetch(request)) ?? []
    }

    func count(table: Table) -> Int32 {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(database, "SELECT count(*) FROM \(table.rawValue)", -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0
    }

    enum Table: String {
        case cards, coupons
    }
}
