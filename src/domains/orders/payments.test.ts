/** Charges, answers that come twice, late or never, refunds, disputes, cards, receipts and the ledger. Source: guide pricing-plans §9 to §11. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(() => server.close())

/** Whatever happened, the ledger balances and every cash account can be traced to invoices and refunds. */
afterEach(async () => {
  const { accounts } = await server.ok('GET', '/api/money/balances', { as: site })
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const sum = accounts.reduce((total: bigint, { closing }: { closing: string }) => total + cents(closing), 0n)
  expect(sum).toBe(0n)
})

const good = '4242424242424242'
const monthly = (more: object = {}, pricing: object = {}) => ({
  name: 'Pass',
  buyerCanCancel: true,
  pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' }, ...pricing },
  ...more,
})
const hook = (path: string, body: object) => server.ok('POST', path, { body: { metaSiteId: site.metaSiteId, ...body } })
const pay = (orderId: string, card = good, challenge?: string) => hook('/_test/payments/pay', { orderId, card, challenge })
const read = async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order
const slugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)
const templates = async (to: string) => (await server.sentEmails(site, to)).map((sent) => sent.template)
interface InvoiceSeen {
  id: string
  number?: number
  cycleIndex: number
  amount: string
  state: string
  attempts: { n: number; outcome: string; key: string; ref: string; declineCode?: string }[]
}
const invoices = async (orderId: string): Promise<InvoiceSeen[]> =>
  (await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId } })).invoices

async function draft(plan: object = monthly()) {
  const { plan: made } = await server.ok('POST', '/v2/plans', { as: site, body: { plan } })
  const member = await server.registerMember(site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId: made.id } })
  return { ...member, planId: made.id as string, id: order.id as string, payOrder: order.wixPayOrderId as string }
}
async function buyPlan(plan: object = monthly(), card = good) {
  const made = await draft(plan)
  expect((await pay(made.id, card)).outcome).toBe('succeeded')
  return made
}
// Every charge of a jump is a call to the provider.
const later = process.env.PAYMENT_PROVIDER === 'stripe' ? 300_000 : 60_000

