/** Pages that the server renders itself, where no flow is left for the web app. Source: guide identity §7, §8. */
import { htmlReply, type RawReply } from '#kit/api/raw-reply.ts'
import type { BaseContext } from '#kit/api/context.ts'
import { type Language, translate, type LocalizedText, matchLanguage } from '#kit/pure/languages.ts'
import { escapeHtml } from '../rules/authorize.ts'

export const PAGE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }

/** The language of a page: `lang` of the flow, else the browser's, else English. */
export const getPageLanguage = (ctx: BaseContext, asked?: string | null): Language => matchLanguage(asked, ctx.headers['accept-language']) ?? 'en'

/** The `lang` parameter of one of our URLs. */
export const getLang = (target: string | undefined): string | null => (target === undefined ? null : new URL(target, 'http://ours').searchParams.get('lang'))

interface PageText {
  title: LocalizedText
  /** Text, or a link to go on. */
  body: LocalizedText | { link: string; label: LocalizedText } | { literal: string }
}

const pages = {
  unknownApp: {
    title: { message: 'Unknown app', de: 'Unbekannte App', fr: 'Application inconnue', es: 'Aplicación desconocida' },
    body: {
      message: 'The app that sent you here is not known on this site.',
      de: 'Die App, von der du kommst, ist dieser Website nicht bekannt.',
      fr: 'L’application dont vous venez n’est pas connue sur ce site.',
      es: 'Este sitio no conoce la aplicación de la que vienes.',
    },
  },
  signedOut: {
    title: { message: 'You are signed out', de: 'Du bist abgemeldet', fr: 'Déconnexion réussie', es: 'Has cerrado sesión' },
    body: {
      message: 'You can close this page.',
      de: 'Du kannst diese Seite schließen.',
      fr: 'Vous pouvez fermer cette page.',
      es: 'Puedes cerrar esta página.',
    },
  },
  expired: {
    title: { message: 'This link has expired', de: 'Dieser Link ist abgelaufen', fr: 'Ce lien a expiré', es: 'Este enlace ha caducado' },
    body: {
      message: 'Go back to the page you came from and try again.',
      de: 'Geh zurück zu der Seite, von der du kommst, und versuche es noch einmal.',
      fr: 'Revenez à la page d’où vous venez et réessayez.',
      es: 'Vuelve a la página de la que vienes e inténtalo de nuevo.',
    },
  },
} as const satisfies Record<string, PageText>

/** The page for a redirect URI that the app does not list. */
export const invalidRedirectPage = (uri: string): PageText => ({
  title: { message: 'Invalid redirect URI', de: 'Ungültige Rücksprungadresse', fr: 'Adresse de retour non valable', es: 'Dirección de retorno no válida' },
  body: { literal: uri },
})
/** The page of a flow that has ended, with a way on. */
export const expiredPageWithLink = (link: string): PageText => ({
  title: pages.expired.title,
  body: { link, label: { message: 'Continue browsing', de: 'Weiter zur Website', fr: 'Continuer sur le site', es: 'Continuar en el sitio' } },
})
/** The page for a return address that the app does not list. */
export const addressNotAllowedPage = (why: string): PageText => ({
  title: {
    message: 'This address is not allowed',
    de: 'Diese Adresse ist nicht erlaubt',
    fr: 'Cette adresse n’est pas autorisée',
    es: 'Esta dirección no está permitida',
  },
  body: { literal: why },
})

/** A page without scripts; all input is escaped. */
export function renderPlainPage(status: number, language: Language, words: PageText | keyof typeof pages): RawReply {
  const { title, body } = typeof words === 'string' ? pages[words] : words
  const heading = escapeHtml(translate(title, language))
  const text =
    'link' in body
      ? `<a href="${escapeHtml(body.link)}">${escapeHtml(translate(body.label, language))}</a>`
      : escapeHtml('literal' in body ? body.literal : translate(body, language))
  return htmlReply(
    status,
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="robots" content="noindex"><meta name="viewport" content="width=device-width"><title>${heading}</title><body><main id="SITE_CONTAINER"><h1>${heading}</h1><p>${text}</p></main></body></html>`,
    {
      ...PAGE_HEADERS,
      'content-language': language,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    },
  )
}
