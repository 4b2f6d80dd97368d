/** Begins a page of visitors: decides its language, then starts the app in it. The build writes this into the page, as a script of its own. */
import { decideLanguage } from './page-language.ts'

/** Address of the entry, before and after the language; undefined while developing, when all texts are in one file. */
declare const ENTRY: readonly [string, string] | undefined

const language = decideLanguage()
if (typeof ENTRY !== 'undefined') void import(/* @vite-ignore */ ENTRY.join(language))
