/** Pictures fetched from elsewhere, as scripts that fill a site do it. */
import { createServer, type Server } from 'node:http'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type CallOptions, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'

let server: TestServer
let site: TestSite
let pictures: Server
let origin = ''
let calls = 0

/** The head of a PNG of 16000 × 16000; no more of it is read. */
const hugeHead = Buffer.from('89504e470d0a1a0a0000000d4948445200003e8000003e800800000000', 'hex')

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  const png = await Transformer.fromSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="1600" height="800" fill="#f00"/></svg>',
  ).png()
  const files: Record<string, Buffer> = {
    '/great%20hall.png': png,
    '/page.html': Buffer.from('<html></html>'),
    '/heavy.png': Buffer.alloc(10_485_761),
    '/huge.png': hugeHead,
  }
  const moved: Record<string, string> = { '/moved.png': '/great%20hall.png', '/loop.png': '/loop.png', '/inward.png': 'https://169.254.169.254/secret.png' }
  pictures = createServer((request, response) => {
    calls++
    const path = request.url ?? ''
    const location = moved[path]
    if (location) response.writeHead(302, { location }).end()
    else response.writeHead(files[path] ? 200 : 404).end(files[path])
  })
  await new Promise<void>((ready) => void pictures.listen(0, '127.0.0.1', ready))
  const address = pictures.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
beforeEach(() => allowPrivateTargets(true))
afterAll(async () => {
  expect(server.problems).toEqual([])
  await new Promise<void>((done) => void pictures.close(() => done()))
  await server.close()
})

const send = (body: object, as: CallOptions = { as: site }) => server.call('POST', '/site-media/v1/files/import', { ...as, body })
const getFile = (id: string, as: CallOptions = { as: site }) => server.call('GET', `/_api/site-media/v1/files/${id}`, as)
const countPictures = async () => (await server.ok('GET', '/api/media', { as: site })).total as number

test('a picture is fetched, kept as an upload is, and read again as the same file', async () => {
  const { status, body } = await send({ url: `${origin}/great%20hall.png`, mimeType: 'image/png', displayName: 'hall.png', mediaType: 'IMAGE' })
  const { file } = body
  expect(status).toBe(200)
  expect(file).toMatchObject({ displayName: 'hall.png', mediaType: 'IMAGE', operationStatus: 'READY', private: false })
  expect(file.media.image.image).toEqual({ id: file.id, url: file.url, width: 1600, height: 800, filename: 'hall.png' })
  expect((await getFile(file.id)).body).toEqual({ file })
  expect((await server.call('GET', new URL(file.url).pathname)).status).toBe(200)
  expect((await server.ok('GET', '/api/media', { as: site, query: { search: 'hall.png' } })).pictures).toMatchObject([{ id: file.id }])
})

test('without a name it is called after its address, also where that has moved', async () => {
  expect((await send({ url: `${origin}/moved.png` })).body.file.displayName).toBe('moved.png')
  expect((await send({ url: `${origin}/great%20hall.png`, displayName: null })).body.file.displayName).toBe('great hall.png')
})

test('a repeated call under the same key fetches nothing again', async () => {
  const headers = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId, 'idempotency-key': 'hall' }
  const first = await send({ url: `${origin}/great%20hall.png` }, { headers })
  const before = calls
  expect((await send({ url: `${origin}/great%20hall.png` }, { headers })).body).toEqual(first.body)
  expect(calls).toBe(before)
})

test('what is no picture, too large or not there keeps nothing', async () => {
  const before = await countPictures()
  const refusals = {
    '/page.html': 'UNREADABLE_PICTURE',
    '/heavy.png': 'PICTURE_TOO_LARGE',
    '/huge.png': 'PICTURE_TOO_LARGE',
    '/none.png': 'PICTURE_UNREACHABLE',
    '/loop.png': 'PICTURE_UNREACHABLE',
  }
  for (const [path, code] of Object.entries(refusals)) {
    const answer = await send({ url: origin + path })
    expect([path, answer.status, errorCode(answer)]).toEqual([path, 400, code])
  }
  expect((await send({ url: `${origin}/heavy.png` })).body.message).toBe('This image is too large. The limit is 10 MB.')
  expect(await countPictures()).toBe(before)
})

test('nothing in a private network is asked, at once or by way of another address', async () => {
  const before = calls
  for (const url of ['ftp://pictures.example/a.png', 'not an address', 'http://pictures.example/a.png', 'https://user:word@pictures.example/a.png'])
    expect(errorCode(await send({ url })), url).toBe('PICTURE_ADDRESS_REFUSED')
  allowPrivateTargets(false)
  for (const url of [
    'https://127.0.0.1/a.png',
    'https://localhost/a.png',
    'https://169.254.169.254/a.png',
    'https://[::1]/a.png',
    `${origin}/great%20hall.png`,
  ])
    expect(errorCode(await send({ url })), url).toBe('PICTURE_ADDRESS_REFUSED')
  expect(calls).toBe(before)
})

test('a request of another shape is refused', async () => {
  const url = `${origin}/great%20hall.png`
  for (const body of [{}, { url: '' }, { url, mediaType: 'VIDEO' }, { url, mimeType: 'video/mp4' }, { url, private: true }])
    expect((await send(body)).status, JSON.stringify(body)).toBe(400)
})

test('only the business fetches and reads, and only its own', async () => {
  const url = `${origin}/great%20hall.png`
  const { id } = (await send({ url })).body.file
  const member = { token: (await server.registerMember(site)).token }
  for (const as of [{ token: await server.visitorToken(site) }, member]) {
    expect((await send({ url }, as)).status).toBe(403)
    expect((await getFile(id, as)).status).toBe(403)
  }
  expect((await send({ url }, {})).status).toBe(401)
  expect((await getFile(id, { as: await server.createSite() })).status).toBe(404)
  expect((await getFile('unknown')).status).toBe(404)
  expect((await send({ url }, await server.inviteCollaborator(site, ['MEDIA.SITE_MEDIA_FILES_LIST']))).status).toBe(403)
})
