export interface Semaphore {
  <T>(work: () => Promise<T>): Promise<T>
  /** How many pieces have begun since the process started. */
  begun: number
}

/** At most so many pieces of heavy work at once; the others wait in the order they came. */
export function createSemaphore(limit: number): Semaphore {
  let running = 0
  const queue: (() => void)[] = []
  const semaphore: Semaphore = Object.assign(
    async <T>(work: () => Promise<T>): Promise<T> => {
      if (running >= limit) await new Promise<void>((go) => queue.push(go))
      else running++
      semaphore.begun++
      try {
        return await work()
      } finally {
        // The permit passes to the next waiter, so the count stays.
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
    { begun: 0 },
  )
  return semaphore
}
