/** What tests of an owner's work at the dashboard begin with: bookings to work on, the dialog in front, messages, a drag by mouse. */
import { Temporal } from 'temporal-polyfill'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { DashboardServer } from './dashboard-server.ts'

/** The time zone of the samples. */
export const zone = 'Europe/Berlin'
interface Client {
  firstName: string
  lastName: string
  email: string
}

/** Calls of the owner of a sample; `getServer` is asked at each, as the server starts after the file was read. */
export function createOwnerCalls(getServer: () => Pick<DashboardServer, 'server' | 'site'>) {
  const getSite = () => getServer().site ?? expect.fail('the server has no site')
  const request = (method: string, path: string, body?: unknown) =>
    getServer().server.ok(method, path, { as: getSite(), ...(body === undefined ? {} : { body }) })
  const findService = async (name: string) =>
    (await request('POST', '/v2/services/query', { query: { paging: { limit: 100 } } })).services.find((one: { name: string }) => one.name === name)
  /** The first free time of an appointment from the morning of a day on, whatever the hour of the run. */
  const findFreeSlot = async (serviceId: string, inDays: number) => {
    const from = Temporal.Now.plainDateISO(zone).add({ days: inDays }).toZonedDateTime(zone).toInstant()
    const { availabilityEntries } = await request('POST', '/v1/availability/query', {
      query: { filter: { serviceId: [serviceId], startDate: from.toString(), endDate: from.add({ hours: 24 * 10 }).toString(), bookable: true } },
      timezone: zone,
    })
    return availabilityEntries[0].slot
  }
  return {
    getSite,
    request,
    findService,
    findFreeSlot,
    getBooking: async (id: string) => (await request('POST', '/v2/extended-bookings/query', { query: { filter: { id } } })).extendedBookings[0].booking,
    /** A guest asks for an appointment; it waits for the owner when the service wants that. */
    createBooking: async (serviceName: string, contactDetails: Client, inDays = 3): Promise<{ id: string; revision: string }> => {
      const slot = await findFreeSlot((await findService(serviceName)).id, inDays)
      const { booking } = await request('POST', '/v2/bookings', {
        booking: { bookedEntity: { slot }, contactDetails, totalParticipants: 1, selectedPaymentOption: 'OFFLINE' },
      })
      return booking
    },
    /** Templates of the emails to a client, when all that was to be sent is sent. */
    listEmailsTo: async (email: string): Promise<string[]> => {
      await getServer().server.ok('POST', '/_test/run')
      return (await getServer().server.sentEmails(getSite(), email)).map(({ template }) => template)
    },
  }
}

/** The dialog in front: of several the one opened last. */
export const findDialog = (page: Page): Locator => page.getByRole('dialog').last()
export const waitForToast = (page: Page, words: string | RegExp): Promise<void> => page.locator('.toast').getByText(words).first().waitFor()

interface Point {
  x: number
  y: number
}
/** Drags with the mouse from one point of the screen to another. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 2, from.y + 12, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.move(to.x, to.y + 1)
  await page.mouse.up()
}
/** Drags an entry of the calendar by its upper edge, so many pixels down; both ends must fit the screen. */
export async function dragDown(page: Page, entry: Locator, pixels: number): Promise<void> {
  await entry.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y, width } = (await entry.boundingBox()) ?? expect.fail('the entry is not on the calendar')
  await drag(page, { x: x + width / 2, y: y + 8 }, { x: x + width / 2, y: y + 8 + pixels })
}
