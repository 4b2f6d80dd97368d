/**
 * Texts of the web in every language: `const messages = defineMessages({ title: 'Plans' }, { de: { title: 'Tarife' } })` beside a
 * component, `useMessages(messages).title` in it. English is the source; the compiler requires the others to be complete. A
 * text with values is a function of them; one with markup may be JSX. The build keeps those of one language in each file
 * (`tools/texts-by-language.ts`), which is why both arguments are written in place.
 */
import type { DashboardLanguage, Language } from '#kit/pure/languages.ts'
import { pageLanguage } from '../language.ts'

declare const texts: unique symbol
/** Texts of which only those in the language of the page can be read. */
export interface Messages<T> {
  readonly [texts]: T
}
/** The texts as they are read. */
export type TextsOf<M> = M extends Messages<infer T> ? T : never

/** Declares texts in all languages. */
export const defineMessages = <T>(en: T, others: Readonly<Record<Exclude<Language, 'en'>, NoInfer<T>>>): Messages<T> =>
  ({ en, ...others }) as unknown as Messages<T>
/** Declares texts of the dashboard, in the languages that it speaks. */
export const defineDashboardMessages = <T>(en: T, others: Readonly<Record<Exclude<DashboardLanguage, 'en'>, NoInfer<T>>>): Messages<T> =>
  ({ en, ...others }) as unknown as Messages<T>
/** The texts in the language of the page. */
export const currentMessages = <T>(messages: Messages<T>): T => (messages as unknown as Readonly<Record<Language, T>>)[pageLanguage()]
/** The same within components. */
export const useMessages = currentMessages
