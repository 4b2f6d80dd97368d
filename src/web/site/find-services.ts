/** Services by name: every word that is typed begins or stands within it, whatever its case and accents. Pure. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLocaleLowerCase()

export function findServices<T extends { name: string }>(services: readonly T[], typed: string): readonly T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return words.length === 0 ? services : services.filter(({ name }) => words.every((word) => plain(name).includes(word)))
}
