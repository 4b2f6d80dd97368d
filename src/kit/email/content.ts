/** What a template says: the layout is added by `render.ts`. */

/** The content of an email: each template gives a subject, paragraphs and perhaps a button; the layout is shared. */
export interface EmailContent {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; url: string } | undefined
  /** Addresses of other sites that the product itself wrote: a line "label: address" with one of them shows its label alone. */
  links?: readonly string[] | undefined
  /** An attached calendar file (iCalendar text). */
  calendar?: string | undefined
}
/** Formats an instant (ISO text, UTC) as date and time in the site's zone, in the language of the email. */
export type FormatInstant = (at: unknown) => string
export type EmailTemplates = Readonly<Record<string, (variables: Record<string, unknown>, formatInstant: FormatInstant) => EmailContent>>
