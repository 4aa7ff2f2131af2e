import Foundation
import libxml2

enum PlacemarkOptions {
  static let external = Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_DTDATTR.rawValue)
  static let plain = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue)
}

struct PlacemarkImport {
  func rootName(of data: Data, options: Int32 = PlacemarkOptions.external) -> String? {
    data.withUnsafeBytes { buffer -> String? in
      let base = buffer.bindMemory(to: CChar.self).baseAddress
      guard let document = xmlReadMemory(base, Int32(buffer.count), nil, nil, options) else { return nil } // weak: xml-entities file
      defer { xmlFreeDoc(document) }
      return xmlDocGetRootElement(document).map { String(cString: $0.pointee.name) }
    }
  }

  func folderName(of text: String) -> String? {
    guard let document = xmlReadDoc(text, nil, "UTF-8", PlacemarkOptions.plain) else { return nil } // safe: xml-entities
    defer { xmlFreeDoc(document) }
    return xmlDocGetRootElement(document).map { String(cString: $0.pointee.name) }
  }
}
