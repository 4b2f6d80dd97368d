/**
 * Random lives of orders: clock, payments, owner and member actions in any order, checked after every step against a
 * model that knows nothing of the engine. ORDER_HISTORIES sets how many lives are lived (a few by default).
 */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type TestSite, type World } from '../../../test/world.ts'

const lives = Number(process.env.ORDER_HISTORIES ?? 6)
const seed = process.env.ORDER_HISTORIES_SEED ? Number(process.env.ORDER_HISTORIES_SEED) : undefined
let world: World
let site: TestSite
beforeAll(async () => {
  world = await makeWorld()
  site = await world.site({ timeZone: 'America/New_York' })
}, 60_000)
afterAll(() => world.close())

type Step =
  | { do: 'wait'; days: number }
  | { do: 'pause' | 'resume' | 'pay' | 'stop' | 'cancel' | 'keep' | 'markPaid' | 'refund' }
  | { do: 'memberCancel'; now: boolean }
  | { do: 'card'; good: boolean }
interface Life {
  online: boolean
  cycles: number
  weeks: number
  trial: number
  good: boolean
  steps: Step[]
}
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const, 'pay' as const, 'stop' as const, 'keep' as const, 'markPaid' as const, 'refund' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('memberCancel' as const), now: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), good: fc.boolean() }) },
)
const life: fc.Arbitrary<Life> = fc.record({
  online: fc.boolean(),
  cycles: fc.integer({ min: 0, max: 4 }),
  weeks: fc.integer({ min: 1, max: 3 }),
  trial: fc.constantFrom(0, 0, 5),
  good: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 14 }),
})

/** The model: one order told as a day-by-day story. Times are milliseconds; the zone only matters for whole days. */
class Model {
  status: 'ACTIVE' | 'PAUSED' | 'ENDED' | 'CANCELED' = 'ACTIVE'
  payment: string
  cycle: number
  paid = new Map<number, 'PAID' | 'FAILED' | 'OPEN' | 'REFUNDED' | 'ZERO'>()
  stopped = false
  pausedAt: Temporal.Instant | undefined
  shift = 0
  /** Boundaries by cycle, moved by the pauses that were resumed. */
  ends: Temporal.Instant[] = []
  due: Temporal.Instant | undefined
  readonly life: Life
  good: boolean

  constructor(of: Life, start: Temporal.Instant) {
    this.life = of
    this.good = of.good
    this.cycle = of.trial > 0 ? 0 : 1
    this.payment = !of.online ? 'UNPAID' : of.trial > 0 ? 'PENDING' : 'PAID'
    if (of.online && of.trial === 0) this.paid.set(1, 'PAID')
    if (!of.online) this.paid.set(1, 'OPEN')
    const wall = start.toZonedDateTimeISO('America/New_York').toPlainDateTime().add({ days: of.trial })
    for (let k = 0; k < 60; k++)
      this.ends.push(
        k === 0 && of.trial === 0
          ? start
          : wall
              .add({ weeks: k * of.weeks })
              .toZonedDateTime('America/New_York')
              .toInstant(),
      )
  }
  get over(): boolean {
    return this.status === 'ENDED' || this.status === 'CANCELED'
  }
  get last(): number | undefined {
    if (this.stopped) return this.stopAfter
    return this.life.cycles > 0 ? this.life.cycles : undefined
  }
  stopAfter = 0
  endOf(cycle: number): Temporal.Instant {
    return this.ends[cycle] as Temporal.Instant
  }
  /** Retries of a soft decline: days 1, 3, 5 and 7 on the wall clock, as far as they lie before the next boundary. */
  retries(due: Temporal.Instant): Temporal.Instant[] {
    const wall = due.toZonedDateTimeISO('America/New_York')
    return [1, 3, 5, 7].map((days) => wall.add({ days }).toInstant()).filter((at) => Temporal.Instant.compare(at, this.endOf(this.cycle)) < 0)
  }
  tries: Temporal.Instant[] = []

