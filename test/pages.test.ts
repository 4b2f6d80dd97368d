/** The server knows every page of the app, and where services and members have gone. Source: guide services-and-availability §5.3. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedPages, storedPages } from '#domains/pages/rules/addresses.ts'
import { isReservedSlug } from '#domains/website/rules/check-website.ts'
import { createBookingStudio } from './factories/booking-studio.ts'
import { startTestServer, type TestSite, type TestServer } from './test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({})
}, 60_000)
afterAll(() => server.close())

const asOwner = (method: string, path: string, body: unknown) => server.ok(method, path, { as: site, body })
const resolve = async (url: string) => {
  const { head, firstCalls: _, ...resolution } = await server.ok('GET', '/api/pages/resolve', { token: await server.visitorToken(site), query: { url } })
  expect(head === undefined).toBe(resolution.status !== 200)
  return resolution
}

test('the pages that the server knows are the routes of the app', () => {
  const sources = ['src/web/router.tsx', 'src/web/hosted/routes.tsx'].map((file) => readFileSync(file, 'utf8')).join('\n')
  const routes = [...sources.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path.replace(/\$\w+/g, '$'))
  expect(routes.toSorted()).toEqual([...fixedPages, ...Object.keys(storedPages)].toSorted())
})

test('no page of an owner can take an address that the server answers itself', () => {
  const own = [...fixedPages, ...Object.keys(storedPages), '/dashboard', '/service-page/$', '/booking-calendar/$', '/booking-form'].map(
    (path) => path.split('/')[1] ?? '',
  )
  for (const part of own.filter((name) => name !== '' && name !== '$')) expect(isReservedSlug(part), part).toBe(true)
})

test('the addresses that a service names open its pages, also under its old slugs', async () => {
  const service = { type: 'CLASS', name: 'Deep stretch', defaultCapacity: 5, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  const made = (await asOwner('POST', '/v2/services', { service })).service
  expect(await resolve(`/service/${made.mainSlug.name}`)).toEqual({ status: 200 })
  for (const { relativePath } of Object.values(made.urls as Record<string, { relativePath: string }>)) {
    const { status, location } = await resolve(relativePath)
    expect([301, 302]).toContain(status)
    expect(await resolve(location)).toEqual({ status: 200 })
  }
  const renamed = (await asOwner('PATCH', `/v2/services/${made.id}`, { service: { revision: made.revision, name: 'Deeper stretch' } })).service
  expect(renamed.mainSlug.name).not.toBe(made.mainSlug.name)
  const now = `/service/${renamed.mainSlug.name}`
  expect(await resolve(`/service/${made.mainSlug.name}?from=mail`)).toEqual({ status: 301, location: `${now}?from=mail` })
  expect(await resolve(`/service-page/${made.mainSlug.name}`)).toEqual({ status: 301, location: now })
  expect(await resolve(`/service/${made.id}`)).toEqual({ status: 301, location: now })
  await server.ok('DELETE', `/v2/services/${made.id}`, { as: site, body: {} })
  expect(await resolve(now)).toEqual({ status: 404 })
})

test('a course is booked as a whole, a class has its place in the schedule', async () => {
  const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' }, defaultCapacity: 5 }
  const course = (await asOwner('POST', '/v2/services', { service: { ...base, type: 'COURSE', name: 'Pottery' } })).service
  expect((await resolve(course.urls.bookingPage.relativePath)).location).toBe(`/hosted/booking-form?serviceId=${course.id}&scheduleId=${course.schedule.id}`)
  const yoga = (await asOwner('POST', '/v2/services', { service: { ...base, type: 'CLASS', name: 'Yoga' } })).service
  expect((await resolve(yoga.urls.calendarPage.relativePath)).location).toBe(`/schedule?service=${yoga.id}`)
})

test('links of emails that earlier versions sent, and bookmarks of the dashboard, lead to where the page is now', async () => {
  for (const [before, now] of [
    ['/letters/token?kind=PLAN_NEWS', '/email-preferences/token?kind=PLAN_NEWS'],
    ['/account?tab=letters', '/account?tab=emails'],
    ['/dashboard/messages?open=1', '/dashboard/emails?open=1'],
    ['/dashboard/rehearsal', '/dashboard/forecast'],
  ] as const) {
    expect(await resolve(before)).toEqual({ status: 301, location: now })
    expect(await resolve(now)).toEqual({ status: 200 })
  }
})

test('unknown pages, services, plans and hidden members are not there', async () => {
  for (const url of ['/nothing', '/service/nothing', '/plans/gold', '/wp-login.php']) expect(await resolve(url)).toEqual({ status: 404 })
  const privacy = async (change: Record<string, unknown>) => {
    const { memberPrivacySettings } = await server.ok('GET', '/v1/privacy-settings', { as: site })
    await asOwner('POST', '/v1/privacy-settings', { memberPrivacySettings: { ...memberPrivacySettings, ...change } })
  }
  const member = await server.registerMember(site)
  const profile = async () => (await server.ok('GET', `/v1/members/${member.memberId}?fieldsets=FULL`, { as: site })).member
  const page = `/members/${(await profile()).profile.slug}`
  // Where members see each other only, visitors do not learn who is there.
  await privacy({ publicMemberVisibility: 'VISIBLE_TO_MEMBERS_ONLY' })
  expect([await resolve(page), await resolve('/members/unknown-member')]).toEqual([{ status: 200 }, { status: 200 }])
  await privacy({ publicMemberVisibility: 'VISIBLE_TO_ALL' })
  expect(await resolve('/members/unknown-member')).toEqual({ status: 404 })
  await server.ok('POST', '/v1/members/leave-community', { token: member.token, body: {} })
  expect(await resolve(page)).toEqual({ status: 404 })
  await server.ok('POST', '/v1/members/join-community', { token: member.token, body: {} })
  expect(await resolve(page)).toEqual({ status: 200 })
})

test('search engines and link previews get what a page is about, from stored addresses only', async () => {
  const { site: own, staff } = await createBookingStudio(server)
  const service = {
    type: 'CLASS',
    name: 'Evening <i>flow</i>',
    tagLine: 'Slow & deep',
    defaultCapacity: 4,
    onlineBooking: { enabled: true },
    payment: { rateType: 'FIXED', fixed: { price: { value: '12', currency: 'USD' } }, options: { online: true } },
  }
  const made = (await server.ok('POST', '/v2/services', { as: own, body: { service } })).service
  const start = { localDate: '2027-06-07T18:00:00' }
  const event = { scheduleId: made.schedule.id, type: 'CLASS', resources: [{ id: staff }], start, end: { localDate: '2027-06-07T19:00:00' } }
  server.freezeClock('2027-06-01T00:00:00Z')
  await server.ok('POST', '/calendar/v3/events', { as: own, body: { event } })
  const token = await server.visitorToken(own)
  const getHead = async (url: string, headers: Record<string, string> = {}) =>
    (await server.ok('GET', '/api/pages/resolve', { token, query: { url }, headers: { 'x-forwarded-host': 'evil.example', ...headers } })).head
  const head = await getHead(`/service/${made.mainSlug.name}`)
  expect(head).toMatchObject({ description: 'Slow & deep', language: 'en' })
  expect(head.title).toMatch(/^Evening <i>flow<\/i> · /)
  expect(head.structuredData.map((data: { '@type': string }) => data['@type'])).toEqual(['Service', 'Event'])
  expect(head.structuredData[1]).toMatchObject({ startDate: '2027-06-07T18:00:00Z', offers: { price: '12', availability: 'https://schema.org/InStock' } })
  expect(JSON.stringify(head)).not.toContain('evil.example')
  expect((await getHead('/services', { 'accept-language': 'de-AT,en;q=0.5' })).language).toBe('de')
  expect((await getHead('/services?lang=de')).canonical).toMatch(/\/services\?lang=de$/)
  expect((await getHead('/account')).canonical).toBeUndefined()
  await server.ok('PATCH', `/v2/services/${made.id}`, { as: own, body: { service: { revision: made.revision, hidden: true } } })
  expect((await getHead(`/service/${made.mainSlug.name}`)).canonical).toBeUndefined()
})

test('pages read as Markdown, and the head of a page names its Markdown', async () => {
  const own = await server.createSite({})
  const service = {
    type: 'CLASS',
    name: 'Morning flow',
    tagLine: 'Wake up',
    defaultCapacity: 4,
    onlineBooking: { enabled: true },
    payment: { rateType: 'NO_FEE' },
  }
  const made = (await server.ok('POST', '/v2/services', { as: own, body: { service } })).service
  const token = await server.visitorToken(own)
  const read = (path: string, query: Record<string, string> = {}) => server.call('GET', path, { token, query, headers: { 'x-forwarded-host': 'evil.example' } })
  const page = `/service/${made.mainSlug.name}`
  const found = await read(`${page}.md`, { lang: 'de' })
  expect([found.status, found.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(found.text).toMatch(/^# Morning flow\n\nWake up\n\nKostenlos\n/)
  for (const path of ['/index.md', '/services.md', '/schedule.md', '/plans.md', '/llms.txt']) {
    const { status, text } = await read(path)
    expect([path, status, text.startsWith('# '), text.includes('evil.example')]).toEqual([path, 200, true, false])
  }
  expect((await read('/llms.txt')).text).toContain(`${page}.md`)
  const { head } = await server.ok('GET', '/api/pages/resolve', { token, query: { url: page } })
  expect(head.markdown.endsWith(`${page}.md?lang=en`)).toBe(true)
  expect(head.content).toContain('<h1>Morning flow</h1><p>Wake up</p><p>Free</p>')
  expect((await read('/service/nothing.md')).body.details.applicationError.code).toBe('NOT_FOUND')
  await server.ok('PATCH', `/v2/services/${made.id}`, { as: own, body: { service: { revision: made.revision, hidden: true } } })
  expect((await read(`${page}.md`)).status).toBe(404)
})

test('robots and sitemap name the pages of the site', async () => {
  const own = await server.createSite({})
  const service = { type: 'CLASS', name: 'Mapped', defaultCapacity: 4, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  const { mainSlug } = (await server.ok('POST', '/v2/services', { as: own, body: { service } })).service
  const token = await server.visitorToken(own)
  const text = async (path: string) => (await server.call('GET', path, { token })).text
  expect(await text('/sitemap.xml')).toContain(`/service/${mainSlug.name}</loc>`)
  expect(await text('/robots.txt')).toContain('/sitemap.xml')
})

test('the site is an app that can be installed, with an icon in its colour', async () => {
  const own = await server.createSite({})
  const token = await server.visitorToken(own)
  const read = (path: string) => server.call('GET', path, { token })
  const manifest = await read('/manifest.webmanifest')
  expect([manifest.status, manifest.headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const { icons } = JSON.parse(manifest.text)
  for (const path of [...icons.map(({ src }: { src: string }) => src), '/apple-touch-icon.png']) {
    const { status, headers, text } = await read(path)
    expect([path, status, headers['content-type'], text.includes('PNG')]).toEqual([path, 200, 'image/png', true])
  }
})

test('link previews show a picture of the site, drawn anew when the site has another name', async () => {
  const own = await server.createSite({ name: 'Studio Seaside' })
  const token = await server.visitorToken(own)
  const findImage = async (): Promise<string> => (await server.ok('GET', '/api/pages/resolve', { token, query: { url: '/plans' } })).head.image
  const before = await findImage()
  const { pathname, search } = new URL(before)
  const { status, headers, text } = await server.call('GET', pathname + search, { token })
  expect([status, headers['content-type'], headers['cache-control'], text.includes('PNG')]).toEqual([200, 'image/png', 'public, max-age=86400', true])
  await server.ok('PATCH', '/api/site-settings', { as: own, body: { name: 'Studio Dune' } })
  expect(await findImage()).not.toBe(before)
})

test('its service worker names the site, and a new version counts from the next page on', async () => {
  const own = await server.createSite({ name: 'Studio Seaside' })
  const { status, headers, text } = await server.call('GET', '/service-worker.js', { token: await server.visitorToken(own) })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache'])
  expect(text).toContain('"name":"Studio Seaside"')
})

test('the team has pages, and they follow a change of name', async () => {
  const own = await server.createSite({})
  const token = await server.visitorToken(own)
  const resolveOwn = async (url: string) => server.ok('GET', '/api/pages/resolve', { token, query: { url } })
  expect(await resolveOwn('/team')).toEqual({ status: 404 })
  const add = async (staffMember: object) => (await server.ok('POST', '/v1/staff-members', { as: own, body: { staffMember } })).staffMember
  const lena = await add({ name: 'Lena Brandt', description: 'Slow flows since 2011.' })
  await add({ name: 'Otto Office', serviceProvider: false })
  const { members } = await server.ok('GET', '/api/team', { token })
  expect(members).toEqual([
    { resourceId: lena.resourceId, slug: expect.stringMatching(/^lena-brandt-[0-9a-f]{8}$/), name: lena.name, description: lena.description },
  ])
  const page = `/team/${members[0].slug}`
  expect(await server.ok('GET', `/api${page}`, { token })).toEqual({ member: members[0] })
  const { head } = await resolveOwn(page)
  expect(head).toMatchObject({ title: expect.stringMatching(/^Lena Brandt · /), description: 'Slow flows since 2011.' })
  expect(head.structuredData).toMatchObject([{ '@type': 'Person', name: 'Lena Brandt' }])
  expect((await server.call('GET', '/sitemap.xml', { token })).text).toContain(`${page}</loc>`)
  for (const [path, words] of [
    ['/team.md', '# Our team'],
    [`${page}.md`, 'Slow flows since 2011.'],
  ] as const)
    expect((await server.call('GET', path, { token, query: { lang: 'en' } })).text).toContain(words)

  await server.ok('PATCH', `/v1/staff-members/${lena.id}`, { as: own, body: { staffMember: { revision: lena.revision, name: 'Lena Bach' } } })
  expect(await resolveOwn(`${page}?from=mail`)).toEqual({ status: 301, location: `${page.replace('brandt', 'bach')}?from=mail` })
  const elsewhere = await server.visitorToken(site)
  for (const [path, as] of [
    ['/api/team/lena-brandt', token],
    ['/api/team/lena-brandt-00000000', token],
    [`/api${page}`, elsewhere],
  ] as const)
    expect((await server.call('GET', path, { token: as })).status, path).toBe(404)
  await server.ok('DELETE', `/v1/staff-members/${lena.id}`, { as: own })
  expect(await resolveOwn(page)).toEqual({ status: 404 })
})

test('pages of the owner’s own read as Markdown, too', async () => {
  const own = await server.createSite({})
  const token = await server.visitorToken(own)
  const { website, revision } = await server.ok('GET', '/api/website', { as: own })
  const block = { id: 'a', type: 'text', body: { en: [{ type: 'paragraph', runs: [{ text: 'We began by the river.' }] }] } }
  const pages = [{ id: 'about', slug: 'about', title: { en: 'About us' }, blocks: [block] }]
  const saved = await server.ok('PUT', '/api/website', { as: own, body: { website: { ...website, pages }, revision } })
  expect((await server.call('GET', '/about.md', { token })).status).toBe(404)
  await server.ok('POST', '/api/website/publish', { as: own, body: { revision: saved.revision } })
  expect((await server.ok('GET', '/api/pages/resolve', { token, query: { url: '/about' } })).head.markdown).toMatch(/\/about\.md\?lang=en$/)
  expect((await server.call('GET', '/about.md', { token, query: { lang: 'en' } })).text).toContain('We began by the river.')
})
