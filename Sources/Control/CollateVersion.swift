/// The version of the daemon and of its command line, which are released together.
package let collateVersion = "0.1.0"
