/** Begins a page: decides its language, then starts the app in it. The build writes this into the page, as a script of its own. */
import { dashboardLanguages, type Language, languages } from '#kit/pure/languages.ts'
import { holdPresses } from './held-presses.ts'
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

const startApp = (): void => {
  if (typeof ENTRY !== 'undefined') void import(/* @vite-ignore */ ENTRY.join(language))
}
/** Its files all come at once, and run one after the other: between them the page answers. */
async function startRendered(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel]')]
  for (const link of links) link.rel = link.dataset.rel ?? ''
  for (const { href } of links) {
    // What failed to come, the app asks for again, and says so.
    await import(/* @vite-ignore */ href).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve))
  }
  startApp()
}
if (root?.hasChildNodes()) {
  holdPresses()
  runOnceSeen(() => void startRendered())
} else startApp()
