export interface Turns {
  <T>(work: () => Promise<T>): Promise<T>
  /** How many pieces have begun since the process started. */
  begun: number
}

/** At most so many pieces of heavy work at once; the others wait in the order they came. */
export function inTurns(mostAtOnce: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  const turns: Turns = Object.assign(
    async <T>(work: () => Promise<T>): Promise<T> => {
      if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
      else running++
      turns.begun++
      try {
        return await work()
      } finally {
        // The place is handed on, so the count does not change while somebody waits.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
    { begun: 0 },
  )
  return turns
}
