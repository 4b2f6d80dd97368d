import { Temporal } from 'temporal-polyfill'
import { type Language, spoken } from '../pure/languages.ts'

/** A letter's words: every template of every domain gives a subject, paragraphs and perhaps a button; the frame is one. */
export interface MailText {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; url: string } | undefined
  /** A calendar file (iCalendar text) that goes along. */
  calendar?: string | undefined
}
/** Says an instant (ISO text, UTC) as a date and a time of the site's zone, in the language of the letter. */
export type Moment = (at: unknown) => string
export type MailTemplates = Readonly<Record<string, (variables: Record<string, unknown>, moment: Moment) => MailText>>
/** Language → letters. English has them all; what another language lacks is written in English. */
export type MailBook = Readonly<Record<Language, MailTemplates>>

interface Sender {
  siteName: string
  accent: string
  /** IANA name. */
  timeZone: string
}

/** One letter in the language of its reader: its words, subject, HTML and plain text. Throws for a template that nobody wrote. */
export function writeMail(
  book: MailBook,
  { template, variables, language }: { template: string; variables: Record<string, unknown>; language: string },
  sender: Sender,
  /** Where the reader says that they do without letters of this kind. */
  choose?: string,
) {
  const wanted = spoken(language) ?? 'en'
  const tongue = book[wanted][template] ? wanted : 'en'
  const words = book[tongue][template]
  if (!words) throw new Error(`no mail template named ${template}`)
  const format = new Intl.DateTimeFormat(tongue, { dateStyle: 'long', timeStyle: 'short', timeZone: sender.timeZone })
  const text = words(variables, (at) => (typeof at === 'string' && at !== '' ? format.format(Temporal.Instant.from(at).epochMilliseconds) : ''))
  return { calendar: text.calendar, ...renderMail(text, { ...sender, language: tongue, choose }) }
}

const leaveOut: Readonly<Record<Language, string>> = {
  en: 'No more letters like this, or other letters',
  de: 'Solche Briefe nicht mehr, oder andere',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Subject, HTML and plain text of one letter. All variables are escaped. */
function renderMail(text: MailText, frame: Sender & { language: Language; choose: string | undefined }): { subject: string; html: string; text: string } {
  const paragraphs = text.paragraphs.filter((paragraph) => paragraph !== '')
  const button = text.button
    ? `<p style="margin:28px 0"><a href="${escape(text.button.url)}" style="background:${escape(frame.accent)};color:#fff;text-decoration:none;padding:12px 22px;border-radius:10px;display:inline-block;font-weight:600">${escape(text.button.label)}</a></p>`
    : ''
  const foot = frame.choose ? { label: leaveOut[frame.language], url: frame.choose } : undefined
  const last = foot ? `<p style="margin:20px 4px 0;font-size:14px"><a href="${escape(foot.url)}" style="color:#5d6a64">${escape(foot.label)}</a></p>` : ''
  const html = `<!doctype html><html lang="${frame.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(text.subject)}</title></head><body style="margin:0;background:#f6f4f0;font:16px/1.55 system-ui,sans-serif;color:#26302c"><div style="max-width:560px;margin:0 auto;padding:32px 20px"><p style="font-weight:700;font-size:18px;margin:0 0 20px">${escape(frame.siteName)}</p><div style="background:#fff;border-radius:16px;padding:28px 26px"><h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escape(text.subject)}</h1>${paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${escape(paragraph).replaceAll('\n', '<br>')}</p>`).join('')}${button}</div>${last}</div></body></html>`
  const plain = [
    text.subject,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...(text.button ? [`${text.button.label}: ${text.button.url}`, ''] : []),
    frame.siteName,
    ...(foot ? ['', `${foot.label}: ${foot.url}`] : []),
  ].join('\n')
  return { subject: text.subject, html, text: plain }
}
