/** The language in which the pages speak. The dashboard speaks English; the site speaks to its visitors in theirs. */
import { useSyncExternalStore } from 'react'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'

const STORAGE_KEY = 'language'
let current: Language = 'en'
const listeners = new Set<() => void>()

export const pageLanguage = (): Language => current
export const useLanguage = (): Language =>
  useSyncExternalStore((notify) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }, pageLanguage)

function setLanguage(language: Language): void {
  document.documentElement.lang = language
  if (language === current) return
  current = language
  for (const notify of listeners) notify()
}

/** Storage that a browser refuses is no reason to show nothing. */
function readStored(storage: () => Storage): string | null {
  try {
    return storage().getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
function writeStored(storage: () => Storage, language: Language | undefined): void {
  try {
    if (language) storage().setItem(STORAGE_KEY, language)
    else storage().removeItem(STORAGE_KEY)
  } catch {
    // The choice then lasts as long as the page.
  }
}

/**
 * Speaks to a visitor: as the address asks (`lang`, also on the pages that follow in this tab), else as was chosen on this
 * device, else as the browser prefers, else as the site does. Source: guide identity §8.
 */
export function applyVisitorLanguage(siteLanguage: string): void {
  const requested = matchLanguage(new URLSearchParams(location.search).get('lang'))
  if (requested) writeStored(() => sessionStorage, requested)
  setLanguage(
    matchLanguage(
      requested,
      readStored(() => sessionStorage),
      readStored(() => localStorage),
      navigator.languages.join(','),
      siteLanguage,
    ) ?? 'en',
  )
}

/** The visitor picks a language: it holds on this device, and against what the address asked for. */
export function chooseLanguage(language: Language): void {
  writeStored(() => localStorage, language)
  writeStored(() => sessionStorage, undefined)
  const address = new URL(location.href)
  if (address.searchParams.has('lang')) {
    address.searchParams.delete('lang')
    history.replaceState(history.state, '', address)
  }
  setLanguage(language)
}
