/** Building blocks of emails about bookings for any language. */
import type { EmailContent } from '#kit/email/render.ts'
import type { BookingVariables, BusinessVariables, CustomerVariables } from './variables.ts'

/** A labelled line, or nothing when there is nothing to say. */
export const formatLabelled = (value: string | number | undefined, label: string): string => (value ? `${label}: ${value}` : '')
/** The time zone of the times in the email. */
export const formatZone = ({ timeZoneName }: BookingVariables): string => `(${timeZoneName})`
/** Title and time, the sessions of a course, or the parts of a visit. */
export const formatTime = (v: CustomerVariables): string => {
  if (v.parts && v.parts.length > 0) return [...v.parts, formatZone(v)].join('\n')
  if (v.sessions && v.sessions.length > 0) return [v.serviceName, ...v.sessions, formatZone(v)].join('\n')
  return `${v.serviceName}: ${v.startText} ${formatZone(v)}${v.durationText ? `, ${v.durationText}` : ''}`
}
const joinInline = (...parts: string[]): string => parts.filter(Boolean).join(' · ')

/** Subjects: what happened, with the service, and for the business with the customer. */
export const createSubject =
  (words: string) =>
  (v: BookingVariables): string =>
    `${words}: ${v.serviceName}`
export const createBusinessSubject =
  (words: string) =>
  (v: BusinessVariables): string =>
    `${words}: ${v.customerName}, ${v.serviceName}`

interface TemplateTexts {
  hello: (firstName: string) => string
  see: string
  open: string
  where: string
  with: string
  price: string
  extras: string
  people: string
  calendar: string
  online: string
  intake: string
}

/** What several templates of a language say, and what the business may place in its own words. */
const createBlocks = (words: TemplateTexts) => ({
  greeting: (v: CustomerVariables): string => words.hello(v.customerFirstName),
  when: formatTime,
  where: (v: BookingVariables): string => joinInline(formatLabelled(v.locationText, words.where), formatLabelled(v.staffName, words.with)),
  price: (v: CustomerVariables): string => joinInline(formatLabelled(v.extrasText, words.extras), formatLabelled(v.priceText, words.price), v.paymentText),
  calendar: (v: CustomerVariables): string => formatLabelled(v.calendarLink, words.calendar),
  online: (v: CustomerVariables): string => formatLabelled(v.conferencingLink, words.online),
  intake: (v: CustomerVariables): string => formatLabelled(v.intakeLink, words.intake),
  /** For the business: title and time, or the parts of a visit. */
  booking: (v: BusinessVariables): string =>
    v.parts && v.parts.length > 0 ? [...v.parts, formatZone(v)].join('\n') : `${v.serviceName}: ${v.startText} ${formatZone(v)}`,
  customer: (v: BusinessVariables): string => joinInline(v.customerName, v.customerPhone, v.customerEmail),
  details: (v: BusinessVariables): string =>
    joinInline(
      formatLabelled(v.participants, words.people),
      formatLabelled(v.staffName, words.with),
      formatLabelled(v.extrasText, words.extras),
      formatLabelled(v.priceText, words.price),
    ),
})

/** The template functions of a language. */
export function createEmailTemplates(words: TemplateTexts) {
  const blocks = createBlocks(words)
  return {
    ...blocks,
    blocks,
    /** An email to a customer: greeting, lines, link to the manage page. */
    customerEmail:
      <V extends CustomerVariables>(subject: (v: NoInfer<V>) => string, lines: (v: V) => (string | undefined)[], label = words.see) =>
      (v: V): EmailContent => ({
        subject: subject(v),
        paragraphs: [blocks.greeting(v), ...lines(v), v.ownerMessage].flatMap((line) => line || []),
        ...(v.manageLink && { button: { label, url: v.manageLink } }),
        ...(v.calendarFile && { calendar: v.calendarFile }),
      }),
    /** An email to owners and staff: lines, customer with contact details, link to the dashboard. */
    notice:
      <V extends BusinessVariables>(subject: (v: NoInfer<V>) => string, lines: (v: V) => string[] = () => []) =>
      (v: V): EmailContent => ({
        subject: subject(v),
        paragraphs: [...lines(v), blocks.booking(v), blocks.customer(v), formatLabelled(v.locationText, words.where), blocks.details(v)].filter(Boolean),
        button: { label: words.open, url: v.adminLink },
      }),
  }
}
