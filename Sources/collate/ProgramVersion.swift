/// The version of this program, as `collate version` prints it.
let collateVersion = "0.1.0"
