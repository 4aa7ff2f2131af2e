import CoreLocation
import SwiftUI

@MainActor
final class PartyModel: ObservableObject {
  @Published var parties: [Party] = []
  @Published var selectedID: String?
  @Published var attachment: Data?

  func reload() async {
    do {
      parties = try await APIClient.shared.parties()
    } catch {
      parties = []
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
      .navigationTitle("月見会")
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
  private let manager = CLLocationManager()

  func start() {
    manager.delegate = self
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let place = locations.last else { return }
    print("viewpoint near \(place.coordinate.latitude), \(place.coordinate.longitude)")
    manager.stopUpdatingLocation()
  }
}
