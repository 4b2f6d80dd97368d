/** What the steps of the practice have in common: its zone, its days, and how they press and read. */
import { Temporal } from 'temporal-polyfill'
import type { Locator, Page } from 'playwright-core'

const zone = 'Europe/Berlin'
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()
export const toast = (page: Page, words: string | RegExp): Promise<void> => page.locator('.toast').getByText(words).first().waitFor()
export const choose = async (page: Page, list: Locator, name: string | RegExp): Promise<void> => {
  await list.click()
  await page.getByRole('option', { name }).first().click()
}
/** A Tuesday some days ahead: the practice is open and the massage therapists work. */
export function nextTuesday(weeks = 1): string {
  const day = Temporal.Now.plainDateISO(zone).add({ days: 7 * weeks })
  return day.add({ days: (9 - day.dayOfWeek) % 7 }).toString()
}
