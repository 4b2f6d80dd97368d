/** How someone comes into the team: the owner invites them, and they follow the link of their email, which the owner can read under Messages. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from './dashboard-server.ts'
import { findDialog } from './owner-work.ts'

const password = 'a calm long evening'
interface Teammate {
  email: string
  name: string
}

/** Invites with a role of the team, by its name. */
export async function inviteToTeam(owner: Page, email: string, role: string): Promise<void> {
  await owner.goto('/dashboard/settings?tab=people')
  await owner.getByRole('button', { name: /^Invite/ }).click()
  await findDialog(owner).getByLabel('Email').fill(email)
  await findDialog(owner)
    .getByRole('radio', { name: new RegExp(`^${role}`) })
    .check()
  await findDialog(owner).getByRole('button', { name: 'Send invitation' }).click()
  await owner.getByText(email).first().waitFor()
}

/** Accepts the invitation on a page of their own, which is signed in afterwards. */
export async function acceptInvitation(owner: Page, page: Page, { email, name }: Teammate): Promise<void> {
  await owner.goto(`/dashboard/emails?q=${email}`)
  await owner.getByRole('listitem').filter({ hasText: email }).first().getByRole('button').first().click()
  const link = await owner.frameLocator('iframe').getByRole('link').first().getAttribute('href')
  await page.goto(link ?? expect.fail('the email has no link'))
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  // Exactly: the form says before that one will sign in with it.
  await page.getByText(`Sign in with ${email}.`, { exact: true }).waitFor()
  await signIn(page, email, password)
  await page.waitForURL((url) => url.pathname === '/dashboard')
}
