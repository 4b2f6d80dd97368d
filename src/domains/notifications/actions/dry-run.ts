/** The emails of a dry run: those that would be queued for the first time, to people who want them, with their subject. */
import type { OutgoingEmail, TransactionContext } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { maxPlannedEmails } from '#kit/pure/dry-run.ts'
import { isEmailQueued } from '../store/outbox.ts'
import { loadEmailPreference } from './email-preferences.ts'
import { resolveEmailLanguage } from './mailer.ts'
import { findEmailKind, previewEmail } from './templates.ts'

/** One email per template and key is queued; the outbox drops the others. */
async function isFirst(ctx: TransactionContext, { template, uniqueKey }: OutgoingEmail, seen: Set<string>): Promise<boolean> {
  if (uniqueKey === undefined) return true
  const key = `${template} ${uniqueKey}`
  if (seen.has(key)) return false
  seen.add(key)
  return !(await isEmailQueued(ctx, { template, uniqueKey }))
}

async function isWanted(ctx: TransactionContext, { template, to }: OutgoingEmail): Promise<boolean> {
  const kind = findEmailKind(template)
  return kind === undefined || (await loadEmailPreference(ctx, to, kind)).isWanted
}

export const notificationsDryRun: DryRunReporter = {
  async planEmails(ctx, { emails }) {
    const seen = new Set<string>()
    const planned: OutgoingEmail[] = []
    for (const email of emails) if ((await isFirst(ctx, email, seen)) && (await isWanted(ctx, email))) planned.push(email)
    const named = []
    for (const { to, template, variables, language } of planned.slice(0, maxPlannedEmails)) {
      const { subject } = await previewEmail(ctx, { template, variables, language: matchLanguage(language) ?? (await resolveEmailLanguage(ctx, to)) })
      named.push({ to, template, subject })
    }
    return { emails: named, emailCount: planned.length }
  },
}
