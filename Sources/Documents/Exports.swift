// What `import SwiftUI` brings to a model on Apple's platforms, as far as models need it: `URL`,
// `Data`, `JSONEncoder` and their kin, and `@Observable`.
@_exported public import FoundationEssentials
@_exported public import Observation
