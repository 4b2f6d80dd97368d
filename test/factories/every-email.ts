/**
 * Every email that the server can send, on one site: most are caused as customers, members and owners cause them; those that
 * need a failing provider, a wrong clock or a race are handed to the mailer with the variables of the most similar one.
 */
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { login, PASSWORD, randomEmail, signUp } from '../auth-helpers.ts'
import { card, type BookingStudio, type CreatedService } from './booking-studio.ts'
import { bookSeat, createPerson, joinWaitlist, runWaitlistSchedule } from './waitlist-class.ts'

const tell = { participantNotification: { notifyParticipants: true } }
const anyTime = { flowControlSettings: { ignoreCancellationPolicy: true } }

export async function causeEveryEmail(studio: BookingStudio): Promise<void> {
  await causeSignInEmails(studio)
  await causeMemberEmails(studio)
  await causeOrderEmails(studio)
  await causeBookingEmails(studio)
  await causeWaitlistEmails(studio)
  await causeMoneyEmails(studio)
  await causeWebsiteEmails(studio)
  await queueSimilarEmails(studio)
  await studio.server.runner.drain()
}

/** A message through the contact form of the site. */
async function causeWebsiteEmails({ server, site }: BookingStudio): Promise<void> {
  const { website, revision } = await server.ok('GET', '/api/website', { as: site })
  const home = [...website.home, { id: 'contact', type: 'contact' }]
  const saved = await server.ok('PUT', '/api/website', { as: site, body: { website: { ...website, home }, revision } })
  await server.ok('POST', '/api/website/publish', { as: site, body: { revision: saved.revision } })
  const body = { name: 'Gina', email: 'gina@example.org', message: 'Is there a class for beginners?' }
  await server.ok('POST', '/api/contact-message', { token: await server.visitorToken(site), body })
}

/** Sign-up, codes, passwords, addresses, second steps. */
export async function causeSignInEmails({ server, site }: BookingStudio): Promise<void> {
  const asOwner = (method: string, path: string, body: unknown = {}) => server.ok(method, path, { as: site, body })
  const settings = (change: object) => asOwner('PATCH', '/api/sign-in-settings', { settings: change })
  const signUpUnder = async (email: string, policy = {}) => {
    await server.setSignOnPolicy(site, policy)
    const person = await signUp(server, site, email, { profile: { firstName: 'Ann', lastName: 'Lee' } })
    await server.setSignOnPolicy(site, {})
    return person
  }
  const headers = { 'user-agent': 'Another Browser 7' }
  await signUpUnder(randomEmail(), { verify: true })
  const waiting = await signUpUnder(randomEmail(), { approve: true })
  await asOwner('POST', `/v1/members/${waiting.id}/approve`)

  const member = await server.registerMember(site)
  await server.ok('POST', '/v1/send-email', { token: await server.visitorToken(site), body: { email: member.email } })
  await server.ok('POST', '/v2/change-password', { token: member.token, body: { newPassword: 'a calmer longer night', currentPassword: PASSWORD } })
  for (let attempt = 0; attempt < 5; attempt++) await login(server, site, member.email, { password: 'wrong' }, headers)
  const known = await server.registerMember(site)
  await settings({ emails: { newDevice: true }, hideAccountExistence: true })
  await login(server, site, known.email, {}, headers)
  await signUpUnder(known.email)
  await settings({ emails: { newDevice: false }, hideAccountExistence: false })

  const newEmail = randomEmail()
  const { stateToken } = await server.ok('POST', '/api/my-email', { token: known.token, body: { newEmail } })
  const { code } = await server.emailVariables(site, newEmail, 'EMAIL_CHANGE_CODE')
  await server.ok('POST', '/api/my-email/confirm', { token: known.token, body: { stateToken, code } })

  const guarded = await server.registerMember(site)
  await server.ok('POST', '/api/my-factors/EMAIL/start', { token: guarded.token, body: {} })
  const first = await server.emailVariables(site, guarded.email, 'SIGN_IN_CODE')
  await server.ok('POST', '/api/my-factors/EMAIL/confirm', { token: guarded.token, body: { code: first.code } })
}

