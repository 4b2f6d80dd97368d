/** What lists of the dashboard call a client, in the language of who reads them. */
import type { ReadContext } from '#kit/api/context.ts'
import { type Language, matchLanguage, translate } from '#kit/pure/languages.ts'

export const unnamedClient = { message: 'Guest', de: 'Gast', fr: 'Invité', es: 'Invitado' }

/** The language of who reads an answer of the dashboard: that of the request, else English. */
export const resolveReaderLanguage = (ctx: ReadContext): Language => matchLanguage(ctx.headers['accept-language']) ?? 'en'

/** First and last name; a client without either is a guest. */
export const formatClientName = ({ firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined }, language: Language): string =>
  [firstName, lastName].filter(Boolean).join(' ') || translate(unnamedClient, language)
