/** Every page for visitors and members has room for words that are longer than any of ours, from both sides. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { BookingStudio } from '../factories/booking-studio.ts'
import { bookSeat, createPerson, createWaitlistClass } from '../factories/waitlist-class.ts'
import { finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { createCheckout, listSlots } from './checkouts.ts'
import { findMisfitsInBothDirections, speakPseudoLanguage } from './pseudo-language.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

/** A regular of the sample, with bookings and a plan, in a browser that has their tokens; answers with the token for calls. */
async function signInAsRegular(page: Page): Promise<string> {
  const { server, site } = sampleSite
  const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { paging: { limit: 40 } }, fieldsets: ['FULL'] } })
  const regular = (members as { id: string; loginEmail: string }[]).find(({ loginEmail }) => loginEmail.endsWith('.3@sample.example'))
  const { access_token: access, refresh_token: refresh } = await server.ok('POST', '/oauth2/token', {
    headers: { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId },
    body: { grant_type: 'authorized_client', member_id: regular?.id, scope: 'offline_access' },
  })
  await server.ok('POST', '/v1/members/join-community', { token: access })
  await page.goto('/signed-out')
  await waitForIdle(page)
  await page.evaluate((tokens) => localStorage.setItem('atrium.tokens', JSON.stringify({ ...tokens, role: 'member', expiresAt: Date.now() + 3_600_000 })), {
    access,
    refresh,
  })
  return access
}

/** A class of one place that is taken, with a waitlist: its schedule offers to wait. */
async function openFullClass(): Promise<string> {
  const { server, site } = sampleSite
  const studio = { server, site } as BookingStudio
  const yoga = await createWaitlistClass(studio, 1)
  const { staffMembers } = await server.ok('POST', '/v1/staff-members/query', { as: site, body: { query: {} } })
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const event = {
    scheduleId: yoga.scheduleId,
    type: 'CLASS',
    start: { localDate: `${day}T18:00:00` },
    end: { localDate: `${day}T19:00:00` },
    resources: [{ id: staffMembers[0].resourceId }],
  }
  const { id } = (await server.ok('POST', '/calendar/v3/events', { as: site, body: { event } })).event
  await bookSeat(studio, yoga, id, await createPerson(studio))
  return `/schedule?week=${day}&service=${yoga.id}`
}
/** A booking of a free time that the regular has to pay for: the way to its pay page, and to the page where it is changed. */
async function bookForRegular(token: string): Promise<{ payPath: string; thanksPath: string; managePath: string }> {
  const [, unpaid, confirmed] = await listSlots(sampleSite, 'Private Yoga Lesson')
  const { path } = await createCheckout(sampleSite, [unpaid as Record<string, unknown>], 'ONLINE', token)
  const { booking } = await sampleSite.server.ok('POST', '/api/checkout/bookings', {
    token,
    body: { slot: confirmed, contactDetails: { firstName: 'Rana', email: 'rana@example.org' }, paymentOption: 'OFFLINE' },
  })
  const link = await sampleSite.server.ok('GET', `/v1/anonymous-bookings/${booking.id}/token`, { token })
  return { payPath: path, thanksPath: `/thank-you?bookingId=${booking.id}`, managePath: `/booking/${link.token}` }
}

test('every page has room for words that are longer by two fifths, and from right to left', async () => {
  const page = await sampleSite.page(phone)
  onTestFailed(() => finalScreenshot(page, 'failed-pseudo-language'))
  await speakPseudoLanguage(page)
  const misfits: string[] = []
  let seen = 0
  const look = async () => {
    await waitForIdle(page)
    seen += 1
    await screenshot(page, `pseudo-${seen}`)
    misfits.push(...(await findMisfitsInBothDirections(page)).map((misfit) => `${page.url().replace(sampleSite.base, '')} ${misfit}`))
  }
  const lookAt = async (...paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await look()
    }
  }
  const follow = async (link: string) => {
    await page.locator(link).first().click()
    await look()
  }
  await lookAt('/services', '/schedule', '/team', '/members', '/account', '/no-such-page', '/')
  // The words are longer indeed.
  expect(await page.locator('body').innerText()).toMatch(/[áéîöü]/)
  await lookAt('/plans')
  await follow('a[href*="/hosted/plans/checkout"]')
  await lookAt('/service/morning-flow', '/service/handstand-basics', '/service/private-yoga-lesson')
  await follow('.slot')
  await follow('a[href*="/hosted/booking-form"]')
  await follow('button[type="submit"]:visible')
  await lookAt(
    '/hosted/login',
    '/hosted/login?mode=signup',
    '/hosted/reset-password',
    '/hosted/waitlist',
    '/hosted/services',
    '/hosted/checkout',
    '/signed-out',
  )

  await page.goto(await openFullClass())
  await follow('a[href*="/hosted/waitlist"]')

  const token = await signInAsRegular(page)
  await lookAt('/account')
  const tabs = await page.locator('main nav a[href*="tab="]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(tabs.length).toBeGreaterThan(5)
  await lookAt(...tabs, '/members')
  await follow('main a[href^="/members/"]')
  await page.goto('/service/private-yoga-lesson')
  await page.locator('.slot').first().click()
  await follow('a[href*="/hosted/booking-form"]')
  // A booking that is made: its thanks, where it is paid, and where it is changed, by its link and in the account.
  const { payPath, thanksPath, managePath } = await bookForRegular(token)
  await lookAt(payPath, thanksPath, managePath)
  const openDialogs = async (buttons: Locator) => {
    await buttons.first().waitFor()
    for (const button of await buttons.all()) {
      await button.click()
      await page.locator('dialog[open]').waitFor()
      await look()
      await page.keyboard.press('Escape')
    }
  }
  await openDialogs(page.locator('section[aria-labelledby="changes"] button'))
  await page.goto('/account?tab=bookings')
  // One that goes into a calendar is confirmed: it can be rescheduled and cancelled.
  await openDialogs(page.locator('.cards > li:has(a[download])').first().locator('.row button'))
  expect(misfits, misfits.join('\n')).toEqual([])
  expect(seen).toBeGreaterThan(39)
})