/** What the business does with its members, its team and its dashboard users. */
export async function causeMemberEmails({ server, site }: BookingStudio): Promise<void> {
  const asOwner = (method: string, path: string, body: unknown = {}) => server.ok(method, path, { as: site, body })
  const { member: invited } = await asOwner('POST', '/v1/members', { member: { loginEmail: randomEmail() } })
  await asOwner('POST', '/v1/activation-email', { identityId: invited.id })
  const gone = await server.registerMember(site)
  await asOwner('DELETE', `/v1/members/${gone.memberId}`)
  await asOwner('POST', '/api/collaborators/invitations', { email: randomEmail(), role: 'CONTRIBUTOR', permissions: [] })
  await server.ok('POST', '/api/owner/recovery', { body: { email: site.ownerEmail } })
  const { staffMember } = await asOwner('POST', '/v1/staff-members', { staffMember: { name: 'Lena', email: 'lena@studio.example' } })
  await asOwner('POST', `/v1/staff-members/${staffMember.id}/connect-staff-member-to-user`, {})
  const [ann, bob] = [await server.registerMember(site), await server.registerMember(site)]
  await server.ok('POST', '/v1/members/join-community', { token: bob.token, body: {} })
  const memberReport = { reportedMemberId: bob.memberId, reason: { category: 'SPAM' } }
  await server.ok('POST', '/v1/member-reports', { token: ann.token, body: { memberReport } })
  await asOwner('POST', '/api/email-templates/MEMBER_APPROVED/en/test', { subject: 'Hi', body: 'Hello {{nickname}}', button: '', to: randomEmail() })
  await server.advanceClock('P1D')
}

/** The whole life of plans, in one half-year. */
async function causeOrderEmails({ server, site }: BookingStudio): Promise<void> {
  const asOwner = (method: string, path: string, body: unknown = {}) => server.ok(method, path, { as: site, body })
  const hook = (path: string, body: object) => server.ok('POST', path, { body: { metaSiteId: site.metaSiteId, ...body } })
  const pay = (orderId: string, number: string, challenge?: string) => hook('/_test/payments/pay', { orderId, card: number, challenge })
  const later = (days: number) =>
    server.clocks
      .now()
      .add({ hours: 24 * days })
      .toString({ fractionalSecondDigits: 3 })
  const act = (id: string, action: string, body: object = {}) => asOwner('POST', `/v2/orders/${id}/${action}`, body)
  const createPlan = async (pricing: object, more: object = {}): Promise<string> =>
    (
      await asOwner('POST', '/v2/plans', {
        plan: { name: 'Pass', buyerCanCancel: true, allowFutureStartDate: true, pricing: { price: { value: '40' }, ...pricing }, ...more },
      })
    ).plan.id
  const every = (count: number) => ({ subscription: { cycleDuration: { count, unit: 'MONTH' }, cycleCount: 0 } })
  const monthly = await createPlan(every(1))
  const draft = async (planId: string) => {
    const member = await server.registerMember(site)
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId } })
    return { ...member, id: order.id as string }
  }
  const buy = async (planId: string, number = card.number, challenge?: string) => {
    const order = await draft(planId)
    await pay(order.id, number, challenge)
    return order
  }
  const sellOffline = async (planId: string, more: object = {}) => {
    const { memberId } = await server.registerMember(site)
    return (await asOwner('POST', '/v2/checkout/orders/offline', { planId, memberId, ...more })).order.id as string
  }
  const cancelByMember = (order: { id: string; token: string }, effectiveAt: string) =>
    server.ok('POST', `/v2/member/orders/${order.id}/cancel`, { token: order.token, body: { effectiveAt } })

  // Bought by members: with a trial, with cards that fail or ask later, to be disputed, refunded, paid too late.
  const trial = await buy(await createPlan({ ...every(1), freeTrialDays: 7 }))
  await buy(monthly, '4000000000000341')
  await buy(monthly, '4000002760003184', 'approve')
  await buy(monthly, '4000000000000259')
  const refunded = await buy(monthly)
  const { invoices } = await server.ok('GET', '/_test/payments', { query: { metaSiteId: site.metaSiteId, orderId: refunded.id } })
  await asOwner('POST', `/api/plan-orders/${refunded.id}/refunds`, { invoiceId: invoices[0].id, amount: '20' })
  await act(refunded.id, 'cancel', { effectiveAt: 'IMMEDIATELY' })
  const slow = await draft(monthly)
  await pay(slow.id, '4000000000000077')
  await cancelByMember(slow, 'IMMEDIATELY')
  // A cycle that is long enough for a reminder, paid by a card that expires before.
  const owner = await server.registerMember(site)
  const expires = server.clocks.now().toZonedDateTimeISO('UTC').add({ months: 3 })
  await server.ok('POST', '/api/checkout/plans', {
    token: owner.token,
    body: { planId: await createPlan(every(6)), key: randomUUID(), card: { ...card, expMonth: expires.month, expYear: expires.year } },
  })
  // Sold at the front desk.
  await sellOffline(monthly, { startDate: later(5) })
  const weeks = await sellOffline(await createPlan({ singlePaymentForDuration: { count: 2, unit: 'WEEK' } }))
  await act(weeks, 'mark-as-paid')
  await asOwner('PATCH', `/v2/orders/${weeks}`, { endDate: later(20) })

  await server.advanceClock('P8D')
  await act(trial.id, 'pause')
  await server.advanceClock('P3D')
  await act(trial.id, 'resume')
  await cancelByMember(trial, 'NEXT_PAYMENT_DATE')
  await server.advanceClock('P5M25D')
}

