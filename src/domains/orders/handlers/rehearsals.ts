/** Operation → action: rehearsals. */
import { Temporal } from 'temporal-polyfill'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { spoken } from '#kit/pure/languages.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { endRehearsal, madeBy, moveRehearsal, rehearsalOf, startRehearsal } from '../actions/rehearse.ts'
import type { rehearsalsApi } from '../contract.ts'
import { inPlainWords } from '../letters.ts'
import { livesHours } from '../rules/rehearsal.ts'
import * as results from '../store/rehearsal-results.ts'
import { listRehearsals, type Rehearsal } from '../store/rehearsals.ts'
import { iso } from '../wire.ts'

const toWire = (rehearsal: Rehearsal) => ({
  id: rehearsal.id,
  cards: rehearsal.cards,
  state: rehearsal.state,
  orders: rehearsal.orders,
  startedDate: iso(rehearsal.startedAt),
  now: iso(rehearsal.clockAt),
  target: iso(rehearsal.targetAt),
  problems: rehearsal.problems,
  expires: iso(rehearsal.createdAt.add({ hours: livesHours })),
})

const emptyDay = (date: string) => ({
  date,
  charged: [] as { currency: string; amount: string }[],
  due: [] as { currency: string; amount: string }[],
  payments: 0,
  declines: 0,
  letters: 0,
  started: 0,
  renewed: 0,
  ended: 0,
})
function toDays(facts: readonly results.DayFact[]) {
  const days = new Map<string, ReturnType<typeof emptyDay>>()
  for (const { date, kind, currency, amount, n } of facts) {
    const day = days.get(date) ?? emptyDay(date)
    days.set(date, day)
    const sum = currency && amount ? { currency, amount: fromMinor(toMinor(amount, currency), currency) } : undefined
    if (kind === 'PAID') {
      day.payments += n
      if (sum) day.charged.push(sum)
    } else if (kind === 'DECLINED') day.declines += n
    else if (kind === 'DUE') day.due.push(...(sum ? [sum] : []))
    else if (kind === 'LETTER') day.letters += n
    else if (kind === 'STARTED') day.started += n
    else if (kind === 'RENEWED') day.renewed += n
    else day.ended += n
  }
  return [...days.values()]
}

/** One page of what a rehearsal brought: one more row is read than is shown. */
async function pageOf<R, W>(
  ctx: Ctx,
  { params, query }: { params: { id: string }; query: { day?: string | undefined; limit?: number | undefined; offset?: number | undefined } },
  read: (ctx: Ctx, of: Rehearsal, window: results.Window) => Promise<R[]>,
  wire: (row: R) => W,
): Promise<{ rows: W[]; hasMore: boolean }> {
  const rehearsal = await rehearsalOf(ctx, params.id)
  const { timeZone } = await currentSite(ctx)
  const limit = query.limit ?? 50
  const found = await read(ctx, rehearsal, { timeZone, day: query.day, limit: limit + 1, offset: query.offset ?? 0 })
  return { rows: found.slice(0, limit).map(wire), hasMore: found.length > limit }
}
const who = (row: { orderId: string; planName: string; memberName: string | null }) => ({
  orderId: row.orderId,
  planName: row.planName,
  memberName: row.memberName ?? 'A former member',
})

export const rehearsalsHandlers: Handlers<typeof rehearsalsApi> = {
  startRehearsal: async (ctx, { body }) => ({ rehearsal: toWire(await startRehearsal(ctx, body.cards ?? 'WORK')) }),
  listRehearsals: async (ctx) => ({ rehearsals: (await listRehearsals(ctx, madeBy(ctx))).map(toWire) }),
  async getRehearsal(ctx, { params }) {
    const rehearsal = await rehearsalOf(ctx, params.id)
    const { timeZone } = await currentSite(ctx)
    return { rehearsal: toWire(rehearsal), days: toDays(await results.dayFacts(ctx, rehearsal, timeZone)) }
  },
  moveRehearsal: async (ctx, { params, body }) => ({
    rehearsal: toWire(await moveRehearsal(ctx, params.id, { days: body.days ?? undefined, to: body.to ? Temporal.Instant.from(body.to) : undefined })),
  }),
  async endRehearsal(ctx, { params }) {
    await endRehearsal(ctx, params.id)
    return {}
  },
  async listRehearsalCharges(ctx, input) {
    const { rows, hasMore } = await pageOf(ctx, input, results.charges, (row) => ({
      ...who(row),
      at: iso(row.at),
      amount: fromMinor(toMinor(row.amount, row.currency), row.currency),
      currency: row.currency,
      cycleIndex: row.cycleIndex,
      outcome: row.outcome,
      ...(row.outcome === 'DECLINED' && { reason: inPlainWords(row.declineCode, spoken(ctx.headers['accept-language'])) }),
    }))
    return { charges: rows, hasMore }
  },
  async listRehearsalLetters(ctx, input) {
    const { rows, hasMore } = await pageOf(ctx, input, results.letters, (row) => ({
      id: row.id,
      at: iso(row.at),
      to: row.to,
      template: row.template,
      subject: row.subject ?? '',
      text: row.text ?? '',
    }))
    return { letters: rows, hasMore }
  },
  async listRehearsalChanges(ctx, input) {
    const { rows, hasMore } = await pageOf(ctx, input, results.listChanges, (row) => ({
      ...who(row),
      at: iso(row.at),
      change: row.change,
      ...(row.cycleNumber !== null && { cycleNumber: row.cycleNumber }),
    }))
    return { changes: rows, hasMore }
  },
}
