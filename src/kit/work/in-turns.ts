/** At most so many pieces of heavy work at once; the others wait in the order they came. */
export function inTurns(mostAtOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed on, so the count does not change while somebody waits.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
