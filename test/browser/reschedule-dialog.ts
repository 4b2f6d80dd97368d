/** The dialog in which a guest moves a booking. */
import type { Locator } from 'playwright-core'
import { toDay } from '#web/kit/days.ts'
import { waitForIdle } from './browser-server.ts'

/** Chooses a time on the first free day after the booked one, be it in another month. `zone` is that of the site. */
export async function chooseLaterTime(dialog: Locator, zone = 'Europe/Berlin'): Promise<void> {
  await dialog.locator('.month').waitFor()
  const booked = toDay((await dialog.locator('time').first().getAttribute('datetime')) ?? '', zone)
  const findDay = async (): Promise<string> => {
    await waitForIdle(dialog.page())
    const days = await dialog.locator('.month .day:not([aria-disabled="true"])').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.day ?? ''))
    const later = days.find((day) => day > booked)
    if (later) return later
    await dialog.getByRole('button', { name: 'Next month' }).click()
    return findDay()
  }
  await dialog.locator(`[data-day="${await findDay()}"]`).click()
  await waitForIdle(dialog.page())
  if ((await dialog.locator('.slot[aria-pressed="true"]').count()) === 0) await dialog.locator('.slot').first().click()
}
