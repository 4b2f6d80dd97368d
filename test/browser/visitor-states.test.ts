/** What the site says when things are not as they should be: no answer, nothing there, too late, full, dearer, signed out. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import {
  desktop,
  expectAccessible,
  expectAccessibleInBothSchemes,
  finalScreenshot,
  openSampleSite,
  phone,
  screenshot,
  waitForIdle,
  type SampleSite,
} from './browser-server.ts'
import { fillCard } from './card.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
async function openPage(path: string, size = desktop, more: Parameters<SampleSite['page']>[2] = {}): Promise<Page> {
  const page = await sampleSite.page(size, 'light', more)
  onTestFailed(() => finalScreenshot(page, `failed-state-${path.replaceAll(/[/?=]/g, '_').slice(0, 40)}`))
  await page.goto(path)
  return page
}
/** A member whose tokens this browser already has. */
async function openAsMember(path: string, email: string): Promise<Page> {
  const { token, refreshToken } = await sampleSite.server.registerMember(sampleSite.site, email)
  const page = await openPage('/signed-out')
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  await page.evaluate(
    ([access, refresh]) => localStorage.setItem('atrium.tokens', JSON.stringify({ access, refresh, role: 'member', expiresAt: Date.now() + 3_600_000 })),
    [token, refreshToken] as const,
  )
  await page.goto(path)
  return page
}
interface Service {
  id: string
  name: string
  revision: string
  schedule: { id: string }
}
async function findService(name: string): Promise<Service> {
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { name } } })
  return services[0]
}

/** What comes with pages is of no use: the browser renders them and asks itself. */
const dropReplies = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    new MutationObserver(() => {
      for (const id of ['first-replies', 'rendered-page']) document.getElementById(id)?.replaceChildren()
    }).observe(document, { childList: true, subtree: true }),
  )

test('while times are loading there is a skeleton, never "nothing free"; without an answer a sentence and a way to try again', async () => {
  const page = await sampleSite.page(desktop)
  await dropReplies(page)
  // The answer is held back until the skeleton was looked at.
  let release = (): void => undefined
  const seen = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v2/time-slots**', async (route) => {
    await seen
    await route.continue()
  })
  await page.goto('/service/morning-flow')
  await page.getByText('Loading times').waitFor({ state: 'attached' })
  expect(await page.getByText(/Nothing is scheduled or open/).count()).toBe(0)
  release()
  await page.locator('.slot').first().waitFor()
  await sampleSite.giveBack(page)

  const broken = await sampleSite.page(desktop)
  let isDown = true
  await dropReplies(broken)
  await broken.route('**/v2/services/query', (route) => (isDown ? route.fulfill({ status: 404, json: { message: 'Not found.' } }) : route.continue()))
  await broken.goto('/services')
  await broken.getByRole('button', { name: 'Try again' }).waitFor()
  await screenshot(broken, 'state-no-answer')
  await expectAccessibleInBothSchemes(broken)
  isDown = false
  await broken.getByRole('button', { name: 'Try again' }).click()
  await broken.getByRole('link', { name: 'Morning Flow' }).waitFor()
})

test('a server that cannot be reached is said so, and what was typed stays', async () => {
  const page = await openPage('/hosted/login')
  await page.getByLabel('Email').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Can’t reach the server').waitFor()
  await screenshot(page, 'state-offline')
  expect(await page.getByLabel('Email').inputValue()).toBe('anna@example.org')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a calm long evening')
})

test('a class that became full while the visitor typed keeps the form and offers the three nearest times', async () => {
  const service = await findService('Yin & Rest')
  const page = await openPage('/service/yin-rest')
  await page.locator('.month [aria-pressed="true"]').waitFor()
  await page.getByRole('link', { name: /^Book ·/ }).click()
  await page.getByLabel('First name').fill('Late Larry')
  await page.getByLabel('Email').fill('larry@example.org')
  await page.getByText('Pay in person').click()
  // Meanwhile the owner sells every place that is left.
  const eventId = new URL(page.url()).searchParams.get('eventId')
  for (let place = 0; place < 12; place++) {
    const answer = await sampleSite.server.call('POST', '/v2/bookings', {
      as: sampleSite.site,
      body: {
        booking: {
          bookedEntity: { slot: { serviceId: service.id, eventId } },
          contactDetails: { firstName: `Quick ${place}`, email: `quick${place}@example.org` },
          totalParticipants: 1,
          status: 'CONFIRMED',
          selectedPaymentOption: 'OFFLINE',
        },
      },
    })
    if (answer.status !== 200) break
  }
  await requestAsOwner('PATCH', `/v2/services/${service.id}`, { service: { id: service.id, revision: service.revision } })
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page
    .getByText(/just taken|waitlist/)
    .first()
    .waitFor()
  await screenshot(page, 'state-lost')
  await expectAccessible(page)
})

