/** The outbox as the business reads it. */
import { canSeeSecret, redactSecrets } from '#domains/identity/public.ts'
import type { BaseContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { emailsApi } from '../contract.ts'
import * as store from '../store/outbox.ts'

type EmailRow = NonNullable<Awaited<ReturnType<typeof store.findEmail>>>
/** The text as this caller may read it: secrets that open somebody's account are shown to few. */
function redactFor(ctx: BaseContext, { template, state, variables }: EmailRow, text: string): string {
  const isOwnerInDashboard = ctx.caller.userId !== undefined && !ctx.caller.permissions
  return canSeeSecret(template, { isKept: state === 'KEPT', isDashboardOwner: isOwnerInDashboard })
    ? text
    : redactSecrets(template, variables as Record<string, unknown>, text)
}
const toWire = (ctx: BaseContext, row: EmailRow) => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  subject: redactFor(ctx, row, row.subject ?? row.template),
  state: row.state,
  createdDate: row.createdAt.toString(),
  ...(row.error ? { error: row.error } : {}),
})

export const emailsHandlers: Handlers<typeof emailsApi> = {
  listEmails: async (ctx, { query }) => {
    const { emails, total } = await store.listEmails(ctx, { to: query.to, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return { emails: emails.map((email) => toWire(ctx, email)), total }
  },
  getEmail: async (ctx, { params }) => {
    const row = (await store.findEmail(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    return { email: toWire(ctx, row), html: redactFor(ctx, row, row.html ?? ''), text: redactFor(ctx, row, row.bodyText ?? '') }
  },
}
