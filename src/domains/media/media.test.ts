/** Pictures through HTTP: taking in, handing out in any size, who may, what is kept. */
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

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

/** The check of PNG chunks; the one of zlib came after Node 20.19. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
/** A real PNG of one colour, grey of 8 bits or colours of 16: its lines are all the same, so that it packs to nearly nothing. */
async function hugePng(width: number, height: number, kind: 'grey' | 'deep' = 'grey'): Promise<Buffer> {
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.from(`0000${name}`, 'latin1')
    head.writeUInt32BE(body.length, 0)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])), 0)
    return Buffer.concat([head, body, check])
  }
  const about = Buffer.from('0000000000000000' + (kind === 'grey' ? '0800000000' : '1006000000'), 'hex')
  about.writeUInt32BE(width, 0)
  about.writeUInt32BE(height, 4)
  const pixels = await promisify(deflate)(Buffer.alloc((width * (kind === 'grey' ? 1 : 8) + 1) * height), { level: kind === 'grey' ? 9 : 1 })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', about), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
/** Left half red, right half blue, 1600 × 800. */
const halves = Transformer.fromSvg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="800" height="800" fill="#f00"/><rect x="800" width="800" height="800" fill="#00f"/></svg>',
)
const jpeg = () => halves.jpeg(90)
/** The same photo as a camera held upright writes it: on its side, with a note about the turn and a place. */
async function turnedJpeg(): Promise<Buffer> {
  const plain = await jpeg()
  // TIFF with two entries: the turn (6: a quarter to the right) and a description that lies behind them.
  const tiff = Buffer.from('49492a00080000000200' + '120103000100000006000000' + '0e0102000800000026000000' + '00000000', 'hex')
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('my house', 'latin1')])
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2])
  const note = Buffer.concat([head, body])
  return Buffer.concat([plain.subarray(0, 2), note, plain.subarray(2)])
}
const upload = async (body: Uint8Array | string, headers: Record<string, string>, path = '/api/media?filename=halves.jpg') => {
  const response = await server.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'image/jpeg', ...headers }, payload: Buffer.from(body) })
  return { status: response.statusCode, body: response.json() as { image: { id: string; url: string; width: number; height: number; filename: string } } }
}
const owner = (of = site) => ({ authorization: of.apiKey, 'wix-site-id': of.metaSiteId })
const get = async (url: string) => {
  const response = await server.app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, '') })
  const about = response.statusCode === 200 ? await new Transformer(response.rawPayload).metadata(true) : undefined
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload, about }
}
/** The colour in the middle of a picture. */
const middle = async (bytes: Buffer) => {
  const pixels = await new Transformer(bytes).rawPixels()
  const { width, height } = await new Transformer(bytes).metadata()
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * (pixels.length / width / height)
  const [red = 0, , blue = 0] = pixels.subarray(at, at + 3)
  return red > blue ? 'red' : 'blue'
}

describe('taking in', () => {
  test('every readable kind becomes WebP; others are refused and keep nothing', async () => {
    for (const bytes of [await jpeg(), await halves.webp(80), await halves.avif({ quality: 40, speed: 10 })]) {
      const { status, body } = await upload(bytes, owner())
      expect([status, body.image]).toMatchObject([200, { width: 1600, height: 800, filename: 'halves.jpg' }])
      expect((await get(body.image.url)).about).toMatchObject({ format: 'webp', width: 1600, height: 800 })
    }
    for (const bytes of ['', 'hello', '<svg xmlns="http://www.w3.org/2000/svg"/>', (await jpeg()).subarray(0, 200)])
      expect(await upload(bytes, owner())).toMatchObject({ status: 400, body: { details: { applicationError: { code: 'UNREADABLE_PICTURE' } } } })
    expect((await upload(new Uint8Array(10_485_761), owner())).status).toBe(413)
  })
  test('a picture of more than 50 megapixels is refused before it is decoded, without delay for other requests', async () => {
    // Real, and small in bytes: one grey line of PNG, 16000 times.
    const huge = await hugePng(16_000, 16_000)
    expect(huge.length).toBeLessThan(1_000_000)
    const start = performance.now()
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(huge, owner())))
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { details: { applicationError: { code: 'PICTURE_TOO_LARGE' } } } })
    // Decoding eight of them takes minutes, on any machine.
    expect(performance.now() - start).toBeLessThan(60_000)
    const german = await upload(huge, { ...owner(), 'accept-language': 'de' })
    expect((german.body as unknown as { message: string }).message).toMatch(/^Dieses Bild hat zu viele Bildpunkte/)
  })
  test('while a large one is taken in, everyone else is answered', async () => {
    const large = await hugePng(7000, 7000)
    let longest = 0
    const began = performance.now()
    let last = began
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    const [taken, others] = await Promise.all([
      upload(large, owner()),
      (async () => {
        for (let call = 0; call < 20; call++) expect((await server.call('GET', '/healthz')).status).toBe(200)
      })(),
    ])
    clearInterval(pulse)
    const whole = performance.now() - began
    expect(others).toBeUndefined()
    expect([taken.status, taken.body.image]).toMatchObject([200, { width: 3000, height: 3000 }])
    // Decoded on the event loop, it would rest nearly all of the time, however fast or busy the machine.
    expect(longest).toBeLessThan(whole / 2)
  })
  // Other systems do not bound the memory of a process.
  test.runIf(process.platform === 'linux')('a picture that would take too much memory is refused; the server lives and answers meanwhile', async () => {
    // Within the limit of pixels, and of 2 MB; its colours of 16 bits take 1.6 GB when they are decoded.
    const bomb = await hugePng(7000, 7000, 'deep')
    expect(bomb.length).toBeLessThan(2_000_000)
    let answered = 0
    const refusal = upload(bomb, owner())
    const small = upload(await jpeg(), owner())
    for (let call = 0; call < 20; call++) if ((await server.call('GET', '/healthz')).status === 200) answered++
    const { status, body } = await refusal
    expect(body).toMatchObject({ message: expect.stringContaining('too much memory'), details: { applicationError: { code: 'PICTURE_TOO_LARGE' } } })
    expect([status, answered, (await small).status, (await upload(await jpeg(), owner())).status]).toEqual([400, 20, 200, 200])
  })
  test('a photo stands upright and says nothing of where it was taken', async () => {
    const { body } = await upload(await turnedJpeg(), owner())
    expect(body.image).toMatchObject({ width: 800, height: 1600 })
    const kept = await get(body.image.url)
    expect([kept.about, kept.bytes.includes('my house')]).toMatchObject([{ width: 800, height: 1600 }, false])
  })
  test('visitors and other members are refused', async () => {
    const token = await server.visitorToken(site)
    expect((await upload(await jpeg(), { authorization: token })).status).toBe(403)
    expect((await upload(await jpeg(), {})).status).toBe(401)
    expect((await upload(await jpeg(), { authorization: 'nonsense' })).status).toBe(401)
  })
})

