/** The emails about orders in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { invoiceRows } from './builders.ts'
import { orderEmails as de } from './de.ts'
import { orderEmails as en } from './en.ts'
import type { OrderEmails } from './variables.ts'

export const orderEmailCatalog = defineEmails<OrderEmails>({ en, de })

const blocks = { lines: (v: OrderEmails['payment-receipt']): string => invoiceRows(v.lines).join('\n') }
/** The lines of a receipt are one block. */
export const orderEmailEditing: EmailEditing = { blocks: { en: blocks, de: blocks }, marks: { lines: [{ label: '{{lines}}', amount: '' }] } }
