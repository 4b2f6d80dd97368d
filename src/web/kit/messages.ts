/**
 * What pages say, in every language that the site speaks: `const said = words({ title: 'Plans' }, { de: { title: 'Tarife' } })`
 * beside the component, `useWords(said).title` in it. English is the source; the compiler demands the others whole. A text
 * that holds something is a function of it; one that holds markup may be JSX.
 */
import type { Language } from '#kit/pure/languages.ts'
import { pageLanguage, useLanguage } from '../language.ts'

export type Messages<T> = Readonly<Record<Language, T>>

/** Declares texts in all languages, all of one shape. */
export const defineMessages = <T>(en: T, others: Readonly<Record<Exclude<Language, 'en'>, NoInfer<T>>>): Messages<T> => ({ en, ...others })
/** The texts in the language of the page, for components: they change with it. */
export const useMessages = <T>(messages: Messages<T>): T => messages[useLanguage()]
/** The same outside of components: in the language of this moment. */
export const currentMessages = <T>(messages: Messages<T>): T => messages[pageLanguage()]
