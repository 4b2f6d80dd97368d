import { nextStates, type StateMachine } from '#kit/pure/state-machine.ts'

/** Every status that can be reached from one, itself included. */
export function reachableStates<S extends string, A extends string>(machine: StateMachine<S, A>, from: S): Set<S> {
  const seen = new Set<S>([from])
  const unvisited = [from]
  for (let status = unvisited.pop(); status !== undefined; status = unvisited.pop()) {
    for (const action of Object.keys(machine[status]) as A[]) {
      for (const next of nextStates(machine, status, action)) {
        if (!seen.has(next)) {
          seen.add(next)
          unvisited.push(next)
        }
      }
    }
  }
  return seen
}