test('a price that has changed is shown before anything is charged', async () => {
  const page = await openPage('/service/movement-check-up')
  await page.locator('.month [aria-pressed="true"]').waitFor()
  await page.locator('.slot').first().click()
  await page.getByRole('link', { name: /^Book ·/ }).click()
  await page.getByLabel('First name').fill('Paula')
  await page.getByLabel('Email').fill('paula@example.org')
  await fillCard(page)
  const { id, revision } = await findService('Movement Check-up')
  await requestAsOwner('PATCH', `/v2/services/${id}`, {
    service: {
      id,
      revision,
      payment: { rateType: 'FIXED', fixed: { price: { value: '66.00', currency: 'EUR' } }, options: { online: true, inPerson: true, pricingPlan: false } },
    },
  })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('The price has changed').waitFor()
  await page.getByRole('button', { name: 'Pay €66 and book' }).waitFor()
  await screenshot(page, 'state-dearer')
  await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay €66 and book' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
})

test('a session that ends while the visitor types asks in place, and what was typed stays', async () => {
  const email = 'ella.expired@example.org'
  const page = await openAsMember('/plans', email)
  await page.getByRole('link', { name: 'Choose 10-Class Pass' }).click()
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
  await fillCard(page)
  // The tokens are no longer good for anything, as after "sign out other devices".
  await page.evaluate(() => localStorage.setItem('atrium.tokens', JSON.stringify({ access: 'x', refresh: 'x', role: 'member', expiresAt: 0 })))
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('Your session has expired').waitFor()
  await screenshot(page, 'state-expired')
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
})

test('a visitor in another time zone sees the time of the studio and their own; amounts stay in the money of the business', async () => {
  const page = await openPage('/schedule', phone, { timezoneId: 'America/New_York' })
  await page.getByText('Times are in Berlin time.').waitFor()
  await page.getByText('your time').first().waitFor()
  const times = () => page.locator('.session > div:first-child .strong').allInnerTexts()
  const inBerlin = await times()
  expect(inBerlin[0]).toMatch(/^\d\d:\d\d–\d\d:\d\d$/)
  await screenshot(page, 'state-far-away')
  await page.getByRole('button', { name: 'Show New York time' }).click()
  await page.getByText('Times are in New York time.').waitFor()
  expect(await page.getByText('your time').count()).toBe(0)
  await expect.poll(times).not.toEqual(inBerlin)
  await screenshot(page, 'state-far-away-own')
  // The choice holds on every page: the home, and the times of a service.
  await page.goto('/')
  await page.getByText('Times are in New York time.').waitFor()
  await page.goto('/service/morning-flow')
  await page.getByText('Times are in New York time.').waitFor()
  await page.getByText('€16').first().waitFor()
})

test('a course is shown from its first to its last day, offers no other time, and comes into calendars session by session', async () => {
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { type: 'COURSE' } } })
  const [course] = services as { mainSlug: { name: string }; schedule: { firstSessionStart: string; lastSessionEnd: string } }[]
  const toText = (at: string) => {
    const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', ...options }).format(new Date(at))
    return `${part({ weekday: 'long', day: 'numeric', month: 'long' })}, ${part({ hour: '2-digit', minute: '2-digit' })}`
  }
  const days = `${toText(course?.schedule.firstSessionStart ?? '')} – ${toText(course?.schedule.lastSessionEnd ?? '')}`
  const page = await openAsMember(`/service/${course?.mainSlug.name}`, 'cora.course@example.org')
  await page.getByText(days).waitFor()
  await page.getByRole('link', { name: 'Book', exact: true }).click()
  const summary = page.getByRole('complementary', { name: 'Your booking' })
  await summary.getByText(days).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'state-course')
  expect(await summary.getByRole('link').count()).toBe(0)
  // A calendar gets every session, not one entry of weeks.
  await page.getByLabel('First name').fill('Cora')
  await page.getByText('Pay in person').click()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  const countEntries = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download')
    await press()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('utf8').split('BEGIN:VEVENT').length - 1
  }
  expect(await countEntries(() => page.getByRole('link', { name: 'Apple and other calendars (.ics)' }).click())).toBe(6)
  await page.getByRole('link', { name: 'My bookings' }).click()
  await page.getByText(days).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'state-course-account')
  expect(await countEntries(() => page.getByRole('button', { name: /^Add .* to calendar$/ }).click())).toBe(6)
})

