/** The tasks of docs/figures.md, done by their shortest way: none takes more clicks or fields than the table says. */
import { readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { card, type BookingStudio, type CreatedService } from '../factories/booking-studio.ts'
import { createWaitlistClass } from '../factories/waitlist-class.ts'
import { desktop, finalScreenshot, openSampleSite, waitForIdle, type SampleSite } from './browser-server.ts'
import { cardExpiry } from './card.ts'
import { setOwnerSession } from './dashboard-server.ts'
import { dragDown } from './owner-work.ts'

const zone = 'Europe/Berlin'
let sampleSite: SampleSite
let studio: BookingStudio
let leader: { resourceId: string; name: string }
const asOwner = (method: string, path: string, body: unknown) => sampleSite.server.ok(method, path, { as: sampleSite.site, body })
beforeAll(async () => {
  sampleSite = await openSampleSite()
  studio = { server: sampleSite.server, site: sampleSite.site } as BookingStudio
  const { staffMembers } = await asOwner('POST', '/v1/staff-members/query', { query: {} })
  leader = staffMembers[0]
})
afterAll(() => sampleSite.close())

const limits = new Map(
  [...readFileSync('docs/figures.md', 'utf8').matchAll(/^\| (?!Task)([^|]+) \| [^|]+ \| (\d+) \| (\d+) \|$/gm)].map(([, task = '', clicks, fields]) => [
    task,
    { clicks: Number(clicks), fields: Number(fields) },
  ]),
)

/** A person who does a task: what is pressed and typed is counted. */
class Person {
  clicks = 0
  fields = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async click(target: Locator): Promise<void> {
    this.clicks++
    await target.click()
  }
  async fill(target: Locator, text: string): Promise<void> {
    this.fields++
    await target.fill(text)
  }
  /** One click: it is pressed, moved and released. */
  async dragDown(target: Locator, pixels: number): Promise<void> {
    this.clicks++
    await dragDown(this.page, target, pixels)
  }
  /** One click, whatever the list is made of: it opens, and one of it is chosen. */
  async choose(list: Locator, name: string): Promise<void> {
    this.clicks++
    await list.click()
    await this.page.getByRole('option', { name }).click()
  }
}

async function openPage(path: string): Promise<Person> {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-figures'))
  await page.goto(path)
  return new Person(page)
}
const expectBooked = ({ page }: Person) => page.getByRole('heading', { name: 'You’re booked' }).waitFor()
const toDay = (days: number): Temporal.PlainDate => Temporal.Now.plainDateISO(zone).add({ days })
/** The day and the full hour that begins within the next one: clients are checked in shortly before. */
function inOneHour(): [Temporal.PlainDate, number] {
  const start = Temporal.Now.zonedDateTimeISO(zone).add({ hours: 1 })
  return [start.toPlainDate(), start.hour]
}
async function createSession(yoga: CreatedService, day: Temporal.PlainDate, hour = 18): Promise<string> {
  const start = day.toPlainDateTime({ hour })
  const at = (hours: number) => ({ localDate: start.add({ hours }).toString() })
  const event = { scheduleId: yoga.scheduleId, type: 'CLASS', start: at(0), end: at(1), resources: [{ id: leader.resourceId }] }
  return (await asOwner('POST', '/calendar/v3/events', { event })).event.id
}
const toSchedule = (yoga: CreatedService, day: Temporal.PlainDate) => `/schedule?week=${day}&service=${yoga.id}`
async function bookSeat(yoga: CreatedService, eventId: string, email: string): Promise<{ id: string; revision: string }> {
  const token = await sampleSite.server.visitorToken(sampleSite.site)
  const body = { slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Gus', email }, totalParticipants: 1 }
  return (await sampleSite.server.ok('POST', '/api/checkout/bookings', { token, body })).booking
}
async function findManageLink(email: string): Promise<string> {
  return new URL(String((await sampleSite.emailTo(email, 'booking-confirmed')).manageLink)).pathname
}
/** Paid in person, with one length. */
const createAppointment = (name: string): Promise<{ service: { id: string } }> =>
  asOwner('POST', '/api/services', {
    service: {
      type: 'APPOINTMENT',
      name,
      onlineBooking: { enabled: true },
      payment: { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { online: false, inPerson: true } },
      staffMemberIds: [leader.resourceId],
      schedule: { availabilityConstraints: { sessionDurations: [30], timeBetweenSessions: 0 } },
    },
  })
async function signUp(email: string, planName?: string): Promise<Person> {
  const person = await openPage('/hosted/login?mode=signup&returnUrl=/account')
  const { page } = person
  await page.getByLabel('Your name').fill('Mia Member')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  if (!planName) return person
  const { members } = await asOwner('POST', '/v1/members/query', { query: { filter: { loginEmail: email } } })
  const { plans } = await sampleSite.server.ok('GET', '/v2/plans', { as: sampleSite.site })
  const plan = plans.find(({ name }: { name: string }) => name === planName)
  await asOwner('POST', '/v2/checkout/orders/offline', { planId: plan.id, memberId: members[0].id, paid: true })
  return person
}
async function openAsOwner(path: string): Promise<Person> {
  const person = await openPage('about:blank')
  await setOwnerSession(person.page, sampleSite)
  await person.page.goto(path)
  return person
}

const findColumn = ({ page }: Person): Locator => page.locator('section').and(page.getByLabel(leader.name, { exact: true }))
const waitForToast = ({ page }: Person, words: string | RegExp) => page.locator('.toast').getByText(words).first().waitFor()

const paidOnline = { rateType: 'FIXED', fixed: { price: { value: '12.00', currency: 'EUR' } }, options: { online: true } }
async function createClass(day: Temporal.PlainDate, capacity = 5, payment?: Record<string, unknown>) {
  const yoga = await createWaitlistClass(studio, capacity, payment)
  return { yoga, eventId: await createSession(yoga, day) }
}
const tasks: Record<string, (task: string) => Promise<Person>> = {
  'A guest books a free class': async () => {
    const { yoga } = await createClass(toDay(4))
    const guest = await openPage(toSchedule(yoga, toDay(4)))
    await guest.click(guest.page.getByRole('link', { name: /^Book Yoga/ }).first())
    await guest.fill(guest.page.getByLabel('First name'), 'Fia')
    await guest.fill(guest.page.getByLabel('Email'), 'fia@example.org')
    await guest.click(guest.page.getByRole('button', { name: 'Book', exact: true }))
    await expectBooked(guest)
    return guest
  },
  'A guest books a paid class': async () => {
    const { yoga } = await createClass(toDay(5), 5, paidOnline)
    const guest = await openPage(toSchedule(yoga, toDay(5)))
    await guest.click(guest.page.getByRole('link', { name: /^Book Yoga/ }).first())
    await guest.fill(guest.page.getByLabel('First name'), 'Pia')
    await guest.fill(guest.page.getByLabel('Email'), 'pia@example.org')
    await guest.fill(guest.page.getByLabel('Card number'), '4242424242424242')
    await guest.fill(guest.page.getByLabel('Expiry date'), cardExpiry())
    await guest.fill(guest.page.getByLabel('Security code'), '123')
    await guest.click(guest.page.getByRole('button', { name: /^Pay/ }))
    await expectBooked(guest)
    return guest
  },
  'A guest joins a waitlist': async () => {
    const { yoga, eventId } = await createClass(toDay(5), 1)
    await bookSeat(yoga, eventId, 'full@example.org')
    const guest = await openPage(toSchedule(yoga, toDay(5)))
    await guest.click(guest.page.getByRole('link', { name: /^Join the waitlist for Yoga/ }).first())
    await guest.fill(guest.page.getByLabel('First name'), 'Wim')
    await guest.fill(guest.page.getByLabel('Email'), 'wim@example.org')
    await guest.click(guest.page.getByRole('button', { name: 'Join waitlist' }))
    await guest.page.getByRole('heading', { name: 'You’re on the waitlist' }).waitFor()
    return guest
  },
  'A guest reschedules a booking': async () => {
    const { yoga, eventId } = await createClass(toDay(6))
    await createSession(yoga, toDay(6), 20)
    await bookSeat(yoga, eventId, 'gus@example.org')
    const guest = await openPage(await findManageLink('gus@example.org'))
    await guest.click(guest.page.getByRole('button', { name: 'Reschedule' }))
    await guest.click(guest.page.getByRole('dialog').getByRole('button', { name: /20:00/ }))
    await guest.click(guest.page.getByRole('button', { name: 'Confirm new time' }))
    await guest.page.getByText('Booking rescheduled').waitFor()
    return guest
  },
  'A guest cancels a booking': async () => {
    const { yoga, eventId } = await createClass(toDay(6))
    await bookSeat(yoga, eventId, 'cas@example.org')
    const guest = await openPage(await findManageLink('cas@example.org'))
    await guest.click(guest.page.getByRole('button', { name: 'Cancel', exact: true }))
    await guest.click(guest.page.getByRole('button', { name: 'Cancel booking' }))
    await guest.page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
    return guest
  },
  'A member books a class that the plan covers': async () => {
    const member = await signUp('mia.plan@example.org', '10-Class Pass')
    const { services } = await asOwner('POST', '/v2/services/query', { query: { filter: { name: 'Morning Flow' } } })
    await member.page.goto(`/schedule?service=${services[0].id}&week=${toDay(7)}`)
    await member.click(member.page.getByRole('link', { name: /^Book Morning Flow/ }).first())
    await member.click(member.page.getByRole('button', { name: 'Book (uses 1 of 10)' }))
    await expectBooked(member)
    await member.page.getByText(/1 of 10 used/).waitFor()
    return member
  },
  'A member books an appointment': async () => {
    await createAppointment('Figures Talk')
    const member = await signUp('mia.talk@example.org')
    await member.page.goto('/service/figures-talk')
    await member.click(member.page.locator('.slot').last())
    await member.click(member.page.getByRole('link', { name: /^Book · / }))
    await member.click(member.page.getByRole('button', { name: 'Book', exact: true }))
    await expectBooked(member)
    return member
  },
  'Three services in one visit': async () => {
    for (const name of ['Figures Cut', 'Figures Wash', 'Figures Dry']) await createAppointment(name)
    const guest = await openPage('/service/figures-cut')
    const panel = guest.page.getByRole('region', { name: 'Book Figures Cut' })
    await guest.click(panel.getByRole('button', { name: 'Add another service to this visit' }))
    await guest.click(panel.getByRole('checkbox', { name: /Figures Wash/ }))
    await guest.click(panel.getByRole('checkbox', { name: /Figures Dry/ }))
    await panel
      .getByText(/^€60( ·|$)/)
      .first()
      .waitFor()
    await waitForIdle(guest.page)
    await guest.click(panel.locator('.slot').last())
    await guest.click(panel.getByRole('link', { name: /^Book 3 services/ }))
    await guest.fill(guest.page.getByLabel('First name'), 'Vera')
    await guest.fill(guest.page.getByLabel('Email'), 'vera.figures@example.org')
    await guest.click(guest.page.getByRole('button', { name: 'Book 3 services' }))
    await expectBooked(guest)
    return guest
  },
  'The owner finds a member': async () => {
    await sampleSite.server.registerMember(sampleSite.site, 'zoe.find@example.org')
    const owner = await openAsOwner('/dashboard')
    await owner.click(owner.page.getByRole('button', { name: /^Search/ }))
    await owner.fill(owner.page.getByRole('combobox', { name: /^Search members/ }), 'zoe.find')
    await owner.page
      .getByRole('option', { name: /zoe\.find/ })
      .first()
      .waitFor()
    await owner.page.keyboard.press('Enter')
    await owner.page.getByRole('dialog').getByText('Next booking').waitFor()
    return owner
  },
  'The owner checks a client in': async () => {
    const yoga = await createWaitlistClass(studio, 5)
    const eventId = await createSession(yoga, ...inOneHour())
    await bookSeat(yoga, eventId, 'ina@example.org')
    const owner = await openAsOwner('/dashboard')
    await owner.click(owner.page.getByRole('button', { name: /^Check in Gus/ }))
    await expect
      .poll(async () => (await sampleSite.server.ok('GET', `/api/sessions/${eventId}/roster`, { as: sampleSite.site })).people[0].attendance)
      .toBe('ATTENDED')
    return owner
  },
  'The owner moves a booking': async () => {
    const { service } = await createAppointment('Figures Move')
    const day = toDay(80)
    const { availabilityEntries } = await asOwner('POST', '/v1/availability/query', {
      query: { filter: { serviceId: [service.id], startDate: `${day}T06:00:00Z`, endDate: `${day.add({ days: 7 })}T00:00:00Z`, bookable: true } },
      timezone: zone,
    })
    const slot = availabilityEntries[0].slot
    const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Mo', email: 'mo@example.org' }, totalParticipants: 1 }
    await asOwner('POST', '/v2/bookings', { booking: { ...booking, selectedPaymentOption: 'OFFLINE', status: 'CONFIRMED' } })
    const owner = await openAsOwner(`/dashboard/calendar?view=day&date=${slot.startDate.slice(0, 10)}`)
    // Half an hour is one line: its hour and its client.
    const entry = owner.page.getByRole('button').filter({ hasText: /\d Mo$/ })
    await entry.waitFor()
    await waitForIdle(owner.page)
    await owner.dragDown(entry, 104)
    await owner.click(owner.page.getByRole('dialog').getByRole('button', { name: 'Reschedule', exact: true }))
    await waitForToast(owner, 'Mo has been rescheduled.')
    return owner
  },
  'The owner blocks time of a person': async () => {
    const owner = await openAsOwner(`/dashboard/calendar?view=people&date=${toDay(80)}`)
    await owner.click(findColumn(owner).getByRole('button', { name: /09:00/ }).first())
    await owner.click(owner.page.getByText('Blocked time', { exact: true }))
    await owner.click(owner.page.getByRole('button', { name: 'Block time' }))
    await waitForToast(owner, /^Time blocked/)
    return owner
  },
  'The owner adds a date of a class': async () => {
    const owner = await openAsOwner(`/dashboard/calendar?view=people&date=${toDay(80)}`)
    await owner.click(findColumn(owner).getByRole('button', { name: /14:00/ }).first())
    await owner.click(owner.page.getByText('Session', { exact: true }))
    await owner.choose(owner.page.getByRole('combobox', { name: 'Class or course' }), 'Morning Flow')
    await owner.click(owner.page.getByRole('button', { name: 'Add session' }))
    await waitForToast(owner, 'Sessions added.')
    return owner
  },
  'The owner refunds a payment': async () => {
    const { yoga, eventId } = await createClass(toDay(8), 5, paidOnline)
    const token = await sampleSite.server.visitorToken(sampleSite.site)
    const slot = { serviceId: yoga.id, eventId }
    const body = {
      slot,
      contactDetails: { firstName: 'Rex', lastName: 'Refund', email: 'rex@example.org' },
      totalParticipants: 1,
      paymentOption: 'ONLINE',
      card,
    }
    await sampleSite.server.ok('POST', '/api/checkout/bookings', { token, body })
    const owner = await openAsOwner('/dashboard/money')
    await owner.click(owner.page.getByRole('button', { name: '€12 from Rex Refund' }))
    await owner.click(owner.page.getByRole('dialog').getByRole('button', { name: 'Refund' }))
    await owner.click(owner.page.getByRole('dialog', { name: 'Refund Rex Refund?' }).getByRole('button', { name: 'Refund', exact: true }))
    await owner.page
      .getByText(/€12 refunded/)
      .first()
      .waitFor()
    return owner
  },
}
test.each(Object.keys(tasks))('%s', async (task) => {
  const person = await tasks[task]?.(task)
  const limit = limits.get(task) ?? expect.fail(`docs/figures.md has no task "${task}"`)
  expect(person?.clicks, 'clicks').toBeLessThanOrEqual(limit.clicks)
  expect(person?.fields, 'fields').toBeLessThanOrEqual(limit.fields)
})

test('every task of the table is done above', () => {
  expect(Object.keys(tasks).toSorted()).toEqual([...limits.keys()].toSorted())
})
