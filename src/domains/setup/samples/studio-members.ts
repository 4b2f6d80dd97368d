/** The members of the studio, what they say of each other, and what they bought over the year. */
import { toSamplePhone } from '../rules/sample-region.ts'
import type { CallAsOwner, Made, SampleContext } from './calls.ts'
import { getJoinedAt, getSamplePerson, MEMBERS } from './studio-people.ts'
import type { StudioWords } from './words.ts'

type StudioContext = SampleContext & { words: StudioWords }

/** The first members are seen by the others. */
const PUBLIC_PROFILES = 14

async function makeField(call: CallAsOwner, { field }: StudioWords): Promise<string> {
  const input = { name: field.name, fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' }
  return ((await call('POST', '/v1/custom-fields', { field: input })) as { field: { key: string } }).field.key
}

export async function makeMembers(call: CallAsOwner, when: StudioContext): Promise<Made[]> {
  const { words, region } = when
  const key = await makeField(call, words)
  const made: Made[] = []
  for (let at = 0; at < MEMBERS; at++) {
    const { firstName, lastName, email } = getSamplePerson(words.people, at)
    const example = at % 5 === 0 ? words.field.examples[at / 5] : undefined
    const input = {
      loginEmail: email,
      contact: { firstName, lastName, phones: [toSamplePhone(region, at)], ...(example && { customFields: { [key]: { value: example } } }) },
      profile: { nickname: `${firstName} ${lastName}` },
      ...(at < PUBLIC_PROFILES && { privacyStatus: 'PUBLIC' }),
    }
    const { member } = (await call('POST', '/v1/members', { member: input }, { at: getJoinedAt(when, at) })) as { member: Made }
    made.push(member)
  }
  for (const at of [36, 37]) await call('POST', `/v1/members/${(made[at] as Made).id}/block`, {})
  await call('POST', `/v1/members/${(made[38] as Made).id}/mute`, {})
  return made
}

/** The badge of the first members, and two reports about one member. */
export async function makeCommunity(call: CallAsOwner, { words }: StudioContext, members: readonly Made[]): Promise<void> {
  const findId = (at: number) => (members[at] as Made).id
  const { badge } = (await call('POST', '/v3/badges', { badge: { title: words.badge, backgroundColor: '#3f6f5f', textColor: '#ffffff' } })) as { badge: Made }
  await call('POST', `/v3/badges/${badge.id}/members`, { memberIds: [0, 1, 2, 3].map(findId) })
  for (const [at, memberId] of [findId(2), findId(6)].entries()) {
    const memberReport = { reportedMemberId: findId(13), reason: { category: 'SPAM', description: words.reports[at] } }
    await call('POST', '/v1/member-reports', { memberReport }, { memberId })
  }
}

type PlanNumber = 0 | 1 | 2
interface Sale {
  /** Place among the plans: the membership, the pass, the single month. */
  plan: PlanNumber
  buyer: number
  daysAgo: number
  unpaid?: boolean
  /** Ended this many days after it was sold. */
  endedAfter?: number
  paused?: boolean
  withCoupon?: boolean
}
/** Memberships began over the year, and three have ended; passes and months were sold again and again. */
const SALES: readonly Sale[] = [
  { plan: 0, buyer: 0, daysAgo: 340 },
  { plan: 1, buyer: 3, daysAgo: 322 },
  { plan: 0, buyer: 1, daysAgo: 310 },
  { plan: 1, buyer: 2, daysAgo: 286 },
  { plan: 0, buyer: 5, daysAgo: 262 },
  { plan: 1, buyer: 8, daysAgo: 248 },
  { plan: 0, buyer: 7, daysAgo: 240, endedAfter: 95 },
  { plan: 1, buyer: 4, daysAgo: 222 },
  { plan: 0, buyer: 6, daysAgo: 214 },
  { plan: 1, buyer: 13, daysAgo: 196 },
  { plan: 0, buyer: 9, daysAgo: 184, endedAfter: 62 },
  { plan: 0, buyer: 10, daysAgo: 160 },
  { plan: 2, buyer: 8, daysAgo: 150 },
  { plan: 2, buyer: 18, daysAgo: 128 },
  { plan: 0, buyer: 3, daysAgo: 121 },
  { plan: 2, buyer: 21, daysAgo: 100 },
  { plan: 0, buyer: 15, daysAgo: 84 },
  { plan: 2, buyer: 22, daysAgo: 66 },
  { plan: 1, buyer: 9, daysAgo: 45 },
  { plan: 1, buyer: 19, daysAgo: 45 },
  { plan: 0, buyer: 16, daysAgo: 40 },
  { plan: 1, buyer: 7, daysAgo: 35 },
  { plan: 1, buyer: 17, daysAgo: 35, unpaid: true },
  { plan: 0, buyer: 20, daysAgo: 25, unpaid: true },
  { plan: 1, buyer: 4, daysAgo: 20, paused: true },
  { plan: 1, buyer: 14, daysAgo: 20 },
  { plan: 2, buyer: 13, daysAgo: 15, endedAfter: 15 },
  { plan: 1, buyer: 22, daysAgo: 12, withCoupon: true },
  { plan: 1, buyer: 2, daysAgo: 10 },
  { plan: 1, buyer: 12, daysAgo: 10 },
  { plan: 0, buyer: 11, daysAgo: 5, unpaid: true },
  { plan: 2, buyer: 8, daysAgo: 1, endedAfter: 1 },
  { plan: 2, buyer: 18, daysAgo: 1 },
]

async function sell(
  call: CallAsOwner,
  { now, words }: StudioContext,
  { sale, planId, memberId }: { sale: Sale; planId: string; memberId: string },
): Promise<void> {
  const at = now.subtract({ hours: 24 * sale.daysAgo + 1 })
  const { order } = (await call(
    'POST',
    '/v2/checkout/orders/offline',
    { planId, memberId, startDate: at.toString(), paid: !sale.unpaid, ...(sale.withCoupon && { couponCode: words.coupon.code }) },
    { at },
  )) as { order: Made }
  if (sale.paused) await call('POST', `/v2/orders/${order.id}/pause`, {})
  if (sale.endedAfter !== undefined)
    await call('POST', `/v2/orders/${order.id}/cancel`, { effectiveAt: 'IMMEDIATELY' }, { at: now.subtract({ hours: 24 * (sale.daysAgo - sale.endedAfter) }) })
}

export async function makeOrders(call: CallAsOwner, when: StudioContext, members: readonly Made[], plans: readonly Made[]): Promise<void> {
  for (const sale of SALES) await sell(call, when, { sale, planId: (plans[sale.plan] as Made).id, memberId: (members[sale.buyer] as Made).id })
  // Bought today, begins later.
  await call('POST', '/v2/checkout/orders/offline', {
    planId: (plans[1] as Made).id,
    memberId: (members[21] as Made).id,
    startDate: when.now.add({ hours: 24 * 9 }).toString(),
    paid: true,
  })
}
