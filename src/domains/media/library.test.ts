/** The media library through HTTP: list, words, focal point, crops, what shows a picture, deletion, and who may. */
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

interface Picture {
  id: string
  url: string
  width: number
  height: number
}
let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

/** Left half red, right half blue, 1600 × 800. */
const halves = Transformer.fromSvg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="800" height="800" fill="#f00"/><rect x="800" width="800" height="800" fill="#00f"/></svg>',
)
async function upload(name = 'halves.jpg', of = site): Promise<Picture> {
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/media?filename=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'image/jpeg', authorization: of.apiKey, 'wix-site-id': of.metaSiteId },
    payload: await halves.jpeg(90),
  })
  return (response.json() as { image: Picture }).image
}
const ask = (method: string, path: string, body?: object) => server.ok(method, path, { as: site, ...(body && { body }) })
const pixelsAt = async (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, ''), headers })

describe('the list', () => {
  test('holds the pictures of the business, newest first, in pages, and finds them by name and words', async () => {
    const own = await server.createSite()
    const named: Picture[] = []
    for (const name of ['one.jpg', 'two.jpg', 'half_100%.jpg']) named.push(await upload(name, own))
    const member = await server.registerMember(own)
    await server.app.inject({
      method: 'POST',
      url: '/api/media?filename=me.jpg',
      headers: { 'content-type': 'image/jpeg', authorization: member.token },
      payload: await halves.jpeg(90),
    })
    const list = (query = '') => server.ok('GET', '/api/media', { as: own, query })
    expect(await list()).toMatchObject({ total: 3, pictures: named.toReversed().map(({ id }) => ({ id, alt: {} })) })
    expect(await list('limit=1&offset=1')).toMatchObject({ total: 3, pictures: [{ id: named[1]?.id }] })
    expect(await list('search=TWO')).toMatchObject({ total: 1, pictures: [{ filename: 'two.jpg' }] })
    // Signs of the pattern are letters like all others.
    expect(await list('search=_100%25')).toMatchObject({ total: 1, pictures: [{ filename: 'half_100%.jpg' }] })
    await server.ok('PATCH', `/api/media/${named[0]?.id}`, { as: own, body: { alt: { de: 'Zwei Matten am Fenster' } } })
    expect(await list('search=matten')).toMatchObject({ total: 1, pictures: [{ filename: 'one.jpg', alt: { de: 'Zwei Matten am Fenster' } }] })
    for (const query of ['limit=0', 'limit=101', 'offset=-1', `search=${'x'.repeat(101)}`])
      expect((await server.call('GET', '/api/media', { as: own, query })).status, query).toBe(400)
  })
})

describe('what is known of a picture', () => {
  test('words by language and the focal point change one at a time', async () => {
    const { id } = await upload()
    await ask('PATCH', `/api/media/${id}`, { alt: { en: ' Red and blue ' } })
    await ask('PATCH', `/api/media/${id}`, { alt: { de: 'Rot und blau' }, focus: { x: 20, y: 80 } })
    const { picture } = await ask('PATCH', `/api/media/${id}`, { filename: 'colours.jpg' })
    expect(picture).toMatchObject({ filename: 'colours.jpg', alt: { en: 'Red and blue', de: 'Rot und blau' }, focus: { x: 20, y: 80 } })
    const cleared = await ask('PATCH', `/api/media/${id}`, { alt: { en: '' }, focus: null })
    expect(cleared.picture.alt).toEqual({ de: 'Rot und blau' })
    expect(cleared.picture.focus).toBeUndefined()
    expect((await ask('GET', `/api/media/${id}`)).picture).toEqual(cleared.picture)
  })
  test('wrong values change nothing', async () => {
    const { id } = await upload()
    for (const body of [{ alt: { en: 'x'.repeat(301) } }, { focus: { x: 101, y: 0 } }, { filename: '' }, { focus: { x: 1 } }])
      expect((await server.call('PATCH', `/api/media/${id}`, { as: site, body })).status, JSON.stringify(body)).toBe(400)
    expect((await ask('GET', `/api/media/${id}`)).picture).toMatchObject({ alt: {}, filename: 'halves.jpg' })
  })
})

describe('a crop', () => {
  test('is a picture of its own, and the original stays as it was', async () => {
    const original = await upload()
    await ask('PATCH', `/api/media/${original.id}`, { alt: { en: 'Halves' } })
    const { picture } = await ask('POST', `/api/media/${original.id}/crop`, { region: { x: 900, y: 100, width: 300, height: 200 } })
    expect(picture).toMatchObject({ width: 300, height: 200, originalId: original.id, region: { x: 900, y: 100 }, alt: { en: 'Halves' } })
    expect(await new Transformer((await pixelsAt(picture.url)).rawPayload).metadata()).toMatchObject({ width: 300, height: 200 })
    expect(await new Transformer((await pixelsAt(original.url)).rawPayload).metadata()).toMatchObject({ width: 1600, height: 800 })
    // A crop of a crop is cut from the original.
    const wider = await ask('POST', `/api/media/${picture.id}/crop`, { region: { x: 0, y: 0, width: 1600, height: 400 } })
    expect(wider.picture).toMatchObject({ width: 1600, height: 400, originalId: original.id })
    const about = await ask('GET', `/api/media/${original.id}`)
    expect(about.crops.map((one: Picture) => one.id)).toEqual([picture.id, wider.picture.id])
    expect((await ask('GET', `/api/media/${picture.id}`)).original.id).toBe(original.id)
    await ask('DELETE', `/api/media/${original.id}`)
    expect((await ask('GET', `/api/media/${picture.id}`)).picture).toMatchObject({ id: picture.id, region: { x: 900 } })
    expect((await pixelsAt(picture.url)).statusCode).toBe(200)
  })
  test('must lie within the picture', async () => {
    const { id } = await upload()
    for (const region of [
      { x: 1500, y: 0, width: 101, height: 100 },
      { x: 0, y: 0, width: 10, height: 10 },
      { x: 0, y: 0, width: 1600, height: 801 },
    ])
      expect((await server.call('POST', `/api/media/${id}/crop`, { as: site, body: { region } })).body.details.validationError.fieldViolations).toMatchObject([
        { field: 'region' },
      ])
    for (const region of [{ x: -1, y: 0, width: 100, height: 100 }, { x: 0.5, y: 0, width: 100, height: 100 }, {}])
      expect((await server.call('POST', `/api/media/${id}/crop`, { as: site, body: { region } })).status).toBe(400)
  })
})

