import SwiftUI
import UIKit

final class ClinicAppDelegate: NSObject, UIApplicationDelegate {
  var model: VisitsViewModel?

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    await model?.apply(push: userInfo)
    return .newData
  }
}

struct VisitsScreen: View {
  @ObservedObject var model: VisitsViewModel

  var body: some View {
    Form {
      TextField("Patient", text: $model.searchText)
      TextField("Insurance number", text: $model.insuranceNumber).keyboardType(.numberPad)
      Button("Room") { model.filterByRoom() }
      ForEach(model.results, id: \.self) { Text($0) }
    }
    .onOpenURL { model.open($0) }
    .task { try? await model.updateSchema(from: URL(string: "https://clinic.example.org/schema.json")!) }
  }
}
