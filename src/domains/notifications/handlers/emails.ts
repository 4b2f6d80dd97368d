/** The outbox as the business reads it. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { resendQueuedEmail } from '../actions/mailer.ts'
import type { emailsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { listSecretVariables } from '../hooks.ts'
import { emailMachine, type EmailState } from '../rules/email-machine.ts'
import { canSeeSecret, redactSecrets, type SecretVariables } from '../rules/secrets.ts'
import * as store from '../store/outbox.ts'

type EmailRow = NonNullable<Awaited<ReturnType<typeof store.findEmail>>>
/** The text as this caller may read it: secrets that open an account are shown to few. */
function redactFor(ctx: BaseContext, secrets: SecretVariables, { template, state, variables }: EmailRow, text: string): string {
  const isOwnerInDashboard = ctx.caller.userId !== undefined && !ctx.caller.permissions
  return canSeeSecret(template, { isKept: state === 'KEPT', isDashboardOwner: isOwnerInDashboard })
    ? text
    : redactSecrets(secrets, template, variables as Record<string, unknown>, text)
}
const loadSecrets = async (ctx: ReadContext): Promise<SecretVariables> => Object.assign({}, ...(await listSecretVariables.call(ctx, undefined)))
const toWire = (ctx: BaseContext, secrets: SecretVariables, row: EmailRow) => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  subject: redactFor(ctx, secrets, row, row.subject ?? row.template),
  state: row.state,
  createdDate: row.createdAt.toString(),
  ...(row.error ? { error: row.error } : {}),
})

/** Emails as lists show them, as this caller may read them. */
export async function toEmailWire(ctx: ReadContext, rows: readonly EmailRow[]) {
  const secrets = await loadSecrets(ctx)
  return rows.map((row) => toWire(ctx, secrets, row))
}

/**
 * A failed email is tried again; any other goes out once more, as an email of its own. Refuses with NOT_FOUND, EMAIL_IS_QUEUED, and with
 * EMAIL_HAS_SECRET when what the email was for is no longer stored.
 */
async function resend(ctx: TransactionContext, id: string): Promise<void> {
  const row = (await store.findEmail(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (row.recipient === store.ERASED) refuseStandard('NOT_FOUND')
  if (row.state === 'QUEUED') refuse('EMAIL_IS_QUEUED')
  const requeued = findTransition(emailMachine, row.state as EmailState, 'requeue')
  if (requeued) {
    await store.requeueEmail(ctx, id, requeued)
    return ctx.enqueue({ kind: 'email', key: `${id}:${ctx.newId()}`, data: { emailId: id } })
  }
  if ((await loadSecrets(ctx))[row.template]) refuse('EMAIL_HAS_SECRET')
  resendQueuedEmail(ctx, { to: row.recipient, template: row.template, language: row.language, variables: row.variables as Record<string, unknown> })
}

export const emailsHandlers: Handlers<typeof emailsApi> = {
  listEmails: async (ctx, { query }) => {
    const { emails, total } = await store.listEmails(ctx, { ...query, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return { emails: await toEmailWire(ctx, emails), total }
  },
  getEmail: async (ctx, { params }) => {
    const row = (await store.findEmail(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    const secrets = await loadSecrets(ctx)
    return { email: toWire(ctx, secrets, row), html: redactFor(ctx, secrets, row, row.html ?? ''), text: redactFor(ctx, secrets, row, row.bodyText ?? '') }
  },
  resendEmail: async (ctx, { params }) => {
    await resend(ctx, params.id)
    return {}
  },
}
