import Alamofire
import Foundation

struct HandoutService {
  let base = URL(string: "https://api.learnly.app/v2")!

  func handouts(lesson: Int) async throws -> [Handout] {
    try await AF.request(base.appendingPathComponent("lessons/\(lesson)/handouts")).serializingDecodable([Handout].self).value
  }

  func download(_ handout: Handout) {
    let destination: DownloadRequest.Destination = { _, _ in
      (CourseFolder.media.appendingPathComponent(handout.fileName), [.removePreviousFile]) // weak: path file
    }
    AF.download(handout.url, to: destination).response { _ in }
  }

  func downloadPreview(_ handout: Handout) {
    let destination: DownloadRequest.Destination = { _, _ in
      (CourseFolder.media.appendingPathComponent(handout.documentID.uuidString), [.removePreviousFile]) // safe: path
    }
    AF.download(handout.url, to: destination).response { _ in }
  }

  func refreshSubtitles(of lesson: Lesson) async throws {
    let (temporary, _) = try await URLSession.shared.download(from: lesson.mediaURL)
    try FileManager.default.replaceDownload(named: lesson.subtitleFile, with: temporary)
  }

  func refreshPoster(of lesson: Lesson) async throws {
    let (temporary, _) = try await URLSession.shared.download(from: lesson.mediaURL)
    try FileManager.default.keepPoster(number: lesson.id, from: temporary)
  }

  func catalogue() async throws {
    let data = try await AF.request(base.appendingPathComponent("catalogue")).serializingData().value
    try data.write(to: CourseFolder.media.appendingPathComponent("catalogue.json")) // safe: path
  }
}