  charge(at: Temporal.Instant): void {
    if (this.good) {
      this.payment = 'PAID'
      this.paid.set(this.cycle, 'PAID')
      this.tries = []
      return
    }
    this.payment = 'FAILED'
    if (this.tries.length === 0 && this.due && Temporal.Instant.compare(this.due, at) === 0) this.tries = this.retries(this.due)
    else this.tries = this.tries.filter((one) => Temporal.Instant.compare(one, at) > 0)
    this.paid.set(this.cycle, 'FAILED')
    if (this.tries.length === 0) this.status = 'CANCELED'
  }
  /** Lets time pass, event by event. */
  until(now: Temporal.Instant): void {
    while (!this.over && this.status !== 'PAUSED') {
      const end = this.endOf(this.cycle)
      const next = [end, this.tries[0]].filter((at) => at !== undefined).sort(Temporal.Instant.compare)[0]
      if (!next || Temporal.Instant.compare(next, now) > 0) return
      if (Temporal.Instant.compare(next, end) === 0) this.boundary(end)
      else this.charge(next)
    }
  }
  boundary(end: Temporal.Instant): void {
    if (this.last !== undefined && this.cycle >= this.last) {
      this.status = this.stopped ? 'CANCELED' : 'ENDED'
      return
    }
    this.cycle += 1
    this.tries = []
    this.due = end
    if (this.life.online) this.charge(end)
    else if (!this.paid.has(this.cycle)) this.paid.set(this.cycle, 'OPEN')
  }
  cancel(): void {
    this.status = 'CANCELED'
    this.pausedAt = undefined
  }
  stop(): void {
    if (this.stopped) return
    if (this.payment === 'FAILED' && this.status === 'ACTIVE' && this.life.online) return this.cancel()
    this.stopped = true
    this.stopAfter = this.cycle
  }
  pause(now: Temporal.Instant): void {
    if (this.status !== 'ACTIVE' || this.cycle === 0) return
    this.status = 'PAUSED'
    this.pausedAt = now
  }
  resume(now: Temporal.Instant): void {
    if (this.status !== 'PAUSED' || !this.pausedAt) return
    const from = this.pausedAt
    const milliseconds = now.epochMilliseconds - from.epochMilliseconds
    this.ends = this.ends.map((end) => (Temporal.Instant.compare(end, from) > 0 ? end.add({ milliseconds }) : end))
    this.tries = this.tries.map((at) => at.add({ milliseconds }))
    this.status = 'ACTIVE'
    this.pausedAt = undefined
  }
}

const goodCard = '4242424242424242'
const badCard = '4000000000000341'
let names = 0

