/** Building blocks of emails about bookings for any language. */
import type { EmailContent } from '#kit/email/render.ts'
import { joinLabel, type Language } from '#kit/pure/languages.ts'
import type { BookingVariables, BusinessVariables, CustomerVariables } from './variables.ts'

/** The time zone of the times in the email. */
export const formatZone = ({ timeZoneName }: BookingVariables): string => `(${timeZoneName})`
const joinInline = (...parts: string[]): string => parts.filter(Boolean).join(' · ')

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

/** Lines and subjects as a language writes them. */
const createLines = (language: Language) => ({
  /** A labelled line, or nothing when there is nothing to say. */
  formatLabelled: (value: string | number | undefined, label: string): string => (value ? joinLabel(label, value, language) : ''),
  /** Title and time, the sessions of a course, or the parts of a visit. */
  formatTime: (v: CustomerVariables): string => {
    if (v.parts && v.parts.length > 0) return [...v.parts, formatZone(v)].join('\n')
    if (v.sessions && v.sessions.length > 0) return [v.serviceName, ...v.sessions, formatZone(v)].join('\n')
    return `${joinLabel(v.serviceName, v.startText, language)} ${formatZone(v)}${v.durationText ? `, ${v.durationText}` : ''}`
  },
  /** What happened, with the service. */
  createSubject:
    (words: string) =>
    (v: BookingVariables): string =>
      joinLabel(words, v.serviceName, language),
  /** What happened, with the customer and the service. */
  createBusinessSubject:
    (words: string) =>
    (v: BusinessVariables): string =>
      joinLabel(words, `${v.customerName}, ${v.serviceName}`, language),
})

/** What several templates of a language say, and what the business may place in its own words. */
const createBlocks = (language: Language, words: TemplateTexts, { formatLabelled, formatTime }: ReturnType<typeof createLines>) => ({
  greeting: (v: CustomerVariables): string => words.hello(v.customerFirstName),
  when: formatTime,
  where: (v: BookingVariables): string => joinInline(formatLabelled(v.locationText, words.where), formatLabelled(v.staffName, words.with)),
  price: (v: CustomerVariables): string => joinInline(formatLabelled(v.extrasText, words.extras), formatLabelled(v.priceText, words.price), v.paymentText),
  /** The file, and web calendars for what is one entry. */
  calendar: (v: CustomerVariables): string =>
    [formatLabelled(v.calendarLink, words.calendar), formatLabelled(v.googleCalendarLink, 'Google Calendar'), formatLabelled(v.outlookCalendarLink, 'Outlook')]
      .filter(Boolean)
      .join('\n'),
  online: (v: CustomerVariables): string => formatLabelled(v.conferencingLink, words.online),
  intake: (v: CustomerVariables): string => formatLabelled(v.intakeLink, words.intake),
  /** For the business: title and time, or the parts of a visit. */
  booking: (v: BusinessVariables): string =>
    v.parts && v.parts.length > 0 ? [...v.parts, formatZone(v)].join('\n') : `${joinLabel(v.serviceName, v.startText, language)} ${formatZone(v)}`,
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
export function createEmailTemplates(language: Language, words: TemplateTexts) {
  const lines = createLines(language)
  const { formatLabelled } = lines
  const blocks = createBlocks(language, words, lines)
  return {
    ...lines,
    ...blocks,
    blocks,
    /** An email to a customer: greeting, lines, and a button that leads to the manage page unless another link is read from the variables. */
    customerEmail:
      <V extends CustomerVariables>(
        subject: (v: NoInfer<V>) => string,
        body: (v: V) => (string | undefined)[],
        label = words.see,
        readUrl: (v: NoInfer<V>) => string = (v) => v.manageLink,
      ) =>
      (v: V): EmailContent => ({
        subject: subject(v),
        paragraphs: [blocks.greeting(v), ...body(v), v.ownerMessage].flatMap((line) => line || []),
        ...(readUrl(v) && { button: { label, url: readUrl(v) } }),
        ...(v.calendarFile && { calendar: v.calendarFile }),
        links: [v.googleCalendarLink, v.outlookCalendarLink].flatMap((link) => link || []),
      }),
    /** An email to owners and staff: lines, customer with contact details, link to the dashboard. */
    notice:
      <V extends BusinessVariables>(subject: (v: NoInfer<V>) => string, body: (v: V) => string[] = () => []) =>
      (v: V): EmailContent => ({
        subject: subject(v),
        paragraphs: [...body(v), blocks.booking(v), blocks.customer(v), formatLabelled(v.locationText, words.where), blocks.details(v)].filter(Boolean),
        button: { label: words.open, url: v.adminLink },
      }),
  }
}