const sessionAt = async ({ server, site, staff }: BookingStudio, scheduleId: string, days: number): Promise<string> => {
  const day = server.clocks
    .now()
    .add({ hours: 24 * days })
    .toString()
    .slice(0, 10)
  const event = { scheduleId, type: 'CLASS', start: { localDate: `${day}T18:00:00` }, end: { localDate: `${day}T19:00:00` }, resources: [{ id: staff }] }
  return (await server.ok('POST', '/calendar/v3/events', { as: site, body: { event } })).event.id
}
const slotIn = ({ server, slotFor }: BookingStudio, service: CreatedService, days: number) => {
  const day = server.clocks
    .now()
    .add({ hours: 24 * days })
    .toString()
    .slice(0, 10)
  return slotFor(service, `${day}T10:00:00Z`, `${day}T11:00:00Z`)
}
/** Lets the business clock stand at a later instant and runs what is due. */
async function runAt(studio: BookingStudio, at: Temporal.Instant): Promise<void> {
  studio.server.freezeClock(at.toString())
  await runWaitlistSchedule(studio)
}
const runLater = (studio: BookingStudio, duration: { minutes: number }) => runAt(studio, studio.server.clocks.now().add(duration))

/** Bookings that are made, asked for, moved, cancelled and missed. */
async function causeBookingEmails(studio: BookingStudio): Promise<void> {
  const { server, site } = studio
  const asOwner = (path: string, body: unknown) => server.ok('POST', path, { as: site, body })
  const massage = await studio.service()
  const book = async (days: number, more: object = {}) => {
    const member = await server.registerMember(site)
    const contactDetails = { firstName: 'Mia', email: member.email }
    const body = { slot: slotIn(studio, massage, days), contactDetails, paymentOption: 'OFFLINE', ...more }
    return { ...member, ...((await studio.book(body, member.token)) as { id: string; revision: string }) }
  }
  // By the customer: moved, then cancelled.
  const moved = await book(3)
  const { booking } = await server.ok('POST', `/v2/bookings/${moved.id}/reschedule`, {
    token: moved.token,
    body: { revision: moved.revision, slot: slotIn(studio, massage, 4), ...tell },
  })
  await server.ok('POST', `/v2/bookings/${moved.id}/cancel`, { token: moved.token, body: { revision: booking.revision, ...tell } })
  // A request that the business declines.
  const asked = await studio.service({ approval: true })
  const request = await book(5, { slot: slotIn(studio, asked, 5) })
  await asOwner(`/v2/bookings/${request.id}/decline`, { revision: request.revision, ...tell })
  // Another teacher of a class; then the day before, and the day itself without the customer.
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, price: '0' })
  const eventId = await sessionAt(studio, yoga.scheduleId, 7)
  const { booking: seat } = (await bookSeat(studio, yoga, eventId, await createPerson(studio))).body
  await asOwner(`/v2/bookings/${seat.id}/update_number_of_participants`, { revision: seat.revision, totalParticipants: 2, ...tell })
  const { id: other } = await studio.resource('Ben')
  await server.ok('PATCH', `/calendar/v3/events/${eventId}`, { as: site, body: { event: { resources: [{ id: other }] }, ...tell } })
  await asOwner(`/api/sessions/${eventId}/message`, { subject: 'Mats', message: 'Please bring a mat.', messageId: randomUUID() })
  const slot = slotIn(studio, massage, 2)
  const missed = await book(2, { slot })
  // By its start, not by the hour of the test: a reminder that comes late is worth nothing and not sent.
  for (const hours of [-20, 2]) await runAt(studio, Temporal.Instant.from(String(slot.startDate)).add({ hours }))
  await asOwner('/v2/attendance/set', { attendance: { bookingId: missed.id, status: 'NOT_ATTENDED' }, ...tell })
}

/** A full class whose places come free, are offered and missed, and one that is called off. */
async function causeWaitlistEmails(studio: BookingStudio): Promise<void> {
  const { server, site } = studio
  const rules = { waitlistPolicy: { enabled: true, capacity: 3, reservationTimeInMinutes: 10 }, cancellationPolicy: { enabled: true } }
  const yoga = await studio.service({ type: 'CLASS', capacity: 1, price: '0', rules })
  const fill = async (days: number) => {
    const eventId = await sessionAt(studio, yoga.scheduleId, days)
    const { booking } = (await bookSeat(studio, yoga, eventId, await createPerson(studio))).body
    await joinWaitlist(studio, yoga, eventId, await createPerson(studio))
    return { eventId, booking }
  }
  const { booking } = await fill(5)
  await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { as: site, body: { revision: booking.revision, ...anyTime, ...tell } })
  await runLater(studio, { minutes: 10 })
  const calledOff = await fill(6)
  await server.ok('POST', `/calendar/v3/events/${calledOff.eventId}/cancel`, { as: site, body: {} })
}

