/** Building blocks of emails about bookings for any language. */
import type { EmailTemplates, EmailContent } from '#kit/email/render.ts'

export type Variables = Record<string, unknown>
type TextRenderer = (v: Variables) => string

export const text = (v: Variables, name: string): string => (v[name] === undefined || v[name] === null ? '' : String(v[name]))
/** The lines of a list variable. */
export const list = (v: Variables, name: string): string[] => (Array.isArray(v[name]) ? (v[name] as unknown[]).map(String) : [])
/** A labelled line, or nothing when the variable is empty. */
export const labelled = (v: Variables, name: string, label: string): string => (text(v, name) ? `${label}: ${text(v, name)}` : '')
/** The time zone of the times in the email. */
export const zone: TextRenderer = (v) => `(${text(v, 'timeZoneName')})`
/** Title and time, the sessions of a course, or the parts of a visit. */
export const when: TextRenderer = (v) => {
  const several = list(v, 'parts')
  if (several.length > 0) return [...several, zone(v)].join('\n')
  const sessions = list(v, 'sessions')
  if (sessions.length > 0) return [text(v, 'serviceName'), ...sessions, zone(v)].join('\n')
  return `${text(v, 'serviceName')}: ${text(v, 'startText')} ${zone(v)}${text(v, 'durationText') ? `, ${text(v, 'durationText')}` : ''}`
}
const joinInline = (...parts: string[]): string => parts.filter(Boolean).join(' · ')

/** Subjects: what happened, with the service, and for the business with the customer. */
export const about =
  (words: string): TextRenderer =>
  (v) =>
    `${words}: ${text(v, 'serviceName')}`
export const of =
  (words: string): TextRenderer =>
  (v) =>
    `${words}: ${text(v, 'customerName')}, ${text(v, 'serviceName')}`

interface TemplateTexts {
  hello: (firstName: string) => string
  see: string
  open: string
  where: string
  with: string
  price: string
  people: string
  calendar: string
  online: string
}

/** The template functions of a language. */
export function createEmailTemplates(words: TemplateTexts) {
  return {
    where: ((v) => joinInline(labelled(v, 'locationText', words.where), labelled(v, 'staffName', words.with))) satisfies TextRenderer,
    price: ((v) => joinInline(labelled(v, 'priceText', words.price), text(v, 'paymentText'))) satisfies TextRenderer,
    calendar: ((v) => labelled(v, 'calendarLink', words.calendar)) satisfies TextRenderer,
    online: ((v) => labelled(v, 'conferencingLink', words.online)) satisfies TextRenderer,
    /** An email to a customer: greeting, lines, link to the manage page. */
    customerEmail:
      (subject: TextRenderer, lines: (v: Variables) => string[], label = words.see): EmailTemplates[string] =>
      (v): EmailContent => ({
        subject: subject(v),
        paragraphs: [words.hello(text(v, 'customerFirstName')), ...lines(v), text(v, 'ownerMessage')].filter(Boolean),
        ...(text(v, 'manageLink') && { button: { label, url: text(v, 'manageLink') } }),
        ...(text(v, 'calendarFile') && { calendar: text(v, 'calendarFile') }),
      }),
    /** An email to owners and staff: lines, customer with contact details, link to the dashboard. */
    notice:
      (subject: TextRenderer, lines: (v: Variables) => string[] = () => []): EmailTemplates[string] =>
      (v): EmailContent => ({
        subject: subject(v),
        paragraphs: [
          ...lines(v),
          list(v, 'parts').length > 0 ? [...list(v, 'parts'), zone(v)].join('\n') : `${text(v, 'serviceName')}: ${text(v, 'startText')} ${zone(v)}`,
          joinInline(text(v, 'customerName'), text(v, 'customerPhone'), text(v, 'customerEmail')),
          labelled(v, 'locationText', words.where),
          joinInline(labelled(v, 'participants', words.people), labelled(v, 'staffName', words.with), labelled(v, 'priceText', words.price)),
        ].filter(Boolean),
        button: { label: words.open, url: text(v, 'adminLink') },
      }),
  }
}
