/** Long work on the event loop, in slices: between them others are served. */
import { setImmediate } from 'node:timers/promises'

/** Of one slice. What must not happen is that others wait for more than 50. */
const SLICE_MS = 10

/** Maps in order, one after the other; others are served at least every few milliseconds. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = []
  let began = performance.now()
  for (const item of items) {
    results.push(await map(item))
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
  return results
}
