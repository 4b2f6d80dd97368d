/** The outbox as the business reads it. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { LOST_SECRETS } from '#kit/email/secrets.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { loadSecretVariables, openEmail, type OpenedEmail } from '../actions/email-secrets.ts'
import { resendQueuedEmail } from '../actions/mailer.ts'
import type { emailsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { emailMachine, type EmailState } from '../rules/email-machine.ts'
import { canSeeSecret, redactSecrets, type SecretVariables } from '../rules/secrets.ts'
import * as store from '../store/outbox.ts'

type EmailRow = NonNullable<Awaited<ReturnType<typeof store.findEmail>>>
/** The words as this caller may read them: secrets that open an account are shown to few. */
function readWords(ctx: BaseContext, secrets: SecretVariables, row: EmailRow): Omit<OpenedEmail, 'variables'> {
  const isOwnerInDashboard = ctx.caller.userId !== undefined && !ctx.caller.permissions
  const opened = canSeeSecret(row.template, { isKept: row.state === 'KEPT', isDashboardOwner: isOwnerInDashboard }) && openEmail(row)
  if (opened) return opened
  // What an earlier version queued has its secrets among the variables.
  const redact = (text: string | null) => text && redactSecrets(secrets, row.template, row.variables as Record<string, unknown>, text)
  return { subject: redact(row.subject), html: redact(row.html), bodyText: redact(row.bodyText) }
}
const toWire = (row: EmailRow, subject: string | null) => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  subject: subject ?? row.template,
  state: row.state,
  createdDate: row.createdAt.toString(),
  ...(row.error ? { error: row.error } : {}),
})

/** Emails as lists show them, as this caller may read them. */
export async function toEmailWire(ctx: ReadContext, rows: readonly EmailRow[]) {
  const secrets = await loadSecretVariables(ctx)
  return rows.map((row) => toWire(row, readWords(ctx, secrets, row).subject))
}

/**
 * A failed email is tried again; any other goes out once more, as an email of its own. Refuses with NOT_FOUND, EMAIL_IS_QUEUED, and with
 * EMAIL_HAS_SECRET when what the email was for is no longer stored.
 */
async function resend(ctx: TransactionContext, id: string): Promise<void> {
  const row = (await store.findEmail(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (row.recipient === store.ERASED) refuseStandard('NOT_FOUND')
  if (row.state === 'QUEUED') refuse('EMAIL_IS_QUEUED')
  if (row.secrets === LOST_SECRETS) refuse('EMAIL_HAS_SECRET')
  const requeued = findTransition(emailMachine, row.state as EmailState, 'requeue')
  if (requeued) {
    await store.requeueEmail(ctx, id, requeued)
    return ctx.enqueue({ kind: 'email', key: `${id}:${ctx.newId()}`, data: { emailId: id } })
  }
  if ((await loadSecretVariables(ctx))[row.template]) refuse('EMAIL_HAS_SECRET')
  resendQueuedEmail(ctx, { to: row.recipient, template: row.template, language: row.language, variables: row.variables as Record<string, unknown> })
}

export const emailsHandlers: Handlers<typeof emailsApi> = {
  listEmails: async (ctx, { query }) => {
    const { emails, total } = await store.listEmails(ctx, { ...query, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return { emails: await toEmailWire(ctx, emails), total }
  },
  getEmail: async (ctx, { params }) => {
    const row = (await store.findEmail(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    const secrets = await loadSecretVariables(ctx)
    const { subject, html, bodyText } = readWords(ctx, secrets, row)
    return { email: toWire(row, subject), html: html ?? '', text: bodyText ?? '' }
  },
  resendEmail: async (ctx, { params }) => {
    await resend(ctx, params.id)
    return {}
  },
}