/** Payments of bookings: receipts, refunds, disputes and fees. */
async function causeMoneyEmails(studio: BookingStudio): Promise<void> {
  const { server, site } = studio
  const asOwner = (path: string, body: unknown) => server.ok('POST', path, { as: site, body })
  const massage = await studio.service()
  const pay = async (days: number, more: object = {}) => {
    const member = await server.registerMember(site)
    const contactDetails = { firstName: 'Mia', email: member.email }
    const body = { slot: slotIn(studio, massage, days), contactDetails, paymentOption: 'ONLINE', card, ...more }
    return { ...member, ...((await studio.book(body, member.token)) as { id: string; revision: string }) }
  }
  const paid = await pay(10)
  const { money } = await server.ok('GET', `/api/bookings/${paid.id}/money`, { as: site })
  await asOwner(`/api/bookings/${paid.id}/refunds`, { receiptId: money.payments[0].id, amount: '15', ...tell })
  const deposit = await pay(13, { slot: slotIn(studio, await studio.service({ deposit: '10.00' }), 13) })
  await asOwner(`/api/bookings/${deposit.id}/payment-link`, { messageId: randomUUID(), message: 'Thank you!' })
  await pay(11, { card: { ...card, number: '4000000000000259' } })
  await runLater(studio, { minutes: 2 })
  const late = { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 60 * 24 * 30 }], autoCollectFeeEnabled: true }
  const rules = { cancellationFeePolicy: late, saveCreditCardPolicy: { enabled: true } }
  const fee = await pay(12, { slot: slotIn(studio, await studio.service({ rules }), 12), paymentOption: 'OFFLINE' })
  await server.ok('POST', `/v2/bookings/${fee.id}/cancel`, { token: fee.token, body: { revision: fee.revision, ...tell } })
  await server.runner.drain()
}

/** Template, the caused one whose variables it shares, and what it says beside. */
const similarEmails: readonly (readonly [template: string, like: string, variables?: Record<string, string>])[] = [
  ['double-booking', 'new-booking'],
  ['money-without-place', 'new-booking', { amount: '€40.00' }],
  ['booking-refund-failed', 'new-booking', { amount: '€40.00', problem: 'The provider does not answer.' }],
  ['fee-not-collected', 'new-booking', { amount: '€20.00' }],
  ['booking-follow-up', 'booking-confirmed'],
  ['visit-missed', 'booking-confirmed'],
  ['BIRTHDAY', 'MEMBER_APPROVED'],
  ['fee-failed', 'booking-confirmed', { amount: '€20.00' }],
  ['payment-returned', 'booking-confirmed', { refundText: 'What you paid goes back to you.' }],
  ['time-off-requested', 'staff-invitation', { days: '3 May 2030', reason: 'Holiday' }],
  ['time-off-approved', 'staff-invitation', { days: '3 May 2030', note: 'Enjoy.' }],
  ['time-off-declined', 'staff-invitation', { days: '3 May 2030', note: 'Too many are away.' }],
  ['calendar-broken', 'staff-invitation', { staffName: 'Ana', calendarName: 'Private', problem: 'UNREACHABLE' }],
  ['charges-stopped', 'new-order', { reasonPlain: 'The key is wrong.' }],
  ['clock-is-wrong', 'new-order', { reasonPlain: 'The clock is a day ahead.' }],
  ['unclaimed-payment', 'new-order', { amount: '€40.00', ref: 'pi_1' }],
]
/** Pages that the links of those lead to, where they are not those of the similar email. */
const linkPaths: Readonly<Record<string, string>> = {
  'calendar-broken': '/dashboard/staff',
  'charges-stopped': '/dashboard/money',
  'clock-is-wrong': '/dashboard',
  'unclaimed-payment': '/dashboard/money?tab=payments',
}
async function queueSimilarEmails({ server, site }: BookingStudio): Promise<void> {
  const sent = await server.sentEmails(site)
  const { origin } = await server.deps.loadOrigins(site.metaSiteId)
  await runTransaction(server.deps, createSystemMeta(site.metaSiteId, origin), async (ctx) => {
    for (const [template, like, variables] of similarEmails) {
      const similar = sent.find((sent) => sent.template === like)
      if (!similar) throw new Error(`no email ${like} was caused`)
      const link = linkPaths[template]
      ctx.queueEmail({
        to: similar.to,
        template,
        variables: { ...similar.variables, ...variables, bookLink: `${origin}/services`, ...(link && { link: `${origin}${link}` }) },
      })
    }
  })
}
