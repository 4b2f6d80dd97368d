/** Begins a page: decides its language, then starts the app in it. The build writes this into the page, as a script of its own. */
import { dashboardLanguages, type Language, languages } from '#kit/pure/languages.ts'
import { decideLanguage } from './page-language.ts'

/** Address of the entry, before and after the language; undefined while developing, when all texts are in one file. */
declare const ENTRY: readonly [string, string] | undefined

/** The languages of the page; undefined while developing. */
declare const SPOKEN: readonly Language[] | undefined

const listLanguages = (): readonly Language[] => (location.pathname.startsWith('/dashboard') ? dashboardLanguages : (Object.keys(languages) as Language[]))
const written = document.documentElement.lang
const language = decideLanguage(typeof SPOKEN === 'undefined' ? listLanguages() : SPOKEN)
// What the server rendered is in another language than the visitor chose on this device.
if (language !== written) document.getElementById('root')?.replaceChildren()
if (typeof ENTRY !== 'undefined') void import(/* @vite-ignore */ ENTRY.join(language))
