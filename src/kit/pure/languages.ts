/** The languages of the product: ISO 639-1 code → its own name. English is the source. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Language = keyof typeof languages
/** What the dashboard speaks. */
export const dashboardLanguages = ['en', 'de'] as const satisfies readonly Language[]
export type DashboardLanguage = (typeof dashboardLanguages)[number]

/** A value for every language. */
export const buildByLanguage = <T>(build: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(Object.keys(languages).map((language) => [language, build(language as Language)])) as Record<Language, T>

/** A sentence in every language. English, `message`, is the source; `{name}` is a place for a value. */
export type LocalizedText = Readonly<{ message: string } & Record<Exclude<Language, 'en'>, string>>

/** The sentence in a language, its places filled; a place that has no value stays as it is. */
export const translate = (text: LocalizedText, language: Language, values: Readonly<Record<string, unknown>> = {}): string =>
  (language === 'en' ? text.message : text[language]).replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))

/** A label and what it names, in one line. In French a no-break space stands before the colon. */
export const joinLabel = (label: string, value: string | number, language: Language): string => `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`

/** The tags of a list as its reader prefers them: `fr;q=0.5,de` asks for German first; `q=0` refuses a language. */
function parseAcceptLanguage(list: string): string[] {
  const ranges = list.split(',').map((part) => {
    const [tag = '', ...more] = part.split(';').map((piece) => piece.trim())
    const weight = more.find((piece) => piece.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The first of these languages that a list names: tags such as `de-AT`, or an Accept-Language header; undefined when there is none. */
export function matchLanguageAmong<L extends Language>(spoken: readonly L[], ...accepted: (string | null | undefined)[]): L | undefined {
  for (const text of accepted)
    for (const tag of parseAcceptLanguage(text ?? '')) {
      const language = spoken.find((one) => one === tag.slice(0, 2).toLowerCase())
      if (language && /^[a-z]{2}(-|$)/i.test(tag)) return language
    }
  return undefined
}
const all = Object.keys(languages) as Language[]
/** The same among all that the product speaks. */
export const matchLanguage = (...accepted: (string | null | undefined)[]): Language | undefined => matchLanguageAmong(all, ...accepted)
