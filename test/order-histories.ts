/**
 * Random histories of orders, what an owner and a member do in them, and what the server shows of them. The model that they are compared with is
 * `test/order-model.ts`.
 */
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import { formatMinor, OrderModel, type OrderAction, type CardBehavior, type OrderLifecycle, type OrderSettings } from './order-model.ts'
import type { TestServer, TestSite } from './test-server.ts'

const card: fc.Arbitrary<CardBehavior> = fc.constantFrom('good', 'good', 'soft', 'asks')
const act: fc.Arbitrary<OrderAction> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ do: 'nothing' as const }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'pause' as const,
        'resume' as const,
        'resume' as const,
        'stop' as const,
        'keep' as const,
        'markPaid' as const,
        'record' as const,
        'retryNow' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'block' as const, 'blockWithPlans' as const, 'delete' as const, 'deleteWithPlans' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('memberCancel' as const), now: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'card' as const), card }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), part: fc.boolean() }) },
)
const mostSteps = 12
const history: fc.Arbitrary<OrderLifecycle> = fc
  .record({
    online: fc.constantFrom(true, true, false),
    period: fc.constantFrom(
      { unit: 'WEEK' as const, count: 1 },
      { unit: 'WEEK' as const, count: 2 },
      { unit: 'DAY' as const, count: 10 },
      { unit: 'MONTH' as const, count: 1 },
    ),
    cycles: fc.constantFrom(0, 0, 1, 2, 3, 4),
    trial: fc.constantFrom(0, 0, 5, 14),
    price: fc.integer({ min: 1, max: 99_999 }),
    fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 })),
    coupon: fc.option(
      fc.record(
        {
          percent: fc.option(fc.constantFrom(10, 33, 100), { nil: undefined }),
          off: fc.integer({ min: 1, max: 60_000 }),
          cycles: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        },
        { requiredKeys: ['percent', 'off', 'cycles'] },
      ),
      { nil: undefined },
    ),
    card,
    actions: fc.array(act, { minLength: 3, maxLength: mostSteps }),
  })
  .map(({ period, ...rest }) => ({ ...period, ...rest }))

const place: fc.Arbitrary<OrderSettings> = fc
  .record({
    // An hour forward in spring, an hour back in autumn, half an hour on the island, none in Tokyo.
    zone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Tokyo'),
    money: fc.constantFrom({ currency: 'USD', digits: 2 }, { currency: 'JPY', digits: 0 }, { currency: 'KWD', digits: 3 }),
    tax: fc.option(fc.record({ rate: fc.constantFrom(725, 1900, 2100), included: fc.boolean() }), { nil: undefined }),
    // The leap day, the ends of months, the nights in which clocks are set.
    start: fc.constantFrom(
      '2028-02-29T10:00',
      '2027-01-31T23:30',
      '2027-02-28T02:30',
      '2027-03-10T02:30',
      '2027-09-28T01:45',
      '2027-10-24T01:30',
      '2027-12-31T12:00',
    ),
  })
  .map(({ money, ...rest }) => ({ ...money, ...rest }))
/** So many histories that share one site, one zone and one clock. */
export const createBatch = (count: number) =>
  fc.record({
    place,
    waits: fc.array(fc.record({ days: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 16 })), hours: fc.constantFrom(0, 0, 5) }), {
      minLength: mostSteps,
      maxLength: mostSteps,
    }),
    histories: fc.array(history, { minLength: process.env.ORDER_HISTORIES_SHRINK === '1' ? 1 : count, maxLength: count, size: 'max' }),
  })

const numbers: Readonly<Record<CardBehavior, string>> = { good: '4242424242424242', soft: '4000000000000341', asks: '4000002760003184' }

interface Member {
  memberId: string
  token: string
}
export async function newMember(in_: TestServer, site: TestSite, loginEmail: string): Promise<Member> {
  const { member } = await in_.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail } } })
  const tokens = await in_.ok('POST', '/oauth2/token', {
    headers: { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId },
    body: { grant_type: 'authorized_client', member_id: member.id, scope: 'offline_access' },
  })
  return { memberId: member.id, token: tokens.access_token }
}

/** An order with its model, and what is done to it. */
export class OrderHistory {
  readonly id: string
  readonly model: OrderModel
  readonly of: OrderLifecycle
  readonly #server: TestServer
  readonly #site: TestSite
  readonly #digits: number
  readonly #payId: string | undefined
  readonly #member: Member