describe('answers of the provider', () => {
  test(
    'a slow charge is booked once, by the clock or by an event, whichever comes first',
    async () => {
      const { id } = await draft()
      expect((await pay(id, '4000000000000077')).outcome).toBe('processing')
      expect(await read(id)).toMatchObject({ status: 'DRAFT', lastPaymentStatus: 'PENDING' })
      expect((await pay(id)).outcome).toBe('processing')
      const [invoice] = await invoices(id)
      const ref = invoice?.attempts[0]?.ref ?? ''
      const events = [
        { id: `${id}-2`, type: 'charge.succeeded', ref },
        { id: `${id}-1`, type: 'charge.processing', ref },
        { id: `${id}-2`, type: 'charge.succeeded', ref },
        { id: `${id}-3`, type: 'charge.failed', ref },
      ]
      expect(await hook('/_test/webhooks/sandbox', { events })).toEqual({ received: 3 })
      await server.advanceClock('PT2M')
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
      expect((await slugs(id)).filter((slug) => slug === 'purchased')).toHaveLength(1)
      expect(await invoices(id)).toMatchObject([{ state: 'PAID', attempts: [{ outcome: 'succeeded' }] }])
    },
    later,
  )

  test(
    'an unclear renewal is asked about and does not use up a retry',
    async () => {
      const { id } = await buyPlan()
      await hook('/_test/payments/next', { orderId: id, outcome: 'unknown', times: 3 })
      await server.advanceClock('P1M')
      await server.advanceClock('PT15M')
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PENDING', currentCycle: { index: 2 } })
      await server.advanceClock('PT30M')
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
      expect((await invoices(id)).at(-1)).toMatchObject({ state: 'PAID', attempts: [{ n: 1, outcome: 'succeeded' }] })
    },
    later,
  )

  test(
    'off-session authentication waits for the buyer, who pays on the page',
    async () => {
      const { id, email } = await draft()
      expect((await pay(id, '4000002760003184', 'approve')).outcome).toBe('succeeded')
      await server.advanceClock('P1M1D')
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'FAILED' })
      expect(await templates(email)).toContain('payment-action-needed')
      expect((await invoices(id)).at(-1)?.attempts).toHaveLength(1)
      await server.advanceClock('P2D')
      expect((await invoices(id)).at(-1)?.attempts).toHaveLength(1)
      expect((await pay(id, '4000002760003184', 'approve')).outcome).toBe('succeeded')
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
    },
    later,
  )

  test(
    'a challenge can be rejected; a hard decline ends with the grace; eleven declines close the page',
    async () => {
      const { id } = await draft()
      expect(await pay(id, '4000002500003155', 'reject')).toEqual({ outcome: 'declined', declineCode: 'authentication_failed' })
      for (let n = 0; n < 10; n++) expect((await pay(id, '4000000000009995')).outcome).toBe('declined')
      expect(await pay(id)).toEqual({ outcome: 'refused', code: 'RESOURCE_EXHAUSTED' })
      const hard = await buyPlan()
      await hook('/_test/payments/next', { orderId: hard.id, outcome: 'declined:lost_card' })
      await server.advanceClock('P1M1D')
      expect((await invoices(hard.id)).at(-1)?.attempts).toHaveLength(1)
      await server.advanceClock('P8D')
      expect(await read(hard.id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'PAYMENT_FAILURE' } })
      expect((await invoices(hard.id)).at(-1)).toMatchObject({ state: 'FAILED', attempts: [{ declineCode: 'lost_card' }] })
      expect(await templates(hard.email)).toEqual(expect.arrayContaining(['payment-failed', 'plan-canceled-payment']))
    },
    later,
  )

  test(
    'a jump of three months charges three times; emails name the first decline and the last try',
    async () => {
      const { id } = await buyPlan()
      await server.advanceClock('P3M')
      expect((await invoices(id)).map(({ cycleIndex, state }) => [cycleIndex, state])).toEqual([
        [1, 'PAID'],
        [2, 'PAID'],
        [3, 'PAID'],
        [4, 'PAID'],
      ])
      const failing = await buyPlan(monthly(), '4000000000000341')
      await server.advanceClock('P1M6D')
      expect((await templates(failing.email)).filter((name) => name.startsWith('payment-failed'))).toEqual(['payment-failed', 'payment-failed-again'])
    },
    later,
  )
})

describe('cards', () => {
  test(
    'another card pays what is open at once; a decline of another card leaves the schedule',
    async () => {
      const { id } = await buyPlan(monthly(), '4000000000000341')
      await server.advanceClock('P1M1D')
      const tries = async () => (await invoices(id)).at(-1)?.attempts.length
      expect((await pay(id, '4000000000009995')).outcome).toBe('declined')
      const before = await tries()
      expect(await hook('/_test/payments/card', { orderId: id, card: good })).toEqual({ outcome: 'succeeded' })
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
      expect(await tries()).toBe((before ?? 0) + 1)
      await server.advanceClock('P1M')
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID', currentCycle: { index: 3 } })
    },
    later,
  )
  test(
    'a card that is given during a pause pays what is open once the order goes on',
    async () => {
      // The bank asks for the buyer at every renewal: this card is not tried again.
      const { id, token } = await draft()
      expect((await pay(id, '4000002760003184', 'approve')).outcome).toBe('succeeded')
      await server.advanceClock('P1M1DT1H')
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'FAILED' })
      const act = (what: string) => server.ok('POST', `/v2/orders/${id}/${what}`, { as: site, body: {} })
      await act('pause')
      const card = { number: good, expMonth: 12, expYear: 2090, cvc: '123' }
      expect(await server.ok('POST', `/api/plan-orders/${id}/card`, { token, body: { card } })).toMatchObject({ outcome: 'succeeded' })
      await server.advanceClock('P3D')
      expect((await invoices(id)).at(-1)).toMatchObject({ state: 'RETRYING', attempts: [{ n: 1 }] })
      await act('resume')
      await server.ok('POST', '/_test/run')
      expect((await invoices(id)).at(-1)).toMatchObject({ state: 'PAID', attempts: [{ n: 1 }, { n: 2, outcome: 'succeeded' }] })
      await server.advanceClock('P8D')
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    },
    later,
  )
})

