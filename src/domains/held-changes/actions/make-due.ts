/** Makes a change whose half minute is over, in the name of the person who decided it. */
import { findUserCaller } from '#domains/collaborators/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { assertRole } from '#kit/api/permission.ts'
import { Refusal, refuseStandard, Violations } from '#kit/api/refusal.ts'
import { DatabaseUnavailable } from '#kit/db/unavailable.ts'
import { createContextFor } from '#kit/jobs/unit-of-work.ts'
import * as store from '../store.ts'
import { findHoldable, mayMake } from './holdable.ts'

/** Carries it out with the rights that the person has by now, and ends its waiting in the same transaction. */
async function makeChange(ctx: OwnTransactionContext, held: store.HeldChangeRow): Promise<void> {
  const caller = (await ctx.read((inner) => findUserCaller(inner, held.userId))) ?? refuseStandard('PERMISSION_DENIED')
  const { op, handle } = findHoldable(held.operation) ?? refuseStandard('NOT_OFFERED')
  assertRole(op, caller)
  const own = createContextFor(ctx, caller)
  if (!(await own.read((inner) => mayMake(inner, held)))) refuseStandard('PERMISSION_DENIED')
  await own.transaction(async (inner) => {
    // Undone at this very moment: then nothing is left to do.
    if (await store.deleteWaiting(inner, held.id)) await handle(inner, held.input)
  })
}

const failure = { code: 'INTERNAL', text: 'Something went wrong on our side.' }
const toRefusal = (error: unknown) =>
  error instanceof Refusal
    ? { code: error.code, text: error.toText('en') }
    : error instanceof Violations
      ? { code: error.message, text: error.violations.map(({ field, description }) => `${field} ${description}.`).join(' ') }
      : failure

/**
 * Makes the change, unless it was undone. What is refused by now changes nothing, and the person is told.
 * decision: an error is not tried again: the person would be surprised by a change that comes long after its half minute.
 */
export async function makeDueChange(ctx: OwnTransactionContext, id: string): Promise<void> {
  const held = await ctx.read((inner) => store.findWaiting(inner, id))
  if (!held) return
  try {
    await makeChange(ctx, held)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    const refusal = toRefusal(error)
    if (refusal === failure) ctx.report(`the held change ${held.operation} failed`, error)
    await ctx.transaction((inner) => store.saveRefusal(inner, id, refusal))
  }
}
