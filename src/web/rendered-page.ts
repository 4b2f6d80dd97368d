/** What the server rendered this page with: the browser renders the same at first, so that it can take the page over as it is. */
import type { Language } from '#kit/pure/languages.ts'
import { readEmbeddedData } from './embedded-data.ts'
import { servedPage } from './served-page.ts'

interface RenderedPage {
  language: Language
  /** Milliseconds since 1970. */
  now: number
  /** Keys and data of the queries that the page shows. */
  queries: [key: readonly unknown[], data: unknown][]
}

/** Undefined where the browser renders from the start. */
export const renderedPage = readEmbeddedData<RenderedPage>('rendered-page')

/** Milliseconds within which the browser has taken the page over, even on a slow phone. */
const TAKEOVER_MS = 10_000
/** Time in milliseconds since 1970, for what a screen shows: until the browser has taken the page over, that of the server. */
export const pageTime = (): number => servedPage()?.now ?? (renderedPage && performance.now() < TAKEOVER_MS ? renderedPage.now : Date.now())