describe('a card that is changed while a renewal is under way', () => {
  const underWay = async () => {
    const order = await buyPlan(monthly())
    await hook('/_test/payments/next', { orderId: order.id, outcome: 'unknown', times: 1 })
    await server.advanceClock('P1M')
    expect(await read(order.id)).toMatchObject({ lastPaymentStatus: 'PENDING', currentCycle: { index: 2 } })
    const card = { number: '5555555555554444', expMonth: 12, expYear: 2090, cvc: '123' }
    expect(await server.ok('POST', `/api/plan-orders/${order.id}/card`, { token: order.token, body: { card } })).toMatchObject({ outcome: 'succeeded' })
    const tries = async () => (await invoices(order.id)).find(({ cycleIndex }) => cycleIndex === 2)?.attempts.map(({ outcome }) => outcome)
    expect(await tries()).toEqual(['unknown'])
    return { ...order, tries }
  }
  test(
    'waits for the answer; after a decline the new card pays',
    async () => {
      const { id, tries } = await underWay()
      await hook('/_test/payments/next', { orderId: id, outcome: 'declined:insufficient_funds', times: 1 })
      await server.advanceClock('PT11M')
      expect(await tries()).toEqual(['declined', 'succeeded'])
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    },
    later,
  )
  test(
    'after a hard decline that comes during a pause the new card pays once the order goes on',
    async () => {
      const { id, tries } = await underWay()
      await server.ok('POST', `/v2/orders/${id}/pause`, { as: site, body: {} })
      await hook('/_test/payments/next', { orderId: id, outcome: 'declined:lost_card', times: 1 })
      await server.advanceClock('PT11M')
      expect(await tries()).toEqual(['declined'])
      await server.ok('POST', `/v2/orders/${id}/resume`, { as: site, body: {} })
      await server.ok('POST', '/_test/run')
      expect(await tries()).toEqual(['declined', 'succeeded'])
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    },
    later,
  )
  test(
    'after a success the new card is kept for the next cycle and nothing is paid twice',
    async () => {
      const { id, tries } = await underWay()
      await hook('/_test/payments/next', { orderId: id, outcome: 'succeeded', times: 1 })
      await server.advanceClock('PT11M')
      expect(await tries()).toEqual(['succeeded'])
      // Of a plan bought on the 31st the third month begins up to three days later than a month after the second.
      await server.advanceClock('P1M4D')
      const emails = (await server.sentEmails(site)).filter(({ template, variables }) => template === 'payment-receipt' && variables.cardLast4 === '4444')
      expect(emails.length).toBeGreaterThan(0)
      expect((await invoices(id)).map(({ cycleIndex, state }) => `${cycleIndex} ${state}`)).toEqual(['0 PAID', '1 PAID', '2 PAID', '3 PAID'])
    },
    later,
  )
})

describe('races', () => {
  test('of two drafts of a plan limited to one, only one is charged', async () => {
    const plan = monthly({ maxPurchasesPerBuyer: 1 })
    const first = await draft(plan)
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: first.token, body: { planId: first.planId } })
    const outcomes = await Promise.all([pay(first.id), pay(order.id)])
    expect(outcomes.map(({ outcome, code: why }) => why ?? outcome).sort()).toEqual(['purchases_limit_reached', 'succeeded'])
  })
  test(
    'a slow first payment that loses against a faster one goes back',
    async () => {
      const slow = await draft(monthly({ maxPurchasesPerBuyer: 1 }))
      expect((await pay(slow.id, '4000000000000077')).outcome).toBe('processing')
      const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: slow.token, body: { planId: slow.planId } })
      expect(await pay(order.id)).toEqual({ outcome: 'refused', code: 'purchases_limit_reached' })
      // The slow one is cancelled by the buyer; its money arrives and goes back.
      await server.ok('POST', `/v2/member/orders/${slow.id}/cancel`, { token: slow.token, body: { effectiveAt: 'IMMEDIATELY' } })
      await server.advanceClock('PT2M')
      expect(await read(slow.id)).toMatchObject({ status: 'CANCELED' })
      const { refunds } = await server.ok('GET', `/api/plan-orders/${slow.id}/invoices`, { as: site })
      expect(refunds).toMatchObject([{ reason: 'LATE', state: 'SUCCEEDED', amount: '40.00' }])
      expect((await server.sentEmails(site, site.ownerEmail)).map(({ template }) => template)).toContain('late-success-refunded')
    },
    later,
  )
})

