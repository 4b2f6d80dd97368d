/** Operation → action: simulations. */
import { describeDecline } from '#domains/payments/public.ts'
import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { endSimulation, listOwnSimulations, advanceSimulation, getSimulation, startSimulation } from '../actions/simulate.ts'
import type { simulationsApi } from '../contract.ts'
import { lifetimeHours } from '../rules/simulation.ts'
import * as results from '../store/simulation-results.ts'
import type { Simulation } from '../store/simulations.ts'
import { iso } from '../wire.ts'

const toWire = (simulation: Simulation) => ({
  id: simulation.id,
  cards: simulation.cards,
  state: simulation.state,
  orders: simulation.orders,
  startedDate: iso(simulation.startedAt),
  now: iso(simulation.clockAt),
  target: iso(simulation.targetAt),
  problems: simulation.problems,
  expires: iso(simulation.createdAt.add({ hours: lifetimeHours })),
})

const emptyDay = (date: string) => ({
  date,
  charged: [] as { currency: string; amount: string }[],
  due: [] as { currency: string; amount: string }[],
  payments: 0,
  declines: 0,
  emails: 0,
  started: 0,
  renewed: 0,
  ended: 0,
})
function toDays(totals: readonly results.DayTotal[]) {
  const days = new Map<string, ReturnType<typeof emptyDay>>()
  for (const { date, kind, currency, amount, n } of totals) {
    const day = days.get(date) ?? emptyDay(date)
    days.set(date, day)
    const sum = currency && amount ? { currency, amount: fromMinor(toMinor(amount, currency), currency) } : undefined
    if (kind === 'PAID') {
      day.payments += n
      if (sum) day.charged.push(sum)
    } else if (kind === 'DECLINED') day.declines += n
    else if (kind === 'DUE') day.due.push(...(sum ? [sum] : []))
    else if (kind === 'EMAIL') day.emails += n
    else if (kind === 'STARTED') day.started += n
    else if (kind === 'RENEWED') day.renewed += n
    else day.ended += n
  }
  return [...days.values()]
}

/** One page of what a simulation brought: one more row is read than is shown. */
async function readPage<R, W>(
  ctx: ReadContext,
  { params, query }: { params: { id: string }; query: { day?: string | undefined; limit?: number | undefined; offset?: number | undefined } },
  read: (ctx: ReadContext, of: Simulation, window: results.ResultsWindow) => Promise<R[]>,
  wire: (row: R) => W,
): Promise<{ rows: W[]; hasMore: boolean }> {
  const simulation = await getSimulation(ctx, params.id)
  const { timeZone } = await getSite(ctx)
  const limit = query.limit ?? 50
  const found = await read(ctx, simulation, { timeZone, day: query.day, limit: limit + 1, offset: query.offset ?? 0 })
  return { rows: found.slice(0, limit).map(wire), hasMore: found.length > limit }
}
const toOrderReference = (row: { orderId: string; planName: string; memberName: string | null }) => ({
  orderId: row.orderId,
  planName: row.planName,
  memberName: row.memberName ?? 'A former member',
})

export const simulationsHandlers: Handlers<typeof simulationsApi> = {
  startSimulation: async (ctx, { body }) => ({ simulation: toWire(await startSimulation(ctx, body.cards ?? 'WORK')) }),
  listSimulations: async (ctx) => ({ simulations: (await listOwnSimulations(ctx)).map(toWire) }),
  async getSimulation(ctx, { params }) {
    const simulation = await getSimulation(ctx, params.id)
    const { timeZone } = await getSite(ctx)
    return { simulation: toWire(simulation), days: toDays(await results.listDayTotals(ctx, simulation, timeZone)) }
  },
  advanceSimulation: async (ctx, { params, body }) => ({
    simulation: toWire(await advanceSimulation(ctx, params.id, { days: body.days ?? undefined, to: body.to ? Temporal.Instant.from(body.to) : undefined })),
  }),
  async endSimulation(ctx, { params }) {
    await endSimulation(ctx, params.id)
    return {}
  },
  async listSimulatedCharges(ctx, input) {
    const { rows, hasMore } = await readPage(ctx, input, results.listCharges, (row) => ({
      ...toOrderReference(row),
      at: iso(row.at),
      amount: fromMinor(toMinor(row.amount, row.currency), row.currency),
      currency: row.currency,
      cycleIndex: row.cycleIndex,
      outcome: row.outcome,
      ...(row.outcome === 'DECLINED' && { reason: describeDecline(row.declineCode, matchLanguage(ctx.headers['accept-language'])) }),
    }))
    return { charges: rows, hasMore }
  },
  async listSimulatedEmails(ctx, input) {
    const { rows, hasMore } = await readPage(ctx, input, results.listEmails, (row) => ({
      id: row.id,
      at: iso(row.at),
      to: row.to,
      template: row.template,
      subject: row.subject ?? '',
      text: row.text ?? '',
    }))
    return { emails: rows, hasMore }
  },
  async listSimulatedChanges(ctx, input) {
    const { rows, hasMore } = await readPage(ctx, input, results.listChanges, (row) => ({
      ...toOrderReference(row),
      at: iso(row.at),
      change: row.change,
      ...(row.cycleNumber !== null && { cycleNumber: row.cycleNumber }),
    }))
    return { changes: rows, hasMore }
  },
}
