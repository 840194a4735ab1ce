import CollateDaemon

runDaemon()
