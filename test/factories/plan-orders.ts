/** Plans, purchases and actions on orders, as shops and owners make them, for tests about orders. */
import { expect } from 'vitest'
import type { TestServer, TestSite } from '../test-server.ts'

export const goodCard = '4242424242424242'
/** A plan that renews every month for 40, until it is cancelled. */
export const monthly = (more: object = {}, pricing: object = {}) => ({
  name: 'Pass',
  buyerCanCancel: true,
  allowFutureStartDate: true,
  pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' }, ...pricing },
  ...more,
})
/** A plan of one payment for three months. */
export const season = {
  name: 'Season',
  buyerCanCancel: true,
  allowFutureStartDate: true,
  pricing: { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90' } },
}

/** Calls about orders of one site. */
export function createPlanOrders(server: TestServer, site: TestSite) {
  const getPlan = async (plan: object): Promise<string> => (await server.ok('POST', '/v2/plans', { as: site, body: { plan } })).plan.id
  const slugs = async (id: string): Promise<string[]> => (await server.emittedEvents(site, id)).map((event) => event.slug)
  const pay = (orderId: string, card = goodCard, challenge?: string) =>
    server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId, card, challenge } })
  /** An unpaid order of a new member. */
  async function draft(plan: object, more: object = {}) {
    const planId = await getPlan(plan)
    const member = await server.registerMember(site)
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId, ...more } })
    const cancel = (effectiveAt?: string) => server.call('POST', `/v2/member/orders/${order.id}/cancel`, { token: member.token, body: { effectiveAt } })
    return { ...member, planId, id: order.id as string, order, cancel }
  }
  return {
    getPlan,
    slugs,
    pay,
    draft,
    read: async (id: string) => (await server.ok('GET', `/v2/orders/${id}`, { as: site })).order,
    act: (id: string, what: string, body: object = {}) => server.call('POST', `/v2/orders/${id}/${what}`, { as: site, body }),
    /** Business time so many days from now, as the wire writes it. */
    later: (days: number) =>
      server.clocks
        .now()
        .add({ hours: 24 * days })
        .toString({ fractionalSecondDigits: 3 }),
    /** An order of a new member, paid with a card. */
    async buy(plan: object, more: object = {}, card = goodCard) {
      const made = await draft(plan, more)
      expect((await pay(made.id, card)).outcome).toBe('succeeded')
      return made
    },
    /** An order that the owner sells to a new member. */
    async sellOffline(plan: object, more: object = {}) {
      const planId = await getPlan(plan)
      const member = await server.registerMember(site)
      const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: member.memberId, ...more } })
      return { ...member, planId, id: order.id as string, order }
    },
    /** The events of an order after those of `before`. */
    slugsSince: async (id: string, before: readonly string[]) => (await slugs(id)).slice(before.length),
  }
}