describe('money back', () => {
  test('in parts and in full; the last payment in full marks the order; never more than was paid', async () => {
    const { id, email } = await buyPlan(monthly({}, { feeConfigs: [{ fee: { name: 'Joining', amount: '10' }, appliedAt: 'FIRST_PAYMENT' }] }))
    const [invoice] = await invoices(id)
    const refund = (amount?: string, more = {}) =>
      server.call('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: invoice?.id, amount, ...more } })
    expect((await refund('20.005')).status).toBe(400)
    expect(errorCode(await refund('50.01'))).toBe('REFUND_EXCEEDS_PAYMENT')
    expect((await refund('20')).body.refund).toMatchObject({ amount: '20.00', state: 'SUCCEEDED', number: expect.any(Number) })
    expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
    expect(await invoices(id)).toMatchObject([{ state: 'PARTIALLY_REFUNDED' }])
    expect(errorCode(await refund('30.01'))).toBe('REFUND_EXCEEDS_PAYMENT')
    expect((await refund(undefined, { cancel: true })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'CANCELED', lastPaymentStatus: 'REFUNDED' })
    expect(errorCode(await refund())).toBe('INVOICE_NOT_REFUNDABLE')
    expect((await templates(email)).filter((name) => name === 'refund-issued')).toHaveLength(2)
    const left = (await server.sentEmails(site, email)).find(({ template }) => template === 'plan-canceled')
    expect(left?.variables).toMatchObject({ refundAmount: '$30.00' })
  })
  test('under one key money goes back once; another amount or order is another request; what was refused leaves the key free', async () => {
    const [{ id }, other] = [await buyPlan(), await buyPlan()]
    const refund = async (orderId: string, amount: string, key: string) =>
      server.call('POST', `/api/plan-orders/${orderId}/refunds`, {
        as: site,
        headers: { 'idempotency-key': key },
        body: { invoiceId: (await invoices(orderId))[0]?.id, amount },
      })
    const [first, again] = [await refund(id, '15', 'once'), await refund(id, '15', 'once')]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect([(await refund(id, '10', 'once')).status, (await refund(other.id, '15', 'once')).status]).toEqual([409, 409])
    expect(errorCode(await refund(id, '25.01', 'retried'))).toBe('REFUND_EXCEEDS_PAYMENT')
    expect((await refund(id, '25', 'retried')).status).toBe(200)
    const crowd = await Promise.all(Array.from({ length: 8 }, () => refund(other.id, '5', 'a crowd')))
    expect([...new Set(crowd.filter(({ status }) => status !== 409).map(({ body }) => body.refund.id))]).toHaveLength(1)
    expect(await server.ok('GET', `/api/plan-orders/${other.id}/invoices`, { as: site })).toMatchObject({ refunds: [{ amount: '5.00' }] })
  })
  test('twenty refunds of the same payment at once give back no more than was paid', async () => {
    const { id } = await buyPlan()
    const [invoice] = await invoices(id)
    const results = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST', `/api/plan-orders/${id}/refunds`, { as: site, body: { invoiceId: invoice?.id, amount: '15' } })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(results.filter(({ status }) => status >= 500)).toEqual([])
  })
  test(
    "a refund on the provider's page has the same effect; an older payment leaves the order",
    async () => {
      const { id } = await buyPlan()
      await server.advanceClock('P1M')
      const [first, second] = await invoices(id)
      const expectRefunded = (name: string, of?: InvoiceSeen) =>
        hook('/_test/webhooks/sandbox', { events: [{ id: `${id}-${name}`, type: 'refund.succeeded', ref: of?.attempts[0]?.ref }] })
      await expectRefunded('first', first)
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PAID' })
      await expectRefunded('second', second)
      await expectRefunded('second', second)
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'REFUNDED' })
      expect((await invoices(id)).map(({ state }) => state)).toEqual(['REFUNDED', 'REFUNDED'])
    },
    later,
  )
  test(
    'a dispute stops the charges until the owner decides',
    async () => {
      const { id } = await buyPlan(monthly(), '4000000000000259')
      await server.advanceClock('PT2M')
      const about = async () => server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })
      expect(await about()).toMatchObject({ onHold: true, disputes: [{ state: 'OPEN', amount: '40.00' }] })
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
      expect(await templates(site.ownerEmail)).toContain('dispute-opened')
      await server.advanceClock('P1M1D')
      expect((await invoices(id)).at(-1)).toMatchObject({ cycleIndex: 2, state: 'OPEN', attempts: [] })
      await server.ok('POST', `/api/plan-orders/${id}/dispute`, { as: site, body: { decision: 'go-on' } })
      await server.ok('POST', '/_test/run')
      expect((await invoices(id)).at(-1)).toMatchObject({ state: 'PAID' })
      expect(errorCode(await server.call('POST', `/api/plan-orders/${id}/dispute`, { as: site, body: { decision: 'cancel' } }))).toBe('ORDER_NOT_ON_HOLD')
    },
    later,
  )
  test(
    'a disputed order that is let go on while it is paused is charged once it goes on',
    async () => {
      const { id } = await buyPlan(monthly(), '4000000000000259')
      await server.advanceClock('PT5M')
      await server.advanceClock('P1M1D')
      expect(await read(id)).toMatchObject({ lastPaymentStatus: 'PENDING', currentCycle: { index: 2 } })
      await server.ok('POST', `/v2/orders/${id}/pause`, { as: site, body: {} })
      await server.ok('POST', `/api/plan-orders/${id}/dispute`, { as: site, body: { decision: 'go-on' } })
      await server.advanceClock('P5D')
      expect((await invoices(id)).at(-1)).toMatchObject({ cycleIndex: 2, state: 'OPEN', attempts: [] })
      await server.ok('POST', `/v2/orders/${id}/resume`, { as: site, body: {} })
      await server.ok('POST', '/_test/run')
      expect((await invoices(id)).at(-1)).toMatchObject({ cycleIndex: 2, state: 'PAID', attempts: [{ n: 1 }] })
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'PAID' })
    },
    later,
  )
})

