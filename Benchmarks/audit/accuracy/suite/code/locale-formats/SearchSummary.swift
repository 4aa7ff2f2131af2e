import SwiftUI

struct SearchSummary: View {
  @State private var query = ""
  let matches: Int

  private var summary: String {
    String(format: "\(query): %d", matches) // weak: format helper
  }

  private var detail: String {
    String(format: matches == 1 ? "%d match for %@" : "%d matches for %@", matches, query) // safe: format
  }

  var body: some View {
    VStack {
      TextField("Stop", text: $query)
      Text(verbatim: summary)
      Text(verbatim: detail)
    }
  }
}
