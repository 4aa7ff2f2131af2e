"""Swift that shows data: screens of SwiftUI and of UIKit."""

import random

from audit.words import SCREEN_TEXTS, snake


def screen(name: str, source: random.Random) -> str:
    rows = "\n".join(
        f"""
      Section(header: Text("{source.choice(SCREEN_TEXTS)}")) {{
        ForEach(model.items.prefix({source.randint(3, 40)})) {{ item in
          HStack(spacing: {source.randint(2, 16)}) {{
            Image(systemName: item.isFavourite ? "star.fill" : "star")
              .foregroundColor(.accentColor)
            VStack(alignment: .leading) {{
              Text(verbatim: "\\(item.id)").font(.headline)
              Text("{source.choice(SCREEN_TEXTS)}").font(.caption).foregroundStyle(.secondary)
            }}
            Spacer()
            if let selected, selected == item.id {{ ProgressView() }}
          }}
          .padding(.vertical, {source.randint(2, 12)})
          .onTapGesture {{ withAnimation {{ selected = item.id }} }}
        }}
      }}"""
        for _ in range(source.randint(2, 5))
    )
    return f"""import SwiftUI

struct {name}Screen: View {{
  @StateObject var model: {name}ViewModel
  @State private var selected: UUID?
  @AppStorage("{snake(name)}.sort") private var sort = "title"
  @Environment(\\.dismiss) private var dismiss

  var body: some View {{
    List {{{rows}
    }}
    .listStyle(.insetGrouped)
    .navigationTitle("screen.{name}.title")
    .searchable(text: $model.query)
    .refreshable {{ await model.load() }}
    .task {{ await model.load() }}
    .alert("{source.choice(SCREEN_TEXTS)}", isPresented: .constant(model.failure != nil)) {{
      Button("OK", role: .cancel) {{ model.failure = nil }}
    }} message: {{
      Text(model.failure ?? "")
    }}
    .toolbar {{
      ToolbarItem(placement: .primaryAction) {{
        Menu {{
          Button("Title") {{ sort = "title" }}
          Button("Date") {{ sort = "date" }}
        }} label: {{
          Label("Sort", systemImage: "arrow.up.arrow.down")
        }}
      }}
    }}
  }}
}}
"""


def controller(name: str, source: random.Random) -> str:
    columns = "\n".join(
        f"""
  private lazy var label{index}: UILabel = {{
    let label = UILabel()
    label.font = .preferredFont(forTextStyle: .body)
    label.numberOfLines = {source.randint(0, 3)}
    label.text = NSLocalizedString("{source.choice(SCREEN_TEXTS)}", comment: "{name}")
    label.translatesAutoresizingMaskIntoConstraints = false
    return label
  }}()"""
        for index in range(source.randint(3, 6))
    )
    secret = '\n    NSLog("password=%@", passwordField.text ?? "")' if source.random() < 0.04 else ""
    return f"""import UIKit

class {name}DetailViewController: UIViewController, UITableViewDelegate, UITableViewDataSource {{
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let passwordField = UITextField()
  private var sections: [[String: Any]] = []
  var onClose: ((Bool) -> Void)?
{columns}

  override func viewDidLoad() {{
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 0.{source.randint(1, 9)}, green: 0.{source.randint(1, 9)}, blue: 0.5, alpha: 1)
    passwordField.isSecureTextEntry = true
    tableView.delegate = self
    tableView.dataSource = self
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "{name}Cell")
    view.addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: {source.randint(0, 24)}),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    NotificationCenter.default.addObserver(
      self, selector: #selector(reload(_:)), name: Notification.Name("{name}Changed"), object: nil)
  }}

  @objc func reload(_ notification: Notification) {{
    guard let info = notification.userInfo as? [String: Any], let rows = info["rows"] as? [[String: Any]] else {{
      return
    }}
    sections = rows{secret}
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.{source.randint(1, 9)}) {{ [weak self] in
      self?.tableView.reloadData()
    }}
  }}

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {{ sections.count }}

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {{
    let cell = tableView.dequeueReusableCell(withIdentifier: "{name}Cell", for: indexPath)
    let row = sections[indexPath.row]
    cell.textLabel?.text = (row["title"] as? String) ?? "–"
    cell.detailTextLabel?.text = String(format: "%.1f kg", (row["weight"] as? Double) ?? 0)
    cell.accessoryType = indexPath.row % 2 == 0 ? .disclosureIndicator : .none
    return cell
  }}

  deinit {{ NotificationCenter.default.removeObserver(self) }}
}}
"""
