import SwiftData
import SwiftUI

struct IntakeForm {
  var name = ""
  var ssn = ""
  var birthday = Date.now
  var findings = ""
  var unit = GlucoseUnit.mgdl
}

struct IntakeView: View {
  @Environment(\.modelContext) private var context
  @State private var form = IntakeForm()
  @State private var glucose = 0.0

  var body: some View {
    Form {
      TextField("Name", text: $form.name)
      TextField("Social security number", text: $form.ssn)
      DatePicker("Born", selection: $form.birthday, displayedComponents: .date)
      TextField("Findings", text: $form.findings, axis: .vertical)
      TextField("Blood glucose", value: $glucose, format: .number)
      Button("Register", action: register)
    }
  }

  private func register() {
    let patient = Patient(displayName: form.name)
    patient.insuranceNo = form.ssn // weak: store-database helper
    patient.diagnosis = form.findings // weak: store-database helper
    patient.dob = form.birthday // weak: store-database helper
    patient.diagnosisRevision = 1 // safe: store-database
    context.insert(patient)
    record(for: patient)
  }

  private func record(for patient: Patient) {
    let reading = Reading()
    reading.bloodGlucose = glucose // weak: store-database helper
    reading.glucoseUnit = form.unit // safe: store-database
    reading.patient = patient
    context.insert(reading)
  }
}
