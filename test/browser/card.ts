/** The card of a guest who pays, typed in as a person types it. */
import type { Page } from 'playwright-core'

const goodCard = '4242424242424242'

/** MM/YY, two years ahead of whatever day it is. */
export const cardExpiry = (): string => `04/${String(new Date().getUTCFullYear() + 2).slice(-2)}`

export async function fillCard(page: Page, number = goodCard): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill(cardExpiry())
  await page.getByLabel('Security code').fill('123')
}
