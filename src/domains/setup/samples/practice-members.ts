/** Members of the practice, who joined over the past year, with own fields, badges, plans and coupons. */
import type { Temporal } from 'temporal-polyfill'
import { toSamplePhone } from '../rules/sample-region.ts'
import type { CallAsOwner, Made, SampleContext } from './calls.ts'
import { badges, coupons, memberFields, plans, type BadgeKey, type CouponKey, type PlanKey } from './practice-facts.ts'
import type { MadeServices } from './practice-services.ts'
import type { People, PracticeWords } from './words.ts'

export interface Person {
  firstName: string
  lastName: string
  email: string
  phone: string
}
export interface MadeMember extends Made {
  person: Person
}

export const MEMBERS = 30

/** The person with this number, always the same. */
export function getPerson({ firstNames, lastNames }: People, { region }: SampleContext, at: number): Person {
  const firstName = firstNames[at % firstNames.length] ?? ''
  const lastName = lastNames[(at * 5 + Math.floor(at / firstNames.length)) % lastNames.length] ?? ''
  const plain = `${firstName}.${lastName}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '')
  return { firstName, lastName, email: `${plain}.${at + 1}@sample.example`, phone: toSamplePhone(region, at) }
}

/** How many days ago this member joined: the first one a year ago, the last one this week. */
export const getMemberAge = (at: number): number => 360 * ((MEMBERS - at) / MEMBERS) ** 1.5
const joinedAt = ({ now }: SampleContext, at: number): Temporal.Instant => now.subtract({ hours: Math.round(24 * getMemberAge(at)) })

async function makeFields(call: CallAsOwner, { fields }: PracticeWords): Promise<string[]> {
  const keys: string[] = []
  for (const key of memberFields) {
    const input = { name: fields[key].name, fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' }
    keys.push(((await call('POST', '/v1/custom-fields', { field: input })) as { field: { key: string } }).field.key)
  }
  return keys
}

export async function makeMembers(call: CallAsOwner, when: SampleContext, words: PracticeWords): Promise<MadeMember[]> {
  const keys = await makeFields(call, words)
  const made: MadeMember[] = []
  for (let at = 0; at < MEMBERS; at++) {
    const person = getPerson(words.people, when, at)
    const examples = memberFields.map((field) => words.fields[field].examples)
    const values = keys.map((key, field) => [key, { value: examples[field]?.[at % (examples[field]?.length ?? 1)] ?? '' }] as const)
    const { member } = (await call(
      'POST',
      '/v1/members',
      {
        member: {
          loginEmail: person.email,
          contact: {
            firstName: person.firstName,
            lastName: person.lastName,
            phones: [person.phone],
            ...(at % 3 !== 2 && { customFields: Object.fromEntries(values.slice(0, 1 + (at % 2))) }),
          },
          profile: { nickname: `${person.firstName} ${person.lastName}` },
        },
      },
      { at: joinedAt(when, at) },
    )) as { member: Made }
    // Whose address is verified sees the bookings that were made for it.
    if (at % 4 !== 3) await call('POST', `/api/members/${member.id}/verify-email`, {}, { at: joinedAt(when, at) })
    made.push({ id: member.id, person })
  }
  return made
}

/** Who comes often and whom a doctor sent; one member is blocked. */
export async function makeBadges(call: CallAsOwner, words: PracticeWords, members: readonly MadeMember[]): Promise<void> {
  const groups: Record<BadgeKey, number[]> = { regular: [0, 1, 3, 4, 8], referred: [2, 5, 6, 11] }
  for (const key of Object.keys(badges) as BadgeKey[]) {
    const { badge } = (await call('POST', '/v3/badges', { badge: { title: words.badges[key], backgroundColor: badges[key], textColor: '#ffffff' } })) as {
      badge: Made
    }
    await call('POST', `/v3/badges/${badge.id}/members`, { memberIds: groups[key].map((at) => members[at]?.id) })
  }
  await call('POST', `/v1/members/${members[27]?.id}/block`, {})
}

export async function makePlans(call: CallAsOwner, when: SampleContext, words: PracticeWords, services: MadeServices): Promise<Record<PlanKey, string>> {
  const made: Partial<Record<PlanKey, string>> = {}
  for (const key of Object.keys(plans) as PlanKey[]) {
    const { credits, isPrimary, ...facts } = plans[key]
    const { perks, ...text } = words.plans[key]
    const { plan } = (await call('POST', '/v2/plans', { plan: { ...text, ...facts, perks: { values: perks } } })) as { plan: Made }
    const serviceIds = Object.values(services).flatMap(({ id, facts: { plan: payable } }) => (payable === key ? [id] : []))
    await call('PUT', `/api/plans/${plan.id}/benefit`, { benefit: { credits }, serviceIds })
    if (isPrimary) await call('POST', `/v2/plans/${plan.id}/make-primary`, {})
    made[key] = plan.id
  }
  for (const key of Object.keys(coupons) as CouponKey[])
    await call('POST', '/stores/v2/coupons', {
      specification: {
        ...words.coupons[key],
        ...coupons[key],
        startTime: String(when.now.subtract({ hours: 24 * 60 }).epochMilliseconds),
        scope: { namespace: 'pricingPlans' },
      },
    })
  return made as Record<PlanKey, string>
}

/** A card was sold about every four weeks, one with a coupon; memberships began over the year, and two have ended. */
export async function makeOrders(
  call: CallAsOwner,
  { now }: SampleContext,
  { words, members, plans: made }: { words: PracticeWords; members: readonly MadeMember[]; plans: Record<PlanKey, string> },
): Promise<void> {
  const sell = (plan: PlanKey, buyer: number, daysAgo: number, more: { paid?: boolean; couponCode?: string } = {}) => {
    const at = now.subtract({ hours: 24 * daysAgo + 3 })
    return call(
      'POST',
      '/v2/checkout/orders/offline',
      { planId: made[plan], memberId: members[buyer]?.id, startDate: at.toString(), paid: true, ...more },
      { at },
    ) as Promise<{ order: Made }>
  }
  for (let month = 11; month >= 0; month--) await sell('card', 11 - month, month * 28 + 4)
  await sell('card', 14, 12, { couponCode: words.coupons.welcome.code })
  await sell('card', 20, 2, { paid: false })
  for (const [buyer, daysAgo] of [
    [0, 330],
    [1, 300],
    [3, 250],
    [5, 205],
    [9, 150],
    [12, 95],
    [16, 40],
    [17, 19],
    [22, 6],
  ] as const)
    await sell('membership', buyer, daysAgo)
  for (const [buyer, daysAgo, days] of [
    [2, 280, 118],
    [6, 210, 88],
  ] as const) {
    const { order } = await sell('membership', buyer, daysAgo)
    await call('POST', `/v2/orders/${order.id}/cancel`, { effectiveAt: 'IMMEDIATELY' }, { at: now.subtract({ hours: 24 * (daysAgo - days) }) })
  }
}
