/** Which part of what was searched for an index is to look up. Pure. */

/** Trigrams need as many letters. */
const SHORTEST_PART = 3

/** The words of a search, without regard to the spaces around them. */
export const splitIntoWords = (expression: string | null | undefined): string[] => (expression ?? '').split(/\s+/).filter(Boolean)

/**
 * What an index could look up of the words: each word, and of an email address its two sides, since thousands share a domain, or a name before the sign.
 * The longest comes first.
 */
export function listIndexableParts(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => {
    const at = word.indexOf('@')
    const sides = at < 0 ? [word] : [word.slice(0, at + 1), word.slice(at)]
    const longEnough = sides.filter((side) => side.length > SHORTEST_PART)
    return longEnough.length > 0 ? longEnough : [word]
  })
  return [...new Set(parts)].sort((a, b) => b.length - a.length)
}

/** The part that the fewest rows of a sample have; of several the longest. `counts` in the order of the parts. */
export const findRarestPart = (parts: readonly string[], counts: readonly number[]): string | undefined =>
  parts.reduce<{ part: string; count: number } | undefined>((best, part, at) => {
    const count = counts[at] ?? 0
    return best === undefined || count < best.count ? { part, count } : best
  }, undefined)?.part
