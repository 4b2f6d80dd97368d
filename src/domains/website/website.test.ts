/** The website that an owner arranges, through HTTP: draft, publication, versions, what visitors read, contact messages. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { languages } from '#kit/pure/languages.ts'
import { startTestServer, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { defaultWebsite } from './rules/website.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  site = await server.createSite({})
})

const asOwner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: site, ...(body === undefined ? {} : { body }) })
const about = {
  id: 'about',
  slug: 'about',
  title: { en: 'About us', de: 'Über uns' },
  description: { en: 'Who we are' },
  blocks: [
    {
      id: 'story',
      type: 'text',
      title: { en: 'Our story' },
      body: { en: [{ type: 'paragraph', runs: [{ text: 'We began in ' }, { text: '2011', bold: true }, { text: '.', href: 'https://studio.example/2011' }] }] },
    },
    { id: 'faq', type: 'questions', questions: [{ question: { en: 'Do I need a mat?' }, answer: { en: 'No, there are some.' } }] },
  ],
}
const withAbout = { ...defaultWebsite, pages: [about] }
const save = async (website: object, revision?: string) =>
  asOwner('PUT', '/api/website', { website, revision: revision ?? (await asOwner('GET', '/api/website')).revision })
const publish = async (website: object) => asOwner('POST', '/api/website/publish', { revision: (await save(website)).revision })
const asVisitor = async (path: string, query: Record<string, string> = {}, method = 'GET', body?: unknown) =>
  server.call(method, path, { token: await server.visitorToken(site), query, ...(body === undefined ? {} : { body }) })

test('a new site is as it came: nothing is published, and the draft is its default', async () => {
  expect(await asOwner('GET', '/api/website')).toEqual({ website: defaultWebsite, revision: '1', publishedAt: null, isChanged: false })
  expect((await asVisitor('/api/site')).body.website).toBeUndefined()
  expect((await asVisitor('/api/website-page')).body.page.blocks).toEqual(defaultWebsite.home)
})

test('a draft is not shown to visitors until it is published', async () => {
  const saved = await save({ ...withAbout, design: { ...defaultWebsite.design, accent: '#112233', font: 'classic' } })
  expect(saved).toMatchObject({ revision: '2', publishedAt: null, isChanged: true })
  expect((await asVisitor('/api/website-page', { slug: 'about' })).status).toBe(404)
  expect((await asVisitor('/api/pages/resolve', { url: '/about' })).body).toEqual({ status: 404 })

  const published = await asOwner('POST', '/api/website/publish', { revision: saved.revision })
  expect(published).toMatchObject({ revision: '3', isChanged: false, publishedAt: expect.any(String) })
  expect((await asVisitor('/api/website-page', { slug: 'about' })).body.page).toEqual({ slug: 'about', title: about.title, blocks: about.blocks })
  const facts = (await asVisitor('/api/site', { path: '/about' })).body
  expect(facts).toMatchObject({ accent: '#112233', website: { design: { font: 'classic' }, pages: [{ slug: 'about' }] }, page: { slug: 'about' } })
  expect((await asVisitor('/api/site', { path: '/services' })).body.page).toBeUndefined()
})

test('search engines and readers without JavaScript find its pages', async () => {
  await publish(withAbout)
  const { head } = (await asVisitor('/api/pages/resolve', { url: '/about?lang=de' })).body
  expect(head).toMatchObject({ title: expect.stringMatching(/^Über uns · /), description: 'Who we are', canonical: expect.stringMatching(/\/about\?lang=de$/) })
  expect(head.content).toContain('We began in 2011.')
  expect(head.content).toContain('Do I need a mat?')
  expect((await asVisitor('/sitemap.xml')).text).toContain('/about</loc>')
})

test('what another window changed is not overwritten, published, discarded or restored', async () => {
  await publish(defaultWebsite)
  const [{ id }] = (await asOwner('GET', '/api/website/versions')).versions
  const before = await save(withAbout)
  for (const [method, path, body] of [
    ['PUT', '/api/website', { website: defaultWebsite }],
    ['POST', '/api/website/publish', {}],
    ['POST', '/api/website/discard', {}],
    ['POST', `/api/website/versions/${id}/restore`, {}],
  ] as const) {
    const stale = await server.call(method, path, { as: site, body: { ...body, revision: '1' } })
    expect([path, stale.status, stale.body.details.applicationError.code]).toEqual([path, 409, 'WEBSITE_CHANGED'])
  }
  expect(await asOwner('GET', '/api/website')).toEqual(before)
  expect((await asVisitor('/api/website-page', { slug: 'about' })).status).toBe(404)
})

test('a draft that says what visitors see is not changed, in whatever order its keys are', async () => {
  const discarded = await asOwner('POST', '/api/website/discard', { revision: (await save(withAbout)).revision })
  expect([discarded.website, discarded.isChanged]).toEqual([defaultWebsite, false])
  const published = await publish({ ...withAbout, design: { ...defaultWebsite.design, accent: '#112233' } })
  expect([published.isChanged, (await asOwner('GET', '/api/website')).isChanged]).toEqual([false, false])
  const edited = await save({ ...published.website, pages: [] }, published.revision)
  expect(edited.isChanged).toBe(true)
  expect((await save(published.website, edited.revision)).isChanged).toBe(false)
})

test('the last 30 publications are kept', async () => {
  for (let n = 0; n <= 30; n++) await publish({ ...withAbout, pages: Array.from({ length: n % 2 }, () => about) })
  const { versions } = await asOwner('GET', '/api/website/versions')
  expect(versions.map(({ pages }: { pages: number }) => pages)).toEqual(Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? 1 : 2)))
})

test('earlier publications come back as the draft; a draft can be thrown away', async () => {
  await publish(withAbout)
  await publish({ ...withAbout, pages: [{ ...about, slug: 'who-we-are' }] })
  const { versions } = await asOwner('GET', '/api/website/versions')
  expect(versions).toMatchObject([{ pages: 2 }, { pages: 2 }])
  const { revision } = await asOwner('GET', '/api/website')
  const restored = await asOwner('POST', `/api/website/versions/${versions[1].id}/restore`, { revision })
  expect([restored.website.pages[0].slug, restored.isChanged]).toEqual(['about', true])
  expect((await asVisitor('/api/website-page', { slug: 'who-we-are' })).status).toBe(200)
  const discarded = await asOwner('POST', '/api/website/discard', { revision: restored.revision })
  expect([discarded.website.pages[0].slug, discarded.isChanged]).toEqual(['who-we-are', false])
  const unknown = `/api/website/versions/${crypto.randomUUID()}/restore`
  expect((await server.call('POST', unknown, { as: site, body: { revision: discarded.revision } })).status).toBe(404)
})

test.each([
  ['an address of the site', { pages: [{ ...about, slug: 'services' }] }, 'website.pages[0].slug', 'RESERVED'],
  ['an address twice', { pages: [about, { ...about, id: 'other' }] }, 'website.pages[1].slug', 'TAKEN'],
  ['a script behind a link', { menu: [{ kind: 'URL', url: 'javascript:alert(1)', label: { en: 'x' } }] }, 'website.menu[0].url', 'UNSAFE_LINK'],
  [
    'a picture of another site',
    { home: [{ id: 'a', type: 'gallery', pictures: [{ id: `${'0'.repeat(32)}_${'1'.repeat(32)}`, width: 9, height: 9 }] }] },
    'website',
    'NO_PICTURE',
  ],
])('%s is refused and changes nothing', async (_name, change, field, rule) => {
  const reply = await server.call('PUT', '/api/website', { as: site, body: { website: { ...defaultWebsite, ...change }, revision: '1' } })
  expect(reply.status).toBe(400)
  expect(reply.body.details.validationError.fieldViolations).toMatchObject([{ field, ruleName: rule }])
  expect((await asOwner('GET', '/api/website')).revision).toBe('1')
})

test.each([
  ['HTML in place of lines', { pages: [{ ...about, blocks: [{ id: 'a', type: 'text', body: { en: '<b>x</b>' } }] }] }],
  ['a block of an unknown type', { home: [{ id: 'a', type: 'script' }] }],
  ['too many blocks', { home: Array.from({ length: 31 }, (_, at) => ({ id: `b${at}`, type: 'location' })) }],
  ['an address with a slash', { pages: [{ ...about, slug: 'a/b' }] }],
])('%s is no website', async (_name, change) => {
  const body = { website: { ...defaultWebsite, ...change }, revision: '1' }
  expect((await server.call('PUT', '/api/website', { as: site, body })).status).toBe(400)
})

test('texts are kept in every language of the product', async () => {
  const title = Object.fromEntries(Object.keys(languages).map((language) => [language, `Title in ${language}`]))
  const saved = await save({ ...defaultWebsite, home: [{ id: 'a', type: 'location', title }] })
  expect(saved.website.home[0].title).toEqual(title)
})

test('only who manages the site may change it, and only their own', async () => {
  const other = await server.createSite({})
  await publish(withAbout)
  expect((await server.ok('GET', '/api/website', { as: other })).website.pages).toEqual([])
  for (const [method, path] of [
    ['GET', '/api/website'],
    ['POST', '/api/website/publish'],
  ] as const)
    expect((await asVisitor(path, {}, method, method === 'GET' ? undefined : { revision: '1' })).status).toBe(403)
})

test('where every sign-up asks for a captcha, a contact form does, too', async () => {
  await publish({ ...defaultWebsite, home: [...defaultWebsite.home, { id: 'contact', type: 'contact' }] })
  const send = async (captchaTokens?: object[]) => {
    const reply = await asVisitor('/api/contact-message', {}, 'POST', { name: 'Gina', email: 'gina@example.org', message: 'Hello', captchaTokens })
    return [reply.status, reply.body.details?.applicationError.code]
  }
  const setCaptcha = (signup: string) => server.ok('POST', '/_test/auth-settings', { body: { metaSiteId: site.metaSiteId, captcha: { signup } } })
  await setCaptcha('SUSPICIOUS')
  expect(await send()).toEqual([200, undefined])
  await setCaptcha('ALWAYS')
  expect([await send(), await send([{ Recaptcha: 'guessed' }]), await send([{ Recaptcha: 'test-pass' }])]).toEqual([
    [400, '-19971'],
    [400, '-19970'],
    [200, undefined],
  ])
})

test('a contact form sends a message to the owners, and only where there is one', async () => {
  const message = { name: 'Gina  Guest', email: 'gina@example.org', message: 'Is there a class for beginners?\n\nThank you' }
  const send = (more: Record<string, string> = {}) => asVisitor('/api/contact-message', {}, 'POST', { ...message, ...more })
  expect((await send()).body.details.applicationError.code).toBe('NO_CONTACT_FORM')
  await publish({ ...defaultWebsite, home: [...defaultWebsite.home, { id: 'contact', type: 'contact' }] })
  expect((await send()).status).toBe(200)
  expect(await server.emailVariables(site, site.ownerEmail, 'contact-message')).toMatchObject({
    senderName: 'Gina Guest',
    senderEmail: 'gina@example.org',
    replyUrl: 'mailto:gina@example.org',
  })
  // A program fills in what people do not see: it hears nothing else, and nothing is sent.
  expect((await send({ company: 'Cheap pills', message: 'Buy now' })).status).toBe(200)
  for (let sent = 2; sent < 5; sent++) await send()
  expect((await send()).body.details.applicationError.code).toBe('TOO_MANY_MESSAGES')
  const emails = (await server.sentEmails(site, site.ownerEmail)).filter(({ template }) => template === 'contact-message')
  expect(emails.map(({ variables }) => variables.contactText)).toEqual(Array.from({ length: 4 }, () => message.message))
})
