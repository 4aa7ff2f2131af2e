import OmamoriTransport

extension RequestURL {
  /// The URL with parameters behind those that it has, written as a form.
  func adding(_ items: [QueryItem]) throws(AuthError) -> RequestURL {
    let added = items.map { FormFields.encode($0.name) + "=" + FormFields.encode($0.value ?? "") }
    let query = (query.map { [$0] } ?? []) + added
    return try AuthError.transporting { () throws(TransportError) in
      try resolve("?" + query.joined(separator: "&"))
    }
  }
}
