/** How emails about orders are put together in any language. */
import type { EmailContent } from '#kit/email/render.ts'
import { joinLabel, type Language } from '#kit/pure/languages.ts'
import type { BuyerEmails, BuyerVariables, OwnerVariables } from './variables.ts'

/** A sentence that is only said when there is something to say. */
export const optionalLine = (value: string | undefined, text: string): string[] => (value ? [text] : [])
/** The lines of an invoice, as a language writes them. */
export const invoiceRows = (lines: BuyerEmails['payment-receipt']['lines'], language: Language): string[] =>
  lines.map(({ label, amount }) => joinLabel(label, amount, language))
/** ` to 3 May` when there is an end. */
export const optionalText = (value: string | undefined, text: string): string => (value ? text : '')

/** Emails to members begin with a greeting and lead to the plan unless they name another page; emails to owners say what happened. */
export const emailBuilders = (words: { hello: (name: string) => string; see: string; open: string }) => ({
  toBuyer:
    <V extends BuyerVariables>(subject: (v: V) => string, body: (v: V) => string[], button?: { label: string; url: (v: V) => string }) =>
    (v: V): EmailContent => ({
      subject: subject(v),
      paragraphs: [words.hello(v.memberName), ...body(v)],
      button: { label: button?.label ?? words.see, url: button?.url(v) ?? v.orderLink },
    }),
  toOwner:
    <V extends OwnerVariables>(subject: (v: V) => string, body: (v: V) => string[]) =>
    (v: V): EmailContent => ({ subject: subject(v), paragraphs: body(v), button: { label: words.open, url: v.link } }),
})
