/** Slugs of members: which are allowed, and which a new member gets. Source: guide members §8. */

/** Path segments with another meaning. */
const reservedSlugs = new Set(
  'my query bulk join-community leave-community admin owner login logout signup account settings api members new edit me'.split(' '),
)

/** `reservedWords`: words that the business reserved, in lower case. */
export const isReservedSlug = (slug: string, reservedWords: readonly string[] = []): boolean =>
  reservedSlugs.has(slug.toLowerCase()) || reservedWords.includes(slug.toLowerCase())
export const isWellFormedSlug = (slug: string): boolean => slug.length <= 255 && /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(slug)

const latin: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', þ: 'th', ł: 'l', đ: 'd', ı: 'i', ä: 'ae', ö: 'oe', ü: 'ue' }
const cyrillic = Object.fromEntries(
  [...'абвгдежзийклмнопрстуфхцчшщъыьэюя'].map((letter, i) => [
    letter,
    'a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'.split(' ')[i] as string,
  ]),
)

/** Lower-case Latin letters and digits only; `member` when none remain. */
export function toSlug(name: string, reservedWords: readonly string[] = []): string {
  const transliterated = [...name.normalize('NFC').toLowerCase()].map((letter) => latin[letter] ?? cyrillic[letter] ?? letter).join('')
  const plain = transliterated
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 60)
  return plain === '' || isReservedSlug(plain, reservedWords) ? `member${plain}`.slice(0, 60) : plain
}

/** The slugs to try in order: the plain one, then 2 … 20, then four digits from `seed` (a random id). */
export function* slugCandidates(name: string, seed: string, reservedWords: readonly string[] = []): Generator<string> {
  const plain = toSlug(name, reservedWords)
  yield plain
  for (let n = 2; n <= 20; n++) yield `${plain}${n}`
  const digits = seed.replace(/\D/g, '').padEnd(20, '4')
  for (let at = 0; at + 4 <= digits.length; at += 4) yield `${plain}_${digits.slice(at, at + 4)}`
  yield `${plain}_${seed}`
}

/** The name a new member is shown under: nickname, else names, else what stands before the @. */
export function toDisplayName(person: { nickname?: string | undefined; firstName?: string | undefined; lastName?: string | undefined; email: string }): string {
  const names = [person.firstName, person.lastName].filter(Boolean).join(' ')
  return (person.nickname || names || person.email.split('@')[0] || 'member').slice(0, 100)
}
