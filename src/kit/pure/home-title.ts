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
/** A tagline of one short sentence, where it is in the language of the reader; else the town, which is the same in all of them. Empty where the name says it. */
export function toShortLine({ name, tagline, language, city }: NamedSite, readIn: string): string {
  const short = tagline.trim().replace(/[.]$/, '')
  const line = short !== '' && short.length <= MAX_LINE && language === readIn && !/[.!?]\s/.test(short) ? short : city.trim()
  return name.toLowerCase().includes(line.toLowerCase()) ? '' : line
}
export function toHomeTitle(site: NamedSite, readIn: string): string {
  const line = toShortLine(site, readIn)
  return line ? `${site.name} · ${line}` : site.name
}
