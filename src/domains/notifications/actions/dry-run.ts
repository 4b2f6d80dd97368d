/** The emails of a dry run: those that would be queued for the first time, to people who want them, with their subject. */
import type { OutgoingEmail, TransactionContext } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { maxPlannedEmails } from '#kit/pure/dry-run.ts'
import { listQueuedEmails } from '../store/outbox.ts'
import { findUnwantedEmails } from './email-preferences.ts'
import { resolveEmailLanguage } from './mailer.ts'
import { findEmailKind, previewEmail } from './templates.ts'

/** One email per template and key is queued; the outbox drops the others. */
async function keepFirst(ctx: TransactionContext, emails: readonly OutgoingEmail[]): Promise<OutgoingEmail[]> {
  const keys = emails.flatMap(({ template, uniqueKey }) => (uniqueKey === undefined ? [] : [{ template, uniqueKey }]))
  const queued = keys.length > 0 ? await listQueuedEmails(ctx, keys) : []
  const seen = new Set(queued.map(({ template, uniqueKey }) => `${template} ${uniqueKey}`))
  return emails.filter(({ template, uniqueKey }) => {
    if (uniqueKey === undefined) return true
    const key = `${template} ${uniqueKey}`
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
}

/** Leaves out what people do not want. */
async function keepWanted(ctx: TransactionContext, emails: readonly OutgoingEmail[]): Promise<OutgoingEmail[]> {
  const named = emails.map((email) => ({ email, to: email.to, kind: findEmailKind(email.template) }))
  const isUnwanted = await findUnwantedEmails(
    ctx,
    named.flatMap(({ to, kind }) => (kind === undefined ? [] : [{ to, kind }])),
  )
  return named.filter(({ to, kind }) => kind === undefined || !isUnwanted(to, kind)).map(({ email }) => email)
}

export const notificationsDryRun: DryRunReporter = {
  async planEmails(ctx, { emails }) {
    const planned = await keepWanted(ctx, await keepFirst(ctx, emails))
    const named = []
    for (const { to, template, variables, language } of planned.slice(0, maxPlannedEmails)) {
      const { subject } = await previewEmail(ctx, { template, variables, language: matchLanguage(language) ?? (await resolveEmailLanguage(ctx, to)) })
      named.push({ to, template, subject })
    }
    return { emails: named, emailCount: planned.length }
  },
}
