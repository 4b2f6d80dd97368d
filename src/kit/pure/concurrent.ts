/** Runs a function over items concurrently, at most so many at a time. The first failure stops all workers and is thrown. */
export async function forEachConcurrent<T>(items: readonly T[], limit: number, work: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const item = items[next++] as T
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
