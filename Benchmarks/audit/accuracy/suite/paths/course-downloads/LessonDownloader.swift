import Foundation
import os

final class LessonDownloader: NSObject, URLSessionDownloadDelegate {
  private var lessons: [Int: Lesson] = [:]
  private let logger = Logger(subsystem: "courses", category: "downloads")
  private lazy var session = URLSession(
    configuration: .background(withIdentifier: "lessons"), delegate: self, delegateQueue: nil)

  func lessons(inCourse course: Int) async throws -> [Lesson] {
    let url = URL(string: "https://api.learnly.app/v2/courses/\(course)/lessons")!
    let (data, _) = try await URLSession.shared.data(from: url)
    return try JSONDecoder().decode([Lesson].self, from: data)
  }

  func start(course: Int) async throws {
    for lesson in try await lessons(inCourse: course) {
      let task = session.downloadTask(with: lesson.mediaURL)
      lessons[task.taskIdentifier] = lesson
      task.resume()
    }
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    guard let lesson = lessons.removeValue(forKey: downloadTask.taskIdentifier) else { return }
    do {
      try FileManager.default.moveItem(at: location, to: CourseFolder.media.appendingPathComponent(lesson.videoName)) // weak: path file
    } catch {
      logger.error("lesson \(lesson.id) could not be kept")
    }
  }

  func fetchSubtitles(of lesson: Lesson) async throws {
    let (temporary, _) = try await URLSession.shared.download(from: lesson.mediaURL.appendingPathExtension("vtt"))
    try FileManager.default.moveItem(at: temporary, to: CourseFolder.media.appendingPathComponent("\(lesson.id).vtt")) // safe: path
  }

  func fetchTranscript(at url: URL) async throws -> URL {
    let (temporary, response) = try await URLSession.shared.download(from: url)
    guard let header = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition"),
          let range = header.range(of: "filename=") else { throw URLError(.badServerResponse) }
    let name = header[range.upperBound...].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    let target = CourseFolder.media.appendingPathComponent(name) // weak: path direct
    try FileManager.default.moveItem(at: temporary, to: target)
    return target
  }

  func fetchSlides(at url: URL) async throws -> URL {
    let (temporary, response) = try await URLSession.shared.download(from: url)
    let type = response.mimeType == "application/pdf" ? "pdf" : "key"
    let target = CourseFolder.media.appendingPathComponent(UUID().uuidString).appendingPathExtension(type) // safe: path
    try FileManager.default.moveItem(at: temporary, to: target)
    return target
  }

  func fetchExercise(at url: URL, completion: @escaping (Bool) -> Void) {
    URLSession.shared.downloadTask(with: url) { location, response, _ in
      guard let location, let name = response?.suggestedFilename else { return completion(false) }
      try? FileManager.default.copyItem(at: location, to: CourseFolder.media.appendingPathComponent(name)) // weak: path direct
      completion(true)
    }.resume()
  }
}
