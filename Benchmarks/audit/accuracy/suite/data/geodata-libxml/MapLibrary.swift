import SwiftUI

struct MapLibrary: View {
  @State private var names: [String] = []
  @State private var importing = false
  private let importer = PlacemarkImport()

  var body: some View {
    List(names, id: \.self) { Text($0) }
      .toolbar { Button("Import") { importing = true } }
      .fileImporter(isPresented: $importing, allowedContentTypes: [.xml]) { result in
        guard let url = try? result.get(), let data = try? Data(contentsOf: url) else { return }
        names.append(importer.rootName(of: data) ?? "Untitled")
      }
      .onOpenURL { url in
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return }
        names.append(importer.folderName(of: text) ?? "Untitled")
      }
  }

  #if targetEnvironment(macCatalyst)
  func importLayer(_ url: URL) throws {
    let document = try XMLDocument(contentsOf: url, options: [.nodeLoadExternalEntitiesAlways]) // weak: xml-entities direct
    names.append(document.rootElement()?.name ?? "Layer")
  }

  func importLegend(_ provider: NSItemProvider) {
    provider.loadDataRepresentation(forTypeIdentifier: "public.xml") { data, _ in
      let legend = try? XMLDocument(data: data ?? Data(), options: .nodeLoadExternalEntitiesNever) // safe: xml-entities
      names.append(legend?.rootElement()?.name ?? "Legend")
    }
  }
  #endif
}
