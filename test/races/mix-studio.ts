/** The studio of the mix of bookings, made on a server of this process. */
import { Temporal } from 'temporal-polyfill'
import { HOLD_MINUTES } from '#domains/bookings/rules/holds.ts'
import { createBookingStudio } from '../factories/booking-studio.ts'
import { createWaitlistClass } from '../factories/waitlist-class.ts'
import type { TestServer } from '../test-server.ts'
import { hoursOn, type MixStudio, type OpenDay } from './booking-mix.ts'

const PER_SESSION = 4
/** So many sessions are open at a time. */
const SESSIONS = 3
/** Operations of a day. */
export const A_DAY = 50

const start = Temporal.Instant.from('2027-05-01T10:00:00Z')
/** Business time on a day: holds of the one before have run out. */
export const timeOfDay = (day: number): string => start.add({ minutes: HOLD_MINUTES * day }).toString()

/** The studio, and how its days are opened: the oldest session goes, another comes. */
export interface Mix {
  studio: MixStudio
  openNextDay(): Promise<OpenDay>
}

/** `operations` says how many there will be: plans and coupons last for them. The server's clock is stopped; the caller moves it. */
export async function createMix(server: TestServer, operations: number): Promise<Mix> {
  server.freezeClock(start.toString())
  const made = await createBookingStudio(server)
  const { site, staff } = made
  const yoga = await createWaitlistClass(made, PER_SESSION, { rateType: 'NO_FEE', options: { inPerson: true, pricingPlan: true } })
  const { plan } = (
    await made.owner('/v2/plans', {
      plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }, public: true },
    })
  ).body
  await server.ok('PUT', `/api/plans/${plan.id}/benefit`, {
    as: site,
    body: { benefit: { credits: Math.max(20, Math.floor(operations / 20)) }, serviceIds: [yoga.id] },
  })
  const members: MixStudio['members'] = []
  for (let made = 0; made < 6; made += 1) {
    const { token, email, memberId } = await server.registerMember(site)
    await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId, paid: true } })
    members.push({ token, email })
  }
  const [other, room] = [await made.resource('Ben'), await made.resource('Room')]
  const byOther = { type: 'APPOINTMENT', staff: [other.id] }
  const services = {
    massage: await made.service({ type: 'APPOINTMENT', price: '0' }),
    facial: await made.service({ ...byOther, price: '0' }),
    withRoom: await made.service({ ...byOther, price: '0', rooms: { type: room.typeId, ids: [room.id] } }),
    paid: await made.service({ ...byOther, price: '40.00' }),
    pottery: await made.service({ type: 'COURSE', capacity: 12, price: '0' }),
  }
  await made.session(services.pottery, '2027-11-02T18:00:00Z', '2027-11-02T20:00:00Z', 'COURSE')
  const coupon = { name: 'Half', code: 'HALF', startTime: '0', scope: { namespace: 'bookings' }, percentOffRate: 50, usageLimit: operations }
  await server.ok('POST', '/stores/v2/coupons', { as: site, body: { specification: coupon } })
  const sessions: string[] = []
  let day = 0
  const openNextDay = async () => {
    day += 1
    const hours = hoursOn(day, 16)
    sessions.push(await made.session(yoga, hours.start, hours.end))
    sessions.splice(0, sessions.length - SESSIONS)
    return { day, sessions: [...sessions] }
  }
  for (let opened = 1; opened < SESSIONS; opened += 1) await openNextDay()
  return { studio: { site, staff, other: other.id, yoga, ...services, members }, openNextDay }
}
