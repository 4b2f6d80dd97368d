/** A running server for dashboard tests: with the sample studio or practice, an empty site, or not set up. */
import type { Browser, Page } from 'playwright-core'
import type { CallOptions, TestSite, TestServer } from '../test-server.ts'
import { desktop, type SampleSite, startBrowserServer } from './browser-server.ts'

export interface DashboardServer {
  server: TestServer
  site: TestSite | undefined
  browser: Browser
  /** A page of someone else, with its page errors and responses of 400 and above. */
  openPage(options?: { size?: typeof desktop; scheme?: 'light' | 'dark'; locale?: string }): Promise<{ page: Page; problems: string[] }>
  /** The same with the session of the owner; nothing is opened yet. */
  openAsOwner(options?: { size?: typeof desktop; scheme?: 'light' | 'dark' }): Promise<{ page: Page; problems: string[] }>
  /** Takes a page that the test no longer needs. */
  giveBack(page: Page): Promise<void>
  close(): Promise<void>
}

export async function openDashboard(kind: 'sample' | 'practice' | 'empty' | 'none'): Promise<DashboardServer> {
  const { server, base, browser, page: createPage, sample, createSite, giveBack, close } = await startBrowserServer(kind === 'empty' ? 'none' : kind)
  const site = kind === 'empty' ? await createSite() : sample
  const openPage: DashboardServer['openPage'] = async ({ size, scheme, locale } = {}) => {
    const page = await createPage(size, scheme, locale === undefined ? {} : { locale })
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('response', (answer) => {
      if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`)
    })
    return { page, problems }
  }
  return {
    server,
    site,
    browser,
    openPage,
    openAsOwner: async (options) => {
      const opened = await openPage(options)
      if (!site) throw new Error('There is no site whose owner could sign in.')
      await setOwnerSession(opened.page, { server, site, base })
      return opened
    },
    giveBack,
    close,
  }
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/dashboard/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Gives the page the session of a dashboard user: they are signed in without the form. */
export async function setSession(page: Page, { base }: Pick<SampleSite, 'base'>, { headers }: CallOptions): Promise<void> {
  const cookies = (headers?.cookie ?? '').split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: base }
  })
  await page.context().addCookies(cookies)
}
/** The session of the owner: two pages less than through the form, which `dashboard-sign-in` and the stories fill in. */
export const setOwnerSession = async (page: Page, { server, site, base }: Pick<SampleSite, 'server' | 'site' | 'base'>): Promise<void> =>
  setSession(page, { base }, await server.signInAsOwner(site))
/** A collaborator with these permissions, or with a role of the team, signed in at the dashboard of the sample studio. */
export async function signInAsCollaborator(page: Page, { server, site, base }: SampleSite, permissions: readonly string[], teamRole?: string): Promise<void> {
  await setSession(page, { base }, await server.inviteCollaborator(site, permissions, teamRole))
}