describe('where it is shown', () => {
  test('services, add-ons, staff, pages and the logo are named, and while they show it, it stays', async () => {
    const own = await server.createSite()
    const run = (method: string, path: string, body?: object) => server.ok(method, path, { as: own, ...(body && { body }) })
    const picture = await upload('used.jpg', own)
    const image = { id: picture.id, url: picture.url }
    const { service } = await run('POST', '/v2/services', {
      service: {
        type: 'CLASS',
        name: 'Flow',
        defaultCapacity: 8,
        payment: { rateType: 'NO_FEE' },
        onlineBooking: { enabled: true },
        media: { items: [{ image }] },
      },
    })
    await run('POST', '/v1/add-ons', { addOn: { name: 'Towel', price: { value: '2' }, maxQuantity: 3, mainMedia: { image } } })
    await run('POST', '/v1/staff-members', { staffMember: { name: 'Dora', mainMedia: { image } } })
    const { website, revision } = await run('GET', '/api/website')
    const shown = { id: picture.id, width: picture.width, height: picture.height }
    await run('PUT', '/api/website', {
      revision,
      website: { ...website, design: { ...website.design, logo: shown }, home: [{ id: 'g', type: 'gallery', pictures: [shown] }] },
    })
    const { uses } = await run('GET', `/api/media/${picture.id}`)
    expect(uses).toEqual([
      { kind: 'LOGO', name: 'Logo' },
      { kind: 'PAGE', name: 'Home' },
      { kind: 'STAFF_MEMBER', id: expect.any(String), name: 'Dora' },
      { kind: 'SERVICE', id: service.id, name: 'Flow' },
      { kind: 'ADD_ON', id: expect.any(String), name: 'Towel' },
    ])
    const refused = await server.call('DELETE', `/api/media/${picture.id}`, { as: own })
    expect([refused.status, refused.body.details.applicationError]).toMatchObject([409, { code: 'PICTURE_IN_USE', data: { uses } }])
    expect((await pixelsAt(picture.url)).statusCode).toBe(200)
  })
  test('one that nothing shows is deleted with all its sizes', async () => {
    const { id, url } = await upload()
    const sized = `/media/${id}/v1/fit/w_400,h_400/x.webp`
    expect((await pixelsAt(sized)).statusCode).toBe(200)
    await ask('DELETE', `/api/media/${id}`)
    expect([(await pixelsAt(url)).statusCode, (await pixelsAt(sized)).statusCode]).toEqual([404, 404])
    expect((await server.call('DELETE', `/api/media/${id}`, { as: site })).status).toBe(404)
  })
})

test('AVIF goes to browsers that read it, WebP to all others', async () => {
  const { id } = await upload()
  const path = `/media/${id}/v1/fit/w_720,h_3000/picture.webp`
  for (const [accept, type] of [
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/webp'],
  ] as const) {
    const answer = await pixelsAt(path, { accept })
    expect([answer.statusCode, answer.headers['content-type'], String(answer.headers['vary']).toLowerCase()]).toEqual([
      200,
      type,
      expect.stringContaining('accept'),
    ])
    expect(await new Transformer(answer.rawPayload).metadata()).toMatchObject({ format: type.slice(6), width: 720, height: 360 })
    expect((await pixelsAt(path, { accept })).rawPayload.equals(answer.rawPayload)).toBe(true)
  }
})

test('pictures of members and of other sites are in no library', async () => {
  const other = await server.createSite()
  const theirs = await upload('theirs.jpg', other)
  const member = await server.registerMember(site)
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { 'content-type': 'image/jpeg', authorization: member.token },
    payload: await halves.jpeg(90),
  })
  const { image: portrait } = response.json() as { image: Picture }
  for (const id of [theirs.id, portrait.id, 'x', `${theirs.id.slice(0, 33)}${'0'.repeat(32)}`])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { alt: { en: 'Mine' } }],
      ['POST', '/crop', { region: { x: 0, y: 0, width: 100, height: 100 } }],
      ['DELETE', '', undefined],
    ] as const)
      expect((await server.call(method, `/api/media/${id}${path}`, { as: site, ...(body && { body }) })).status, `${method} ${id}`).toBe(404)
  expect((await pixelsAt(theirs.url)).statusCode).toBe(200)
})
