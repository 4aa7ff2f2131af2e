import UIKit
import minizip

struct EpubPackage {
  let folder: URL
  let entries: [String]
}

final class EpubUnpacker: NSObject, UIDocumentPickerDelegate {
  private let library = URL.documentsDirectory.appending(path: "Books")
  private(set) var packages: [EpubPackage] = []
  private var left = 200_000_000
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    packages = urls.compactMap(open)
  }

  private func open(_ picked: URL) -> EpubPackage? {
    guard let zip = unzOpen64(picked.path) else { return nil }
    defer { unzClose(zip) }
    var names: [String] = []
    var status = unzGoToFirstFile(zip)
    while status == UNZ_OK {
      var info = unz_file_info64()
      var raw = [CChar](repeating: 0, count: 1024)
      unzGetCurrentFileInfo64(zip, &info, &raw, UInt(raw.count - 1), nil, 0, nil, 0)
      let name = String(cString: raw)
      if name.hasSuffix(".opf") {
        copyCurrent(of: zip, to: name)
      } else if name.hasSuffix(".css") {
        copyStyle(of: zip, number: names.count)
      } else if let file = fopen(library.path + "/" + name, "wb") { // weak: archive direct
        drain(zip, into: file)
      }
      names.append(name)
      status = unzGoToNextFile(zip)
    }
    return EpubPackage(folder: library, entries: names)
  }

  private func drain(_ zip: unzFile, into file: UnsafeMutablePointer<FILE>) {
    unzOpenCurrentFile(zip)
    while left > 0 {
      let count = Int(unzReadCurrentFile(zip, &buffer, UInt32(buffer.count)))
      guard count > 0 else { break }
      fwrite(buffer, 1, count, file)
      left -= count
    }
    fclose(file)
    unzCloseCurrentFile(zip)
  }

  private func copyCurrent(of zip: unzFile, to name: String) {
    guard let file = fopen(library.appending(path: name).path, "wb") else { return } // weak: archive helper
    drain(zip, into: file)
  }

  private func copyStyle(of zip: unzFile, number: Int) {
    guard let file = fopen(library.appending(path: "style\(number).css").path, "wb") else { return } // safe: archive
    drain(zip, into: file)
  }
}
