extension MarkdownDocument {
  nonisolated static let templates = [
    DocumentTemplate<MarkdownDocument>(
      name: "meeting", summary: "who was there, what was said and who does what"
    ) { note in
      try note.edit(
        """
        # Meeting

        ## Present

        -

        ## Agenda

        1.

        ## Decided

        -

        ## To do

        - [ ]

        """, undoManager: nil)
    }
  ]
}