describe('documents', () => {
  test(
    'receipts are numbered without gaps and shown as data, page and PDF, to their buyer only',
    async () => {
      const own = await server.createSite()
      const before = site
      site = own
      try {
        const made = await buyPlan()
        await buyPlan()
        await server.advanceClock('P1M')
        const { documents: all } = await server.ok('GET', '/api/money/documents', { as: own })
        expect(all.map(({ number }: { number: number }) => number).sort()).toEqual([1, 2, 3, 4])
        const [invoice] = await invoices(made.id)
        const path = `/api/invoices/${invoice?.id}`
        const document = await server.ok('GET', path, { token: made.token })
        expect(document).toMatchObject({
          number: 1,
          title: 'Receipt 1',
          total: '$40.00',
          lines: [{ label: 'Pass', amount: '$40.00' }],
          paidWith: 'Visa •••• 4242',
        })
        const pdf = await server.call('GET', `${path}/pdf`, { token: made.token })
        expect([pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
        expect((await server.call('GET', `${path}/page`, { token: made.token })).text).toContain('Receipt 1')
        await server.ok('PATCH', '/api/my-email-preferences', { token: made.token, body: { language: 'de' } })
        const german = await server.call('GET', `${path}/page`, { token: made.token, headers: { 'accept-language': 'en' } })
        for (const words of ['<html lang="de">', 'Beleg 1', 'Summe', '40,00\u00a0$']) expect(german.text).toContain(words)
        const otherMember = await server.registerMember(own)
        expect(errorCode(await server.call('GET', path, { token: otherMember.token }))).toBe('invoice_not_found')
        expect((await server.call('GET', path, { as: before })).status).toBe(404)
        const csv = await server.call('GET', '/api/money/books.csv', { as: own })
        expect(csv.text.split('\n')[0]).toBe('at,from,to,amount,currency,orderId,invoiceId,refundId')
      } finally {
        site = before
      }
    },
    later,
  )
})
