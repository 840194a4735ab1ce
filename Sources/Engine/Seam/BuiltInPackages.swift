import DocumentTypes
import Documents
package import Reconciliation

/// Which directories are one document in every library.
package let builtInPackages: PackageNames = DocumentTypeRegistry.builtIn.packages
