extension ChecklistDocument {
  nonisolated static let templates = [
    DocumentTemplate<ChecklistDocument>(
      name: "packing", summary: "what to take on a journey",
      fill: filling(
        "Packing",
        [
          "Passport or identity card", "Tickets", "Keys", "Money and cards", "Medicine", "Glasses",
          "Charger", "Toothbrush and soap", "Clothes for each day", "Something warm",
          "Something against rain", "Something to read",
        ])),
    DocumentTemplate<ChecklistDocument>(
      name: "moving", summary: "what to think of when moving house",
      fill: filling(
        "Moving House",
        [
          "Give notice of the old lease", "Order boxes", "Ask friends for help", "Hire a van",
          "Have the post forwarded", "Say the new address to the bank and insurers",
          "Move electricity, water and internet", "Note the meters at both places",
          "Clean the old place", "Hand over the keys",
        ])),
  ]

  private nonisolated static func filling(
    _ title: String, _ items: [String]
  ) -> @MainActor @Sendable (ChecklistDocument) -> Void {
    { list in
      list.rename(title, undoManager: nil)
      for item in items { list.add(Checklist.Item(item), undoManager: nil) }
    }
  }
}
