/** Takes a person out of the emails that were about them. */
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { emailMachine } from '../rules/email-machine.ts'
import * as store from '../store/outbox.ts'

/**
 * Emails sent to an address, or that mention it, until now. Those that could not be handed over are given up; those that wait for their first
 * try are sent, and `areWaiting` says that there are some. Reads all emails of the site: erasing is rare.
 */
export async function redactEmails(ctx: TransactionContext, address: string, until: Temporal.Instant): Promise<{ areWaiting: boolean }> {
  await store.withholdEmails(ctx, { address, until }, getTransition(emailMachine, 'FAILED', 'withhold'))
  // Asked before the others are redacted: what leaves or fails meanwhile counts as waiting, and is not overlooked.
  const areWaiting = await store.hasUnsentEmails(ctx, { address, until })
  await store.redactEmails(ctx, { address, until })
  return { areWaiting }
}
