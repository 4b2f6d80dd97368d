/** How emails about orders are put together in any language. */
import type { EmailTemplates, EmailContent } from '#kit/email/render.ts'

export type Variables = Record<string, unknown>
const has = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
/** A sentence that is only said when there is something to say. */
export const optionalLine = (value: unknown, text: string): string[] => (has(value) ? [text] : [])
/** The lines of an invoice. */
export const invoiceRows = (value: unknown): string[] =>
  Array.isArray(value) ? (value as { label: string; amount: string }[]).map((row) => `${row.label}: ${row.amount}`) : []
/** ` to 3 May` when there is an end. */
export const optionalText = (value: unknown, text: string): string => (has(value) ? text : '')
/** The link of the email's own purpose, else the plan. */
const linkOf = (v: Variables): string => String(v['updateCardLink'] ?? v['authenticateLink'] ?? v['buyAgainLink'] ?? v['link'] ?? v['orderLink'])

/** Emails to members begin with a greeting and lead to the plan; emails to owners say what happened. */
export const emailBuilders = (words: { hello: (name: string) => string; see: string; open: string }) => ({
  mail:
    (subject: (v: Variables) => string, body: (v: Variables) => string[], label = words.see): EmailTemplates[string] =>
    (v): EmailContent => ({ subject: subject(v), paragraphs: [words.hello(String(v['memberName'])), ...body(v)], button: { label, url: linkOf(v) } }),
  toOwner:
    (subject: (v: Variables) => string, body: (v: Variables) => string[]): EmailTemplates[string] =>
    (v): EmailContent => ({ subject: subject(v), paragraphs: body(v), button: { label: words.open, url: String(v['link']) } }),
})
