import CoreLocation
import SwiftUI
import os

struct BillLink: Identifiable {
  let id: String
}

@MainActor
final class PartyModel: ObservableObject {
  @Published private(set) var parties: [Party] = []
  @Published private(set) var failed = false
  @Published var selectedID: String?
  @Published var bill: BillLink?

  func reload() async {
    do {
      parties = try await APIClient.shared.parties()
      failed = false
    } catch {
      failed = true
    }
  }

  /// Shows what a link names, once the user has agreed to it.
  func show(_ link: DeepLink) {
    switch link {
    case .party(let id): selectedID = id
    case .bill(let id): bill = BillLink(id: id)
    }
  }
}

// これからの月見会。
struct PartyListView: View {
  @EnvironmentObject private var model: PartyModel
  @State private var showsScanner = false

  var body: some View {
    NavigationStack {
      List(model.parties) { party in
        VStack(alignment: .leading) {
          Text(party.title).font(.headline)
          Text(party.place).foregroundStyle(.secondary)
          Text(party.date, format: .dateTime.month().day().hour())
        }
      }
      .refreshable { await model.reload() }
      .toolbar {
        Button("招待状を撮る", systemImage: "camera") { showsScanner = true }
      }
      .sheet(isPresented: $showsScanner) { InvitationCamera() }
      .sheet(item: $model.bill) { link in BillView(id: link.id) }
      .navigationTitle("月見会")
      .overlay {
        if model.failed { ContentUnavailableView("読み込めませんでした", systemImage: "cloud.moon") }
      }
    }
    .task { await model.reload() }
  }
}

struct InvitationCamera: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> UIImagePickerController {
    let picker = UIImagePickerController()
    picker.sourceType = .camera
    return picker
  }

  func updateUIViewController(_ picker: UIImagePickerController, context: Context) {}
}

/// Finds the hill from which the moon is seen best.
final class ViewpointFinder: NSObject, CLLocationManagerDelegate {
  private let logger = Logger(subsystem: "example.tsukimi.app", category: "viewpoint")
  private let manager = CLLocationManager()
  private(set) var place: CLLocation?

  func start() {
    manager.delegate = self
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let last = locations.last else { return }
    place = last
    logger.debug("Viewpoint found, accurate to \(last.horizontalAccuracy, privacy: .private) m")
    manager.stopUpdatingLocation()
  }
}