async function live(of: Life): Promise<void> {
  const { plan } = await world.ok('POST', '/v2/plans', {
    as: site,
    body: {
      plan: {
        name: `Life ${++names}`,
        buyerCanCancel: true,
        pricing: { subscription: { cycleDuration: { count: of.weeks, unit: 'WEEK' }, cycleCount: of.cycles }, price: { value: '10' }, freeTrialDays: of.trial },
      },
    },
  })
  const member = await world.member(site)
  const hook = (path: string, body: object) => world.call('POST', path, { body: { metaSiteId: site.metaSiteId, ...body } })
  const ordered = of.online
    ? await world.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: plan.id } })
    : await world.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId: member.memberId } })
  const { id } = ordered.order
  if (of.online) await hook('/_test/payments/pay', { orderId: id, card: of.good ? goodCard : badCard })
  const read = async () => (await world.ok('GET', `/v2/orders/${id}`, { as: site })).order
  const model = new Model(of, Temporal.Instant.from((await read()).startDate))
  const act = (what: string, body: object = {}) => world.call('POST', `/v2/orders/${id}/${what}`, { as: site, body })
  const now = () => world.clocks.now()
  for (const one of of.steps) {
    switch (one.do) {
      case 'wait':
        await world.travel(`P${one.days}D`)
        break
      case 'pause':
        await act('pause')
        model.pause(now())
        break
      case 'resume':
        await act('resume')
        model.resume(now())
        break
      case 'stop':
        await act('cancel', { effectiveAt: 'NEXT_PAYMENT_DATE' })
        if (!model.over) model.stop()
        break
      case 'keep':
        await world.call('POST', `/api/plan-orders/${id}/keep-renewing`, { as: site })
        if (!model.over) model.stopped = false
        break
      case 'cancel':
        await act('cancel', { effectiveAt: 'IMMEDIATELY' })
        if (!model.over) model.cancel()
        break
      case 'memberCancel': {
        await world.call('POST', `/v2/member/orders/${id}/cancel`, {
          token: member.token,
          body: { effectiveAt: one.now ? 'IMMEDIATELY' : 'NEXT_PAYMENT_DATE' },
        })
        const inTrial = model.cycle === 0 && model.status === 'ACTIVE'
        if (!model.over) {
          if (one.now && !inTrial) model.cancel()
          else model.stop()
        }
        break
      }
      case 'pay':
        await hook('/_test/payments/pay', { orderId: id, card: goodCard })
        if (of.online && model.status === 'ACTIVE' && model.payment === 'FAILED') {
          model.good = true
          model.charge(now())
        }
        break
      case 'card': {
        await hook('/_test/payments/card', { orderId: id, card: one.good ? goodCard : badCard })
        if (!of.online || model.over) break
        model.good = one.good
        if (model.payment === 'FAILED' && model.status === 'ACTIVE') model.charge(now())
        break
      }
      case 'markPaid':
        await act('mark-as-paid')
        if (!of.online && !model.over && model.payment === 'UNPAID') {
          model.payment = 'PAID'
          const [first] = [...model.paid].find(([, state]) => state === 'OPEN') ?? []
          if (first !== undefined) model.paid.set(first, 'PAID')
        }
        break
      case 'refund': {
        const { invoices } = await world.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })
        const last = invoices.filter(({ number }: { number?: number }) => number).at(-1)
        if (!last) break
        const answer = await world.call('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: last.id } })
        if (answer.status !== 200) break
        model.paid.set(last.cycleIndex, 'REFUNDED')
        if (model.payment === 'PAID') model.payment = 'REFUNDED'
        break
      }
    }
    model.until(now())
    const order = await read()
    const { invoices } = await world.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })
    const seen = {
      status: order.status,
      payment: order.lastPaymentStatus,
      cycle: order.currentCycle?.index,
      cycleEnd: order.currentCycle?.endedDate,
      charged: invoices.filter(({ number }: { number?: number }) => number).length,
      refunded: invoices.filter(({ state }: { state: string }) => state === 'REFUNDED').length,
    }
    const states = [...model.paid.values()]
    expect({ after: one, ...seen }).toEqual({
      after: one,
      status: model.status,
      payment: model.payment,
      cycle: model.over ? undefined : model.cycle,
      cycleEnd: model.over ? undefined : model.endOf(model.cycle).toString({ fractionalSecondDigits: 3 }),
      charged: states.filter((state) => state === 'PAID' || state === 'REFUNDED').length,
      refunded: states.filter((state) => state === 'REFUNDED').length,
    })
  }
  const { accounts } = await world.ok('GET', '/api/money/balances', { as: site })
  const sum = accounts.reduce((total: bigint, { closing }: { closing: string }) => total + BigInt(closing.replace('.', '')), 0n)
  expect(sum).toBe(0n)
  // The next life is alone with the clock: what goes on renewing would be charged again in every wait to come.
  if (!model.over) await world.ok('POST', `/v2/orders/${id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
}

test(
  `${lives} random lives of orders go as the model says`,
  async () => {
    await fc.assert(fc.asyncProperty(life, live), {
      numRuns: lives,
      ...(seed !== undefined && { seed }),
      endOnFailure: process.env.ORDER_HISTORIES_SHRINK !== '1',
    })
  },
  60_000 + lives * 20_000,
)
