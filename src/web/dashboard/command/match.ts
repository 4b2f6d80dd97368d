/** Which commands fit what was typed, best first. */

/** Without case and accents, so that "cafe" finds "Café". */
const toPlain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const startsWord = (text: string, word: string): boolean => text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word))

/**
 * How well a name fits: 0 not at all, 3 begins with what was typed, 2 every word typed begins a word of the name,
 * 1 every word typed occurs in the name or begins one of the other words for it.
 */
export function rank(typed: string, name: string, others = ''): 0 | 1 | 2 | 3 {
  const query = toPlain(typed).trim()
  const plain = toPlain(name)
  const words = query.split(/\s+/).filter(Boolean)
  if (words.length === 0) return 0
  if (plain.startsWith(query)) return 3
  if (words.every((word) => startsWord(plain, word))) return 2
  return words.every((word) => plain.includes(word) || startsWord(toPlain(others), word)) ? 1 : 0
}

/** The best `limit` of a list that fit at least as well as `min`; equal ones stay in their order. */
export const findBest = <T>(
  typed: string,
  list: readonly T[],
  textOf: (one: T) => { name: string; others?: string | undefined },
  limit: number,
  min: 1 | 2 = 1,
): T[] =>
  list
    .map((one) => ({ one, fit: rank(typed, textOf(one).name, textOf(one).others) }))
    .filter(({ fit }) => fit >= min)
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, limit)
    .map(({ one }) => one)
