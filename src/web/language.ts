/** The language in which the page speaks, decided before it began (`page-language.ts`). */
import type { Language } from '#kit/pure/languages.ts'
import { keepLanguage } from './page-language.ts'
import { servedPage } from './served-page.ts'

/** Read once: browsers that translate pages change the attribute. Rules that are tested without a page speak English. */
const current = (typeof document === 'undefined' ? 'en' : document.documentElement.lang) as Language
/** The same as long as the page is open, for its files hold the texts of no other. */
export const pageLanguage = (): Language => servedPage()?.language ?? current

/** The visitor picks a language: it holds on this device, and against what the address asked for. The page begins again in it. */
export function chooseLanguage(language: Language): void {
  keepLanguage(language)
  if (language === pageLanguage()) return
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
  location.reload()
}
