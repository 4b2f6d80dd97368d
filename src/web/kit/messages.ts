/**
 * Texts of the web in every language: `const messages = defineMessages({ title: 'Plans' }, { de: { title: 'Tarife' } })` beside a
 * component, `useMessages(messages).title` in it. English is the source; the compiler requires the others to be complete. A
 * text with values is a function of them; one with markup may be JSX.
 */
import type { Language } from '#kit/pure/languages.ts'
import { pageLanguage, useLanguage } from '../language.ts'

export type Messages<T> = Readonly<Record<Language, T>>

/** Declares texts in all languages. */
export const defineMessages = <T>(en: T, others: Readonly<Record<Exclude<Language, 'en'>, NoInfer<T>>>): Messages<T> => ({ en, ...others })
/** The texts in the language of the page; the component renders again when it changes. */
export const useMessages = <T>(messages: Messages<T>): T => messages[useLanguage()]
/** The same outside of components, in the current language. */
export const currentMessages = <T>(messages: Messages<T>): T => messages[pageLanguage()]
