import { expect, test } from 'vitest'
import { registerOperations } from './operation-url.ts'
import { renderPage } from './render-page.tsx'
import { emptySite, type SiteInfo } from './site-context.tsx'

// The build writes these into the files that name them.
registerOperations({
  'plans.listPublicPlans': '/plans',
  'services.queryServices': '/services POST',
  'availability.nextTimes': '/times',
  'staff.listTeam': '/team',
})

const toSite = (name: string, more: Partial<SiteInfo> = {}): SiteInfo => ({
  ...emptySite,
  siteId: name,
  name,
  clientId: name,
  timeZone: 'Europe/Berlin',
  ...more,
})
const plan = (name: string) => ({ id: name, name, primary: false, perks: { values: [] }, pricing: { price: { value: '40', currency: 'EUR' } } })
const refuse = () => Promise.reject(new Error('refused'))
const render = (url: string, facts: SiteInfo, language: 'en' | 'de', ask: (method: string, url: string) => Promise<unknown> = refuse) =>
  renderPage({ url, language, facts, now: Date.parse('2030-03-05T09:00:00Z'), ask })

test('pages that are rendered at the same time have their own site, replies and language', async () => {
  const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const [yoga, dance] = await Promise.all([
    render('/plans', toSite('Yoga'), 'en', async () => (await waitFor(20), { plans: [plan('Ten classes')] })),
    render('/plans', toSite('Dance'), 'de', async () => (await waitFor(5), { plans: [plan('Tanzkarte')] })),
  ])
  expect(yoga.html).toContain('Ten classes')
  expect(yoga.html).toContain('Choose this plan')
  expect(yoga.html).not.toMatch(/Dance|Tanzkarte|wählen/)
  expect(dance.html).toContain('Tanzkarte')
  expect(dance.html).not.toMatch(/Yoga|Ten classes|Choose this plan/)
  expect(yoga.queries).toEqual([[expect.arrayContaining(['plans.listPublicPlans']), { plans: [plan('Ten classes')] }]])
})

test('what is refused is shown as on its way, and not handed on', async () => {
  const { html, queries } = await render('/plans', toSite('Yoga'), 'en')
  expect(html).toContain('aria-busy="true"')
  expect(queries).toEqual([])
})

test('the page is dressed as its owner likes it, and holds no script', async () => {
  const design = { tone: 'warm', font: 'system', corners: 'square', scheme: 'dark' }
  const website = { design, menu: [], footer: { text: {}, links: [], social: [] }, home: [], pages: [] } as never
  const { style, scheme, html } = await render('/team', toSite('Yoga', { accent: '#123456', website }), 'en', async () => ({ members: [] }))
  expect(style).toContain('--radius:2px')
  expect(scheme).toBe('dark')
  expect(html).toContain('No team members yet')
  expect(html).not.toContain('<script')
  const plain = await render('/team', toSite('Yoga', { accent: '#123456' }), 'en', async () => ({ members: [] }))
  expect(plain.style).not.toContain('--radius')
  expect(plain.scheme).toBeUndefined()
})
