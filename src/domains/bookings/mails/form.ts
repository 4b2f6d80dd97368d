/** How letters about bookings are put together in any language. */
import type { MailTemplates, MailText } from '#kit/mail/render.ts'

export type Variables = Record<string, unknown>
type Says = (v: Variables) => string

export const text = (v: Variables, name: string): string => (v[name] === undefined || v[name] === null ? '' : String(v[name]))
/** The lines of a variable that has several. */
export const list = (v: Variables, name: string): string[] => (Array.isArray(v[name]) ? (v[name] as unknown[]).map(String) : [])
/** A line that is only there when there is something to say. */
export const labelled = (v: Variables, name: string, label: string): string => (text(v, name) ? `${label}: ${text(v, name)}` : '')
/** Where the times of a letter hold. */
export const zone: Says = (v) => `(${text(v, 'timeZoneName')})`
/** What is booked and when: one time, the sessions of a course or the parts of a visit. */
export const when: Says = (v) => {
  const several = list(v, 'parts')
  if (several.length > 0) return [...several, zone(v)].join('\n')
  const sessions = list(v, 'sessions')
  if (sessions.length > 0) return [text(v, 'serviceName'), ...sessions, zone(v)].join('\n')
  return `${text(v, 'serviceName')}: ${text(v, 'startText')} ${zone(v)}${text(v, 'durationText') ? `, ${text(v, 'durationText')}` : ''}`
}
const inOneLine = (...parts: string[]): string => parts.filter(Boolean).join(' · ')

/** Subjects: what happened, with which service, and for owners with whom. */
export const about =
  (words: string): Says =>
  (v) =>
    `${words}: ${text(v, 'serviceName')}`
export const of =
  (words: string): Says =>
  (v) =>
    `${words}: ${text(v, 'customerName')}, ${text(v, 'serviceName')}`

interface Words {
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

/** The pieces of letters in a language. */
export function lettersWith(words: Words) {
  return {
    where: ((v) => inOneLine(labelled(v, 'locationText', words.where), labelled(v, 'staffName', words.with))) satisfies Says,
    price: ((v) => inOneLine(labelled(v, 'priceText', words.price), text(v, 'paymentText'))) satisfies Says,
    calendar: ((v) => labelled(v, 'calendarLink', words.calendar)) satisfies Says,
    online: ((v) => labelled(v, 'conferencingLink', words.online)) satisfies Says,
    /** Letters to customers greet, and lead to the booking. */
    letter:
      (subject: Says, lines: (v: Variables) => string[], label = words.see): MailTemplates[string] =>
      (v): MailText => ({
        subject: subject(v),
        paragraphs: [words.hello(text(v, 'customerFirstName')), ...lines(v), text(v, 'ownerMessage')].filter(Boolean),
        ...(text(v, 'manageLink') && { button: { label, url: text(v, 'manageLink') } }),
        ...(text(v, 'calendarFile') && { calendar: text(v, 'calendarFile') }),
      }),
    /** Letters to owners and staff: who it is, how to reach them, and where to act. */
    notice:
      (subject: Says, lines: (v: Variables) => string[] = () => []): MailTemplates[string] =>
      (v): MailText => ({
        subject: subject(v),
        paragraphs: [
          ...lines(v),
          list(v, 'parts').length > 0 ? [...list(v, 'parts'), zone(v)].join('\n') : `${text(v, 'serviceName')}: ${text(v, 'startText')} ${zone(v)}`,
          inOneLine(text(v, 'customerName'), text(v, 'customerPhone'), text(v, 'customerEmail')),
          labelled(v, 'locationText', words.where),
          inOneLine(labelled(v, 'participants', words.people), labelled(v, 'staffName', words.with), labelled(v, 'priceText', words.price)),
        ].filter(Boolean),
        button: { label: words.open, url: text(v, 'adminLink') },
      }),
  }
}
