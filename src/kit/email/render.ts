import { Temporal } from 'temporal-polyfill'
import { dateFormat } from '../pure/date-format.ts'
import { joinLabel, type Language, matchLanguage } from '../pure/languages.ts'
import type { EmailContent, EmailTemplates, FormatInstant } from './content.ts'
import { applyWording, type EmailBlock, type Wording } from './wording.ts'

export type { EmailContent, EmailTemplates, FormatInstant } from './content.ts'

/** Templates by language. English has all of them; other languages fall back to it. */
export type EmailCatalog = Readonly<Record<Language, EmailTemplates>>

/** What every email knows beside the variables of its template. `sentAt`: an instant as ISO text, in UTC. */
export interface CommonEmailVariables {
  siteName: string
  siteUrl: string
  /** The address that it goes to. */
  email: string
  language: string
  sentAt: string
}
/** The templates of a language, from one declaration of template → its variables (`emails/variables.ts` of a domain). */
export type EmailTemplatesOf<V> = {
  readonly [T in keyof V & string]: (variables: V[T] & CommonEmailVariables, formatInstant: FormatInstant) => EmailContent
}
/** The templates of a domain in every language: one that a language lacks, or a variable that it does not have, does not compile. */
export const defineEmails = <V>(catalog: Readonly<Record<Language, EmailTemplatesOf<V>>>): EmailCatalog =>
  // A queued email is stored as a template and any variables; those of its template are what was queued by the same declaration.
  catalog as unknown as EmailCatalog

interface EmailSender {
  siteName: string
  accent: string
  /** IANA name. */
  timeZone: string
}

/** What an email has beside its template. */
interface RenderOptions {
  /** The page where the reader unsubscribes from emails of this kind. */
  preferencesUrl?: string | undefined
  /** The words of the business, with the blocks that they may name. */
  wording?: (Wording & { blocks: Readonly<Record<string, EmailBlock>> }) | undefined
}

/** Renders an email in the language of its recipient: subject, HTML and plain text. Throws for an unknown template. */
export function renderEmail(
  catalog: EmailCatalog,
  { template, variables, language }: { template: string; variables: Record<string, unknown>; language: string },
  sender: EmailSender,
  { preferencesUrl, wording }: RenderOptions = {},
) {
  const requestedLanguage = matchLanguage(language) ?? 'en'
  const templateLanguage = catalog[requestedLanguage][template] ? requestedLanguage : 'en'
  const buildContent = catalog[templateLanguage][template]
  if (!buildContent) throw new Error(`no email template named ${template}`)
  const format = dateFormat(templateLanguage, sender.timeZone, { dateStyle: 'long', timeStyle: 'short', timeZone: sender.timeZone })
  const formatInstant: FormatInstant = (at) => (typeof at === 'string' && at !== '' ? format.format(Temporal.Instant.from(at).epochMilliseconds) : '')
  const content = buildContent(variables, formatInstant)
  const text = wording ? applyWording(content, wording, { variables, blocks: wording.blocks, formatInstant }) : content
  const siteUrl = typeof variables.siteUrl === 'string' ? variables.siteUrl : ''
  return { calendar: text.calendar, ...renderLayout(text, { ...sender, language: templateLanguage, preferencesUrl, siteUrl }) }
}

const preferencesLabel: Readonly<Record<Language, string>> = {
  en: 'Change which emails you get',
  de: 'E-Mail-Einstellungen ändern',
  fr: 'Choisir les e-mails que vous recevez',
  es: 'Elegir qué correos recibes',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/**
 * A line of text as HTML. A line that leads to the site itself, "Your receipt: https://…", is a link that shows its label alone: the
 * addresses carry long tokens. So is one with an address of `links`. Other addresses stay as they are, for people write them, and readers
 * are to see where they lead.
 */
function renderLine(line: string, { siteUrl, accent, links }: { siteUrl: string; accent: string; links: readonly string[] }): string {
  const [, label = '', url = ''] = /^([^:]+): (https?:\/\/\S+)$/.exec(line) ?? []
  const isOwn = URL.canParse(siteUrl) && URL.canParse(url) && (links.includes(url) || new URL(url).origin === new URL(siteUrl).origin)
  return isOwn ? `<a href="${escape(url)}" style="color:${escape(accent)}">${escape(label.trim())}</a>` : escape(line)
}

/** Subject, HTML and plain text of one email. All variables are escaped. */
function renderLayout(
  text: EmailContent,
  layout: EmailSender & { language: Language; preferencesUrl: string | undefined; siteUrl: string },
): { subject: string; html: string; text: string } {
  const paragraphs = text.paragraphs.filter((paragraph) => paragraph !== '')
  const button = text.button
    ? `<p style="margin:28px 0"><a href="${escape(text.button.url)}" style="background:${escape(layout.accent)};color:#fff;text-decoration:none;padding:12px 22px;border-radius:10px;display:inline-block;font-weight:600">${escape(text.button.label)}</a></p>`
    : ''
  const preferencesLink = layout.preferencesUrl ? { label: preferencesLabel[layout.language], url: layout.preferencesUrl } : undefined
  const footer = preferencesLink
    ? `<p style="margin:20px 4px 0;font-size:14px"><a href="${escape(preferencesLink.url)}" style="color:#5d6a64">${escape(preferencesLink.label)}</a></p>`
    : ''
  const html = `<!doctype html><html lang="${layout.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(text.subject)}</title></head><body style="margin:0;background:#f6f4f0;font:16px/1.55 system-ui,sans-serif;color:#26302c"><div style="max-width:560px;margin:0 auto;padding:32px 20px"><p style="font-weight:700;font-size:18px;margin:0 0 20px">${escape(layout.siteName)}</p><div style="background:#fff;border-radius:16px;padding:28px 26px;overflow-wrap:anywhere"><h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escape(text.subject)}</h1>${paragraphs
    .map(
      (paragraph) =>
        `<p style="margin:0 0 14px">${paragraph
          .split('\n')
          .map((line) => renderLine(line, { ...layout, links: text.links ?? [] }))
          .join('<br>')}</p>`,
    )
    .join('')}${button}</div>${footer}</div></body></html>`
  const plain = [
    text.subject,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...(text.button ? [joinLabel(text.button.label, text.button.url, layout.language), ''] : []),
    layout.siteName,
    ...(preferencesLink ? ['', joinLabel(preferencesLink.label, preferencesLink.url, layout.language)] : []),
  ].join('\n')
  return { subject: text.subject, html, text: plain }
}
