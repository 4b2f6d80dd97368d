/** Half a minute in which a change can be undone, without waiting for it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestServer } from '../test-server.ts'

/** The time to undo is over for all that waits; answers when all of it is made or was refused. */
export async function endHolding({ open: { db }, clocks }: TestServer): Promise<void> {
  const dueAt = clocks.now()
  await db.updateTable('heldChange').set({ dueAt }).where('refusedAt', 'is', null).execute()
  await db.updateTable('job').set({ dueAt }).where('kind', 'in', ['heldChange', 'bookings.run-bulk-job']).where('state', '=', 'WAITING').execute()
  const listWaiting = async () => [
    ...(await db.selectFrom('heldChange').select('id').where('refusedAt', 'is', null).execute()),
    ...(await db.selectFrom('bookingJob').select('id').where('status', '=', 'RUNNING').execute()),
  ]
  await expect.poll(listWaiting).toEqual([])
}

/** Sends the open form of a session and confirms; answers when the change is made. */
export async function updateSession(page: Page, server: TestServer, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Update session…' }).click()
  await page
    .getByRole('dialog', { name: `Update ${title}?` })
    .getByRole('button', { name: 'Update session' })
    .click()
  await page
    .getByText(/^Changed in \d+ s$/)
    .first()
    .waitFor()
  await endHolding(server)
}