  private constructor(
    in_: TestServer,
    site: TestSite,
    place: OrderSettings,
    of: OrderLifecycle,
    order: { id: string; startDate: string; wixPayOrderId?: string },
    member: Member,
  ) {
    this.#server = in_
    this.#site = site
    this.#digits = place.digits
    this.#member = member
    this.of = of
    this.id = order.id
    this.#payId = of.online ? order.wixPayOrderId : undefined
    this.model = new OrderModel(of, place, Temporal.Instant.from(order.startDate))
  }

  /** The plan, the coupon, the member and the purchase. */
  static async begin(in_: TestServer, site: TestSite, place: OrderSettings, of: OrderLifecycle, name: string, buyer: Member): Promise<OrderHistory> {
    const money = (minor: number) => formatMinor(minor, place.digits)
    const own = { as: site }
    const { plan } = await in_.ok('POST', '/v2/plans', {
      ...own,
      body: {
        plan: {
          name,
          buyerCanCancel: true,
          pricing: {
            subscription: { cycleDuration: { count: of.count, unit: of.unit }, cycleCount: of.cycles },
            price: { value: money(of.price) },
            freeTrialDays: of.trial,
            ...(of.fee > 0 && { feeConfigs: [{ fee: { name: 'Joining', amount: money(of.fee) }, appliedAt: 'FIRST_PAYMENT' }] }),
          },
        },
      },
    })
    if (of.coupon)
      await in_.ok('POST', '/stores/v2/coupons', {
        ...own,
        body: {
          specification: {
            name,
            code: name,
            startTime: '0',
            scope: { namespace: 'pricingPlans' },
            ...(of.coupon.percent === undefined ? { moneyOffAmount: Number(money(of.coupon.off ?? 0)) } : { percentOffRate: of.coupon.percent }),
            ...(of.coupon.cycles !== undefined && { discountedCycleCount: of.coupon.cycles }),
          },
        },
      })
    // A buyer to be blocked or deleted is a member of their own; all the others are one busy buyer.
    const isAlone = of.actions.some((one) => /^(block|delete)/.test(one.do))
    const member = isAlone ? await newMember(in_, site, `${name.toLowerCase()}@people.example`) : buyer
    const { memberId, token } = member
    const orderInput = { planId: plan.id, ...(of.coupon && { couponCode: name }) }
    const { order } = of.online
      ? await in_.ok('POST', '/v2/checkout/orders/online', { token, body: orderInput })
      : await in_.ok('POST', '/v2/checkout/orders/offline', { ...own, body: { ...orderInput, memberId } })
    const living = new OrderHistory(in_, site, place, of, order, member)
    if (of.online && !living.model.isFree) expect(await living.#typed('pay', of.card)).toBe('succeeded')
    return living
  }

  /** The buyer types a card: to pay, or for later. What the bank asks is answered at once. */
  async #typed(what: 'pay' | 'card', card: CardBehavior): Promise<string> {
    const { token } = this.#member
    const path = what === 'pay' ? `/api/pay/${this.#payId}` : `/api/plan-orders/${this.id}/card`
    const year = this.#server.clocks.now().toZonedDateTimeISO('UTC').year
    const typed = { number: numbers[card], expMonth: 12, expYear: year + 5, cvc: '123' }
    // A provider with a page of its own asks there, before the buyer comes back.
    const onPage = this.#server.provider === 'stripe' && { challenge: 'approve' }
    const { body } = await this.#server.call('POST', path, { token, body: { card: typed, ...onPage } })
    if (body.outcome !== 'requires_action') return body.outcome
    const answer = { attemptId: body.attemptId, answer: 'approve' }
    return (await this.#server.call('POST', `/api/pay/${this.#payId}/challenge`, { token, body: answer })).body.outcome
  }

  /** Does it to the order and tells it to the model. */
  async act(act: OrderAction): Promise<void> {
    await this.#send(act)
    this.model.act(act, this.#server.clocks.now())
  }
  async #send(act: OrderAction): Promise<void> {
    const order = (path: string, body: object = {}) => this.#server.call('POST', path, { as: this.#site, body })
    const { memberId, token } = this.#member
    switch (act.do) {
      case 'nothing':
        return
      case 'pause':
      case 'resume':
        return void (await order(`/v2/orders/${this.id}/${act.do}`))
      case 'stop':
        return void (await order(`/v2/orders/${this.id}/cancel`, { effectiveAt: 'NEXT_PAYMENT_DATE' }))
      case 'cancel':
        return void (await order(`/v2/orders/${this.id}/cancel`, { effectiveAt: 'IMMEDIATELY' }))
      case 'keep':
        return void (await order(`/api/plan-orders/${this.id}/keep-renewing`))
      case 'markPaid':
        return void (await order(`/v2/orders/${this.id}/mark-as-paid`))
      case 'record':
        // Of an offline order every later cycle may be collected so; the model only knows the declined payment.
        return void (this.of.online && (await order(`/api/plan-orders/${this.id}/record-payment`)))
      case 'retryNow':
        return void (await order(`/api/plan-orders/${this.id}/try-now`))
      case 'memberCancel':
        return void (await this.#server.call('POST', `/v2/member/orders/${this.id}/cancel`, {
          token,
          body: { effectiveAt: act.now ? 'IMMEDIATELY' : 'NEXT_PAYMENT_DATE' },
        }))
      case 'pay':
      case 'card':
        return void (this.#payId && (await this.#typed(act.do, act.card)))
      case 'refund':
        return this.#refund(act.part)
      case 'block':
        return void (await order(`/v1/members/${memberId}/block`))
      case 'blockWithPlans':
        return void (await order(`/api/members/${memberId}/block-with-plans`))
      case 'delete':
      case 'deleteWithPlans':
        return void (await this.#server.call('DELETE', act.do === 'delete' ? `/v1/members/${memberId}` : `/api/members/${memberId}/with-plans`, {
          as: this.#site,
        }))
    }
  }
  async #refund(part: boolean): Promise<void> {
    const orderInput = this.model.refundable(part)
    if (!orderInput) return
    const { invoices } = await this.#server.ok('GET', `/api/plan-orders/${this.id}/invoices`, { as: this.#site })
    const invoice = invoices.find(({ cycleIndex }: { cycleIndex: number }) => cycleIndex === orderInput.cycle)
    await this.#server.ok('POST', `/api/plan-orders/${this.id}/refunds`, {
      as: this.#site,
      body: { invoiceId: invoice.id, ...(part && { amount: formatMinor(orderInput.amount, this.#digits) }) },
    })
  }
}