test('at the end of a week the next week with classes is shown', async () => {
  const page = await sampleSite.page(desktop)
  // A Sunday evening in Berlin, for the server and for the browser.
  const sunday = new Date(Date.now() + ((7 - new Date().getUTCDay()) % 7) * 86_400_000)
  sunday.setUTCHours(20, 30, 0, 0)
  const evening = sunday.toISOString()
  await page.clock.setFixedTime(evening)
  // The server has another clock.
  await dropReplies(page)
  await page.goto('/schedule')
  await page.getByText('Showing the next week with classes').waitFor()
  await page.getByRole('link', { name: 'Morning Flow' }).first().waitFor()
  await screenshot(page, 'state-sunday')
  await expectAccessible(page)
})

/** Where the link of an optional email of the sample leads. */
async function findPreferencesPath(): Promise<string> {
  const { emails } = await requestAsOwner('GET', '/api/emails')
  for (const { id } of emails) {
    const path = /\/email-preferences\/[^"?]+\?kind=\w+/.exec((await requestAsOwner('GET', `/api/emails/${id}`)).html)
    if (path) return path[0]
  }
  return expect.fail('no email of the sample has a link to its preferences')
}

test('unsubscribing that fails says so, and is done at the next press', async () => {
  const page = await openPage(await findPreferencesPath(), phone)
  const unsubscribe = page.getByRole('button', { name: /^Unsubscribe from / })
  await unsubscribe.waitFor()
  await page.route('**/api/email-preferences/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await unsubscribe.click()
  await page.getByRole('alert').waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'state-unsubscribe-failed')
  await page.unroute('**/api/email-preferences/**')
  await unsubscribe.click()
  await page.getByText(/^You’re unsubscribed from /).waitFor()
  await page.getByRole('button', { name: 'Resubscribe' }).click()
  await unsubscribe.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('long names and texts stay inside a small phone', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenyoga für Fortgeschrittene'
  const { service } = await requestAsOwner('POST', '/v2/services', {
    service: {
      type: 'CLASS',
      name: long,
      defaultCapacity: 5,
      tagLine: 'A'.repeat(90),
      description: `${'very '.repeat(200)}long ${'x'.repeat(300)}`,
      onlineBooking: { enabled: true },
      payment: { rateType: 'FIXED', fixed: { price: { value: '1234567.50', currency: 'EUR' } }, options: { online: true, inPerson: true } },
    },
  })
  for (const path of ['/services', `/service/${service.mainSlug.name}`]) {
    const page = await openPage(path, { width: 320, height: 700 })
    await page.getByText(long).first().waitFor()
    await waitForIdle(page)
    await screenshot(page, `state-long${path.startsWith('/services') ? '' : '-service'}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await sampleSite.giveBack(page)
  }
})

test('a visitor who prefers reduced motion gets no animation', async () => {
  const page = await openPage('/services')
  await page.getByRole('link', { name: 'Morning Flow' }).waitFor()
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((one) => {
        const { animationDuration, transitionDuration } = getComputedStyle(one)
        return Number.parseFloat(animationDuration) > 0.01 || Number.parseFloat(transitionDuration) > 0.01
      }).length,
  )
  expect(moving).toBe(0)
})

test('more services than are seen at a glance are searched by name, in the address and without a new page', async () => {
  const few = await openPage('/services')
  await few.getByRole('heading', { name: 'Morning Flow' }).waitFor()
  expect(await few.getByRole('searchbox').count()).toBe(0)
  for (const name of ['Café Talk', 'Rückentraining', ...'ABCDEF'].map((one) => (one.length === 1 ? `Workshop ${one}` : one)))
    await requestAsOwner('POST', '/v2/services', {
      service: { type: 'CLASS', name, defaultCapacity: 5, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } },
    })
  const page = await openPage('/services?q=workshop', phone)
  const field = page.getByRole('searchbox', { name: 'Search services by name' })
  const names = () => page.locator('main article').getByRole('heading').allInnerTexts()
  await expect.poll(names).toHaveLength(6)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await field.fill('rucken')
  await expect.poll(names).toEqual(['Rückentraining'])
  await page.getByRole('status').getByText('1 service', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=rucken')
  await expectAccessibleInBothSchemes(page)
  await field.fill('pottery')
  await page.getByText('No services match your filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(async () => (await names()).length).toBeGreaterThan(12)
  expect([await field.inputValue(), new URL(page.url()).search, await page.evaluate(() => 'isSamePage' in window)]).toEqual(['', '', true])
})
