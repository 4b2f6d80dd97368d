/** The outbox as the business reads it. */
import type { BaseContext, ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { emailsApi } from '../contract.ts'
import { listSecretVariables } from '../hooks.ts'
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

export const emailsHandlers: Handlers<typeof emailsApi> = {
  listEmails: async (ctx, { query }) => {
    const { emails, total } = await store.listEmails(ctx, { to: query.to, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    const secrets = await loadSecrets(ctx)
    return { emails: emails.map((email) => toWire(ctx, secrets, email)), total }
  },
  getEmail: async (ctx, { params }) => {
    const row = (await store.findEmail(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    const secrets = await loadSecrets(ctx)
    return { email: toWire(ctx, secrets, row), html: redactFor(ctx, secrets, row, row.html ?? ''), text: redactFor(ctx, secrets, row, row.bodyText ?? '') }
  },
}