/** All orders of the site as they stand: read as the owner reads them, and from the rows of their invoices and the ledger. */
/** What the server shows of the orders of a site, in the words of the model. */
export async function seenOn(in_: TestServer, site: TestSite, { digits }: OrderSettings) {
  const { orders } = await in_.ok('GET', '/v2/orders', { as: site })
  const { db } = in_.open
  const invoices = await db
    .selectFrom('planInvoice')
    .selectAll()
    .where('siteId', '=', site.metaSiteId)
    .where('amount', '>', '0')
    .orderBy('cycleIndex')
    .execute()
  const entries = await db
    .selectFrom('ledgerEntry as e')
    .innerJoin('receiptLine as l', (join) => join.onRef('l.siteId', '=', 'e.siteId').onRef('l.receiptId', '=', 'e.receiptId'))
    .select(['e.fromAccount', 'e.toAccount', 'e.amount', 'l.payableId'])
    .where('e.siteId', '=', site.metaSiteId)
    .where('l.kind', '=', 'ORDER')
    .execute()
  const minor = (amount: string) => BigInt(Number(amount).toFixed(digits).replace('.', ''))
  return new Map(
    orders.map((order: any) => {
      const balance = (account: string) =>
        entries
          .filter(({ payableId }) => payableId === order.id)
          .reduce(
            (all, { fromAccount, toAccount, amount }) => all + (fromAccount === account ? minor(amount) : 0n) - (toAccount === account ? minor(amount) : 0n),
            0n,
          )
      return [
        order.id as string,
        {
          order: {
            status: order.status,
            payment: order.lastPaymentStatus,
            autoRenewCanceled: order.autoRenewCanceled,
            cycle: order.currentCycle?.index,
            cycleEnd: order.currentCycle?.endedDate,
            end: order.endDate,
            cancellation: order.cancellation && { cause: order.cancellation.cause, effectiveAt: order.cancellation.effectiveAt },
            pauses: order.pausePeriods.length,
          },
          invoices: Object.fromEntries(
            invoices
              .filter(({ orderId }) => orderId === order.id)
              .map(({ cycleIndex, amount, state, refunded }) => {
                const isPaid = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(state)
                const back = minor(refunded)
                return [
                  cycleIndex,
                  `${formatMinor(minor(amount), digits)} ${isPaid ? state : 'unpaid'}${back > 0n ? ` ${formatMinor(back, digits)} back` : ''}`,
                ]
              }),
          ),
          books: { earned: balance('earned'), tax: balance('tax') },
        },
      ]
    }),
  )
}
