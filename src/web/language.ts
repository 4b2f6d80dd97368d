/** The language in which the pages speak. The dashboard speaks English; the site speaks to its visitors in theirs. */
import { useSyncExternalStore } from 'react'
import { type Language, spoken } from '#kit/pure/languages.ts'

const KEPT = 'language'
let current: Language = 'en'
const listeners = new Set<() => void>()

export const pageLanguage = (): Language => current
export const useLanguage = (): Language =>
  useSyncExternalStore((tell) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  }, pageLanguage)

function speak(language: Language): void {
  document.documentElement.lang = language
  if (language === current) return
  current = language
  for (const tell of listeners) tell()
}

/** Storage that a browser refuses is no reason to show nothing. */
function kept(storage: () => Storage): string | null {
  try {
    return storage().getItem(KEPT)
  } catch {
    return null
  }
}
function keep(storage: () => Storage, language: Language | undefined): void {
  try {
    if (language) storage().setItem(KEPT, language)
    else storage().removeItem(KEPT)
  } catch {
    // The choice then lasts as long as the page.
  }
}

/**
 * Speaks to a visitor: as the address asks (`lang`, also on the pages that follow in this tab), else as was chosen on this
 * device, else as the browser prefers, else as the site does. Source: guide identity 8.
 */
export function speakToVisitor(siteLanguage: string): void {
  const asked = spoken(new URLSearchParams(location.search).get('lang'))
  if (asked) keep(() => sessionStorage, asked)
  speak(
    spoken(
      asked,
      kept(() => sessionStorage),
      kept(() => localStorage),
      navigator.languages.join(','),
      siteLanguage,
    ) ?? 'en',
  )
}

/** The visitor picks a language: it holds on this device, and against what the address asked for. */
export function chooseLanguage(language: Language): void {
  keep(() => localStorage, language)
  keep(() => sessionStorage, undefined)
  const address = new URL(location.href)
  if (address.searchParams.has('lang')) {
    address.searchParams.delete('lang')
    history.replaceState(history.state, '', address)
  }
  speak(language)
}