describe('handing out', () => {
  test('in the sizes that storefronts ask for', async () => {
    const { id } = (await upload(await jpeg(), owner())).body.image
    for (const [path, width, height, colour] of [
      [`/media/${id}/v1/fill/w_640,h_480,al_c,q_80,usm_0.66_1.00_0.01,enc_auto/halves.jpg`, 640, 480, undefined],
      [`/media/${id}/v1/fill/w_200,h_200,al_l/halves.jpg`, 200, 200, 'red'],
      [`/media/${id}/v1/fill/w_200,h_200,al_r/halves.jpg`, 200, 200, 'blue'],
      [`/media/${id}/v1/fit/w_400,h_400/halves.png`, 400, 200, undefined],
      [`/media/${id}/v1/crop/x_900,y_100,w_300,h_200/halves.png`, 300, 200, 'blue'],
      [`/media/${id}`, 1600, 800, undefined],
    ] as const) {
      const answer = await get(path)
      expect([path, answer.status, answer.about?.width, answer.about?.height]).toEqual([path, 200, width, height])
      expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': expect.stringContaining('immutable') })
      if (colour) expect(await middle(answer.bytes)).toBe(colour)
      expect((await get(path)).bytes.equals(answer.bytes)).toBe(true)
    }
    for (const path of [
      `/media/${id}/v1/stretch/w_1,h_1/a.png`,
      `/media/${id}/v1/fill/nothing/a.png`,
      `/media/${id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
      '/media/x',
      '/media/..%2F..%2Fetc%2Fpasswd',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('whose picture', () => {
  test('members show their own uploads, never a picture of elsewhere or of another site', async () => {
    const ann = await server.registerMember(site)
    const { image } = (await upload(await jpeg(), { authorization: ann.token })).body
    const change = (photo: object) => server.call('PATCH', `/v1/members/${ann.memberId}`, { token: ann.token, body: { member: { profile: { photo } } } })
    const shown = await change({ url: `wix:image://v1/${image.id}/me.jpg#originWidth=9&originHeight=9` })
    expect(shown.body.member.profile.photo).toMatchObject({ id: image.id, url: image.url, width: 1600, height: 800 })
    const other = await server.createSite()
    const theirs = (await upload(await jpeg(), owner(other))).body.image
    for (const photo of [{ url: 'https://elsewhere.example/pixel.png' }, { url: theirs.url }, { id: theirs.id }])
      expect((await change(photo)).body.details.validationError.fieldViolations).toMatchObject([{ field: 'member.profile.photo.url' }])
  })
  test('pictures of an erased member are gone', async () => {
    const bob = await server.registerMember(site)
    const { image } = (await upload(await jpeg(), { authorization: bob.token })).body
    const business = (await upload(await jpeg(), owner())).body.image
    await server.ok('DELETE', `/v1/members/${bob.memberId}`, { as: site })
    expect((await get(image.url)).status).toBe(200)
    await server.advanceClock('P31D')
    expect([(await get(image.url)).status, (await get(business.url)).status]).toEqual([404, 200])
  })
  test('a member cannot fill the disk: uploads per day are limited', async () => {
    const cid = await server.registerMember(site)
    const small = await Transformer.fromRgbaPixels(new Uint8Array(4 * 4 * 4).fill(200), 4, 4).webp(50)
    for (let n = 0; n < 40; n++) expect((await upload(small, { authorization: cid.token })).status).toBe(200)
    // What cannot be read is refused the same way: the limit is looked at before anything is decoded.
    for (const more of [small, Buffer.from('hello')])
      expect(await upload(more, { authorization: cid.token })).toMatchObject({
        status: 429,
        body: { details: { applicationError: { code: 'TOO_MANY_PICTURES' } } },
      })
  })
  test('services and staff show an upload with its address and size, whichever way it was sent', async () => {
    const { image } = (await upload(await jpeg(), owner())).body
    const sent = { image: { id: image.id, url: `wix:image://v1/${image.id}/x.jpg` } }
    const staff = await server.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: 'Dora', mainMedia: sent } } })
    expect(staff.staffMember.mainMedia.image).toMatchObject(image)
  })
})
