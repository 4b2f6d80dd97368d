/** The emails about orders in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { buildByLanguage, type Language } from '#kit/pure/languages.ts'
import { invoiceRows } from './builders.ts'
import { orderEmails as de } from './de.ts'
import { orderEmails as en } from './en.ts'
import { orderEmails as es } from './es.ts'
import { orderEmails as fr } from './fr.ts'
import type { OrderEmails } from './variables.ts'

export const orderEmailCatalog = defineEmails<OrderEmails>({ en, de, fr, es })

const createBlocks = (language: Language) => ({ lines: (v: OrderEmails['payment-receipt']): string => invoiceRows(v.lines, language).join('\n') })
/** The lines of a receipt are one block. */
export const orderEmailEditing: EmailEditing = {
  blocks: buildByLanguage(createBlocks),
  marks: { lines: [{ label: '{{lines}}', amount: '' }] },
}
