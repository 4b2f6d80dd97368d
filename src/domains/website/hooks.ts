/** Hooks of the website, handled in the `index.ts` of domains to the right. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

/** Called before a message of a contact form is sent, outside of transactions: refuses when the site asks for a captcha and `tokens` holds no valid one. */
export const assertMessageCaptcha = hook<{ tokens: unknown }, void, OwnTransactionContext>()
