/** Begins a page: decides its language, then starts the app in it. The build writes this into the page, as a script of its own. */
import { dashboardLanguages, type Language, languages } from '#kit/pure/languages.ts'
import { decideLanguage } from './page-language.ts'
import { runOnceSeen } from './once-seen.ts'

/** Address of the entry, before and after the language; undefined while developing, when all texts are in one file. */
declare const ENTRY: readonly [string, string] | undefined

/** The languages of the page; undefined while developing. */
declare const SPOKEN: readonly Language[] | undefined

const listLanguages = (): readonly Language[] => (location.pathname.startsWith('/dashboard') ? dashboardLanguages : (Object.keys(languages) as Language[]))
const written = document.documentElement.lang
const language = decideLanguage(typeof SPOKEN === 'undefined' ? listLanguages() : SPOKEN)
const root = document.getElementById('root')
// What the server rendered is in another language than the visitor chose on this device.
if (language !== written) root?.replaceChildren()

function start(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset.rel ?? ''
  if (typeof ENTRY !== 'undefined') void import(/* @vite-ignore */ ENTRY.join(language))
}
if (root?.hasChildNodes()) runOnceSeen(start)
else start()
