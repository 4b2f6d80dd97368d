/** How far a piece of work of several steps has come: the work counts, a component watches with `useSyncExternalStore`. */
export interface Progress {
  get: () => number
  set: (done: number) => void
  subscribe: (listener: () => void) => () => void
}

/** Begins at 0. */
export function createProgress(): Progress {
  let done = 0
  const listeners = new Set<() => void>()
  return {
    get: () => done,
    set: (next) => {
      done = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
