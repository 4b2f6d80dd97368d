/** The title of the home page: the name, and in a few words what or where it is. */

/** Characters; search engines show about 60 of a title. */
const MAX_LINE = 40

interface NamedSite {
  name: string
  tagline: string
  /** Of the tagline. */
  language: string
  city: string
}
/** A tagline of one short sentence, where it is in the language of the reader; else the town, which is the same in all of them. May be empty. */
export function toShortLine({ tagline, language, city }: Omit<NamedSite, 'name'>, readIn: string): string {
  const line = tagline.trim().replace(/[.]$/, '')
  return line !== '' && line.length <= MAX_LINE && language === readIn && !/[.!?]\s/.test(line) ? line : city.trim()
}
export function toHomeTitle({ name, ...site }: NamedSite, readIn: string): string {
  const line = toShortLine(site, readIn)
  return line && line !== name ? `${name} · ${line}` : name
}
