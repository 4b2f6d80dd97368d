/** Decides the language of a page before anything of it is loaded: the build writes this into the page, and each file holds the texts of one language. */
import { type Language, matchLanguageAmong } from '#kit/pure/languages.ts'

/** The dashboard shows pages of the site within it, each in a language of its own: the two choices are kept apart. */
const storageKey = (): string => (/^[/]dashboard([/]|$)/.test(location.pathname) ? 'dashboard-language' : 'language')

/** Storage that a browser refuses is no reason to show nothing. */
function readStored(storage: () => Storage): string | null {
  try {
    return storage().getItem(storageKey())
  } catch {
    return null
  }
}
function writeStored(storage: () => Storage, language: Language | undefined): void {
  try {
    if (language) storage().setItem(storageKey(), language)
    else storage().removeItem(storageKey())
  } catch {
    // The choice then lasts as long as the page.
  }
}

/**
 * Speaks to the reader, in one of the languages of the page: as the address asks (`lang`, also on the pages that follow in this tab), else
 * as was chosen on this device, else as the browser prefers, else as the page was sent, which is as the site does. Source: guide identity §8.
 */
export function decideLanguage(spoken: readonly Language[]): Language {
  const page = document.documentElement
  const requested = matchLanguageAmong(spoken, new URLSearchParams(location.search).get('lang'))
  if (requested) writeStored(() => sessionStorage, requested)
  const language =
    matchLanguageAmong(
      spoken,
      requested,
      readStored(() => sessionStorage),
      readStored(() => localStorage),
      navigator.languages.join(','),
      page.lang,
    ) ?? 'en'
  page.lang = language
  return language
}

/** The choice of the visitor, against what the address asked for: the next page speaks it. */
export function keepLanguage(language: Language): void {
  writeStored(() => localStorage, language)
  writeStored(() => sessionStorage, undefined)
}
