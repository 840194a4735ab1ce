/// Decides what a library's names are to be, and what to do in each replica to get there.
///
/// Total and pure: the same situation gives the same plan. With the replicas in another order
/// the plan is the same, in that order. Names and directories only: where contents differ, and
/// what a replica lacks, is for each document's own plan, made afterwards under the planned name.
///
/// - A document is where it was moved to, with its directory or by itself. A move to another
///   directory and a new name given elsewhere are both done.
/// - A move counts like an edit: deleted in one replica and moved in another, it stays. With a
///   moved directory stays what was deleted together with it; what was deleted out of it goes.
/// - Directories that come to one name are one directory. Of documents that come to one name the
///   one modified last keeps it (a package before a file, a file before a link), the others get
///   the names of conflict copies.
/// - A directory goes where it was deleted and nothing in it is kept.
///
/// To carry it out: each replica's operations in order, documents planned under their new names
/// (`PlannedName.outlivesDeletion`), then `names` recorded as agreed, and for what a replica has
/// otherwise (`held`) its `ReplicaTree.earlier` or `lacking`. After a crash between any two
/// operations, or where one finds something else than it expects, the names are planned again
/// from what stands there then, with the agreed names as they were.
package func planTree(_ situation: TreeSituation) -> TreePlan {
  var decisions = TreeDecisions(TreeCensus(situation))
  decisions.decide()
  var arrangement = TreeArrangement(decisions)
  arrangement.arrange()
  while !arrangement.waiting.isEmpty {
    decisions.postpone(arrangement.waiting)
    arrangement = TreeArrangement(decisions)
    arrangement.arrange()
  }
  var plan = TreePlan(
    names: arrangement.plannedNames(), operations: [], held: [], findings: arrangement.findings)
  for replica in situation.replicas.indices {
    var steps = TreeSteps(arrangement, replica: replica)
    steps.makeAll()
    plan.operations.append(steps.operations)
    plan.held.append(steps.held())
  }
  return plan
}
