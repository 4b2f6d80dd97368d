/** The languages that letters are written in: two letters → the name by which its speakers know it. English is the source. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** The first language of a list that we speak: tags such as `de-AT`, or an Accept-Language header; undefined when there is none. */
export function spoken(...asked: (string | null | undefined)[]): Language | undefined {
  for (const text of asked)
    for (const tag of (text ?? '').split(',')) {
      const language = tag.trim().slice(0, 2).toLowerCase()
      if (language in languages && /^[a-z]{2}([-;]|$)/i.test(tag.trim())) return language as Language
    }
  return undefined
}
