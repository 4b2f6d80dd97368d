/** The page that the server renders at the moment. In the browser there is none. */
import type { Language } from '#kit/pure/languages.ts'

export interface ServedPage {
  language: Language
  /** Reply of `setup.getSite`. */
  facts: object
  /** Milliseconds since 1970. */
  now: number
  /** The reply to a call of a visitor. */
  ask: (method: string, url: string, body: unknown) => Promise<unknown>
}

let find: () => ServedPage | undefined = () => undefined
/** Pages are rendered side by side: each sees its own. */
export const setServedPage = (finder: typeof find): void => void (find = finder)
export const servedPage = (): ServedPage | undefined => find()
