/** Emails that time causes: settings, and the stretch of time that was not looked at yet. */
import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { countDueToday, type DueRecipient, listDueRecipients, onAutomationChanged } from '../hooks.ts'
import { type Automation, type AutomationKind, automationKinds, automationRules, LATEST_HOURS, toHours } from '../rules/automations.ts'
import * as store from '../store/automations.ts'

/** How the business sends this email. */
export async function getAutomation(ctx: ReadContext, kind: AutomationKind): Promise<Automation> {
  const stored = (await store.listStoredAutomations(ctx)).find((one) => one.kind === kind)
  return stored ? { isOn: stored.isOn, amount: stored.amount } : automationRules[kind].standard
}

/** Today in the time zone of the site. */
async function getToday(ctx: ReadContext): Promise<{ from: Temporal.Instant; to: Temporal.Instant }> {
  const start = ctx.now.toZonedDateTimeISO((await getSite(ctx)).timeZone).startOfDay()
  return { from: start.toInstant(), to: start.add({ days: 1 }).toInstant() }
}

async function toWire(ctx: ReadContext, kind: AutomationKind) {
  const { template, unit, min, max } = automationRules[kind]
  const automation = await getAutomation(ctx, kind)
  const counts = (await countDueToday.call(ctx, { kind, automation, ...(await getToday(ctx)) })).filter((count) => count !== undefined)
  return { kind, template, unit, min, max, ...automation, ...(counts.length > 0 && { dueToday: counts.reduce((sum, count) => sum + count, 0) }) }
}

/** All of them, with how many people would get each today, whether it is on or not. */
export async function listAutomations(ctx: ReadContext) {
  const automations: Awaited<ReturnType<typeof toWire>>[] = []
  for (const kind of automationKinds) automations.push(await toWire(ctx, kind))
  return automations
}

const MAX_RECIPIENTS = 100
/** Who would get it today, whether it is on or not: at most a hundred, and how many there are. */
export async function findDueRecipients(ctx: ReadContext, kind: AutomationKind): Promise<{ recipients: DueRecipient[]; total: number }> {
  const due = { kind, automation: await getAutomation(ctx, kind), ...(await getToday(ctx)) }
  const recipients = (await listDueRecipients.call(ctx, { ...due, limit: MAX_RECIPIENTS })).flatMap((list) => list ?? [])
  const counts = await countDueToday.call(ctx, due)
  return { recipients, total: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }
}

/** Nothing that was due before the change is sent because of it. Refuses an amount out of bounds. */
export async function changeAutomation(ctx: TransactionContext, kind: AutomationKind, change: { isOn: boolean; amount?: number }) {
  const { min, max } = automationRules[kind]
  const before = await getAutomation(ctx, kind)
  const after = { isOn: change.isOn, amount: change.amount ?? before.amount }
  if (after.amount < min || after.amount > max)
    assertNoViolations([
      { field: 'amount', description: `must be from ${min} to ${max}`, violatedRule: after.amount < min ? 'MIN' : 'MAX', data: { min, max } },
    ])
  await store.saveAutomation(ctx, kind, after, ctx.now.subtract({ hours: toHours(kind, after) }))
  await onAutomationChanged.call(ctx, { kind, before, after })
  return toWire(ctx, kind)
}

/**
 * The stretch of time whose events are answered now, `amount` after they happened: after `from`, until `to`. It is handed out once. Undefined when the
 * email is off, or another process has it.
 */
export async function takeDueWindow(ctx: TransactionContext, kind: AutomationKind): Promise<{ from: Temporal.Instant; to: Temporal.Instant } | undefined> {
  const automation = await getAutomation(ctx, kind)
  const doneUntil = automation.isOn ? await store.lockDoneUntil(ctx, kind) : undefined
  if (!doneUntil) return undefined
  const to = ctx.now.subtract({ hours: toHours(kind, automation) })
  if (Temporal.Instant.compare(doneUntil, to) >= 0) return undefined
  const earliest = to.subtract({ hours: LATEST_HOURS })
  await store.saveDoneUntil(ctx, kind, to)
  return { from: Temporal.Instant.compare(doneUntil, earliest) < 0 ? earliest : doneUntil, to }
}

/** How many people get each email that is on, by stretch of time; kinds that an action causes are left out. */
export async function countDueEmails(
  ctx: ReadContext,
  windows: readonly { from: Temporal.Instant; to: Temporal.Instant }[],
): Promise<{ kind: AutomationKind; count: number }[][]> {
  const due = windows.map((): { kind: AutomationKind; count: number }[] => [])
  for (const kind of automationKinds) {
    const automation = await getAutomation(ctx, kind)
    if (!automation.isOn) continue
    for (const [at, { from, to }] of windows.entries()) {
      const counts = (await countDueToday.call(ctx, { kind, automation, from, to })).filter((count) => count !== undefined)
      if (counts.length > 0) due[at]?.push({ kind, count: counts.reduce((sum, count) => sum + count, 0) })
    }
  }
  return due
}
