/** Pictures that are drawn once and kept, the last few of them. */

/** `max`: how many are kept. The key says all that a picture is made of. */
export function createPictureCache(max: number): (key: string, draw: () => Promise<Uint8Array>) => Promise<Uint8Array> {
  const kept = new Map<string, Promise<Uint8Array>>()
  return (key, draw) => {
    const found = kept.get(key) ?? draw()
    // A drawing that failed is tried again.
    found.catch(() => kept.delete(key))
    kept.delete(key)
    kept.set(key, found)
    for (const oldest of kept.keys()) if (kept.size > max) kept.delete(oldest)
    return found
  }
}
