import Foundation

struct Lesson: Decodable, Identifiable {
  let id: Int
  let title: String
  let videoName: String
  let subtitleFile: String
  let mediaURL: URL
}

struct Handout: Decodable {
  let documentID: UUID
  let fileName: String
  let url: URL
}

enum CourseFolder {
  static var media: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].appendingPathComponent("Courses")
  }
}

extension FileManager {
  func replaceDownload(named name: String, with temporary: URL) throws {
    _ = try replaceItemAt(CourseFolder.media.appendingPathComponent(name), withItemAt: temporary) // weak: path file
  }

  func keepPoster(number: Int, from temporary: URL) throws {
    try copyItem(at: temporary, to: CourseFolder.media.appendingPathComponent("poster-\(number).jpg")) // safe: path
  }
}
