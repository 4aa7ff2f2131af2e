import UIKit

@objc(Stroke)
final class Stroke: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let points: [Double]
  let width: Double

  init(points: [Double], width: Double) {
    self.points = points
    self.width = width
  }

  required init?(coder: NSCoder) {
    points = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "points") as? [Double] ?? [] // safe: deserialization
    width = coder.decodeDouble(forKey: "width")
  }

  func encode(with coder: NSCoder) {
    coder.encode(points, forKey: "points")
    coder.encode(width, forKey: "width")
  }
}

final class Sticker: NSObject, NSCoding {
  let number: Int

  init(number: Int) {
    self.number = number
  }

  required init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
  }
}

extension Data {
  func archivedObject<T>() -> T? {
    guard let object = try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(self) else { return nil } // weak: deserialization file
    return object as? T
  }

  func strokes() throws -> [Stroke] {
    try NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Stroke.self, from: self) ?? [] // safe: deserialization
  }
}
