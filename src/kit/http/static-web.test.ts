import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serveWeb } from './static-web.ts'

const script = `console.log(${JSON.stringify('a script that is worth making small '.repeat(200))})`
const start = "if (1 < 2) document.documentElement.lang ||= 'en'"
const page = (name: string) =>
  `<!doctype html><html lang="en"><title>${name}</title><link href="/assets/one-abc.%language%.js"><script type="application/json" id="site-facts"></script><script type="application/json" id="first-replies"></script><script>${start}</script><p>${'Words of a page. '.repeat(200)}</p>`
const folder = mkdtempSync(join(tmpdir(), 'web-'))
let app: FastifyInstance

const otherwise = (_request: unknown, reply: { code: (code: number) => { send: (body: object) => unknown } }) => reply.code(404).send({ message: 'Not found.' })
const describedPage = (url: string) => ({
  title: 'Slow yoga',
  description: 'An hour',
  siteName: 'Studio',
  language: 'de',
  alternates: [],
  structuredData: [],
  content: '<p>Described without JavaScript</p>',
  ...(url.includes('public') && { canonical: 'https://studio.example/described' }),
})
const open = async (root: string): Promise<FastifyInstance> => {
  const server = Fastify()
  await server.register(compress, { threshold: 2048 })
  server.get('/api/site', async () => ({ name: '</script> & sons', language: 'de', timeZone: 'Europe/Berlin', website: { design: { font: 'modern' } } }))
  server.get<{ Querystring: { url: string } }>('/api/pages/resolve', async ({ query: { url } }) =>
    url.startsWith('/old')
      ? { status: 301, location: '/new?a=1' }
      : {
          status: url.startsWith('/nothing') ? 404 : 200,
          ...(url.startsWith('/described') && { head: describedPage(url) }),
          ...(url.startsWith('/dashboard') && { firstCalls: [{ method: 'GET', url: '/api/me' }] }),
        },
  )
  server.get('/api/me', async ({ headers }) => ({ cookie: headers.cookie, authorization: headers.authorization }))
  await serveWeb(server, { folder: root, fallback: otherwise })
  return server
}
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page('site'))
  writeFileSync(join(folder, 'hosted.html'), page('hosted'))
  writeFileSync(join(folder, 'dashboard.html'), page('dashboard'))
  writeFileSync(join(folder, 'assets/one-abc.js'), script)
  writeFileSync(join(folder, 'assets/one-abc.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/one-abc.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'assets/two-abc.png'), 'a picture')
  app = await open(folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ url, method, headers })

describe('a file of the app', () => {
  test.each(['/', '/account', '/hosted/login?rs=1', '/booking/abc', '/checkout/basket/abc', '/dashboard', '/embed/plans', '/setup'])(
    'at %s sends forms to this server alone',
    async (url) => expect((await ask(url, { accept: 'text/html' })).headers['content-security-policy']).toMatch(/; form-action 'self'$/),
  )
  test('of a captcha sends no form', async () =>
    expect((await ask('/hosted/captcha', { accept: 'text/html' })).headers['content-security-policy']).toMatch(/; form-action 'none'$/))

  test.each([
    ['br', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', 'gzip', gunzipSync],
    ['gzip for who refuses brotli', 'br;q=0, gzip', 'gzip', gunzipSync],
    ['as it is', 'identity', undefined, (body: Buffer) => body],
    ['as it is for who says nothing', '', undefined, (body: Buffer) => body],
  ])('goes out as %s', async (_name, accepts, encoding, open) => {
    const answer = await ask('/assets/one-abc.js', accepts ? { 'accept-encoding': accepts } : {})
    expect([answer.statusCode, answer.headers['content-encoding'], answer.headers['content-type']]).toEqual([
      200,
      encoding,
      'application/javascript; charset=utf-8',
    ])
    expect(open(answer.rawPayload).toString()).toBe(script)
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.byteLength)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
  })

  test('is not sent again to who has it, and each form has a mark of its own', async () => {
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(async (form) => (await ask('/assets/one-abc.js', { 'accept-encoding': form })).headers.etag))
    expect(new Set(tags).size).toBe(3)
    const again = await ask('/assets/one-abc.js', { 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('can be asked for by its head and by a part of it', async () => {
    const head = await ask('/assets/one-abc.js', { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-encoding']]).toEqual([200, '', 'br'])
    const whole = brotliCompressSync(script)
    expect(Number(head.headers['content-length'])).toBe(whole.byteLength)
    const part = await ask('/assets/one-abc.js', { 'accept-encoding': 'br', range: 'bytes=4-9' })
    expect([part.statusCode, part.headers['content-range'], part.headers['content-encoding']]).toEqual([206, `bytes 4-9/${whole.byteLength}`, 'br'])
    expect(part.rawPayload).toEqual(whole.subarray(4, 10))
  })

  test('without other forms, as pictures are, is served as it is', async () => {
    const answer = await ask('/assets/two-abc.png', { 'accept-encoding': 'br, gzip' })
    expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([200, undefined, 'a picture'])
  })

  test('has one address only', async () => {
    for (const url of ['/assets/one-abc.js.br', '/assets/one-abc.js.gz', '/index.html', '/assets/gone-abc.js'])
      expect((await ask(url)).statusCode, url).toBe(404)
  })
})

describe('a page', () => {
  test.each([
    ['/', 'site', "'self'"],
    ['/services?type=CLASS', 'site', "'self'"],
    ['/account', 'site', "'none'"],
    ['/embed/schedule?lang=de', 'site', '*'],
    ['/embed/service/yoga', 'site', '*'],
    ['/embed/account', 'site', "'self'"],
    ['/hosted/login?rs=1', 'hosted', "'none'"],
    ['/booking/abc', 'hosted', "'none'"],
    ['/dashboard', 'dashboard', "'none'"],
    ['/dashboard/members?tab=blocked', 'dashboard', "'none'"],
    ['/dashboards', 'site', "'self'"],
  ])('at %s is of the %s, with the facts of the site in it', async (url, app, framedBy) => {
    const answer = await ask(url, { accept: 'text/html' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, app === 'dashboard' ? 'no-store' : 'no-cache'])
    expect(answer.body).toContain(`<title>${app}</title>`)
    expect(answer.body).toContain(
      'id="site-facts">{"name":"\\u003c/script> & sons","language":"de","timeZone":"Europe/Berlin","website":{"design":{"font":"modern"}}}</script>',
    )
    expect(answer.headers['content-security-policy']).toContain(`frame-ancestors ${framedBy}`)
    expect(answer.headers['permissions-policy']).toContain('microphone=()')
    expect(answer.headers['cross-origin-opener-policy']).toBe(app === 'dashboard' ? 'same-origin-allow-popups' : undefined)
  })

  test('of the dashboard brings what it asks first in the name of its session, and nothing where there is none', async () => {
    const own = await ask('/dashboard', { accept: 'text/html', cookie: 'session=abc' })
    expect(own.body).toContain('id="first-replies">{"GET /api/me {}":{"cookie":"session=abc"}}</script>')
    expect((await ask('/dashboard', { accept: 'text/html' })).body).toContain('id="first-replies"></script>')
  })

  test.each([
    ['the address', '/plans?lang=en', 'de', 'en'],
    ['the browser', '/plans', 'it,en-GB;q=0.8', 'en'],
    ['the site', '/plans', 'it', 'de'],
    ['the site, on hosted pages', '/hosted/login', undefined, 'de'],
  ])('is in the language of %s, and preloads the files of no other', async (_name, url, language, expected) => {
    const { body } = await ask(url, { accept: 'text/html', ...(language && { 'accept-language': language }) })
    expect(body).toContain(`<html lang="${expected}"`)
    expect(body).toContain(`href="/assets/one-abc.${expected}.js"`)
  })

  test.each(['/', '/account', '/embed/services', '/hosted/captcha', '/hosted/login'])(
    'at %s runs the script that begins it, and no other within it',
    async (url) => {
      const policy = (await ask(url, { accept: 'text/html' })).headers['content-security-policy']
      expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(start).digest('base64')}'`)
      expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    },
  )

  test.each([
    ['br', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', 'gzip', gunzipSync],
    ['gzip for who refuses brotli', 'br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['as it is', 'identity', undefined, (body: Buffer) => body],
    ['as it is for who says nothing', '', undefined, (body: Buffer) => body],
  ])('goes out as %s', async (_name, accepts, encoding, open) => {
    const whole = (await ask('/', { accept: 'text/html' })).body
    const answer = await ask('/', { accept: 'text/html', ...(accepts && { 'accept-encoding': accepts }) })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-language, accept-encoding'])
    expect(open(answer.rawPayload).toString()).toBe(whole)
    expect(answer.rawPayload.byteLength < whole.length).toBe(encoding !== undefined)
  })

  test('is not what a program gets', async () => {
    expect((await ask('/services', { accept: 'application/json' })).json()).toEqual({ message: 'Not found.' })
  })

  test.each([[{ accept: '*/*' }], [{}]])('is what a monitor or a link preview gets that accepts anything: %j', async (headers) => {
    for (const [url, status] of [
      ['/', 200],
      ['/services?type=CLASS', 200],
      ['/dashboard/members', 200],
      ['/nothing', 404],
    ] as const) {
      const answer = await ask(url, headers)
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, status, 'text/html; charset=utf-8'])
    }
    expect((await ask('/old', headers)).headers.location).toBe('/new?a=1')
  })

  test('is not what a program gets that accepts anything but asks the API, or for a file', async () => {
    for (const url of ['/v1/nothing', '/api/nothing', '/_api/iam/nothing', '/ecom/v2/nothing', '/ecom/v2', '/assets/gone-abc.js', '/robots.txt'])
      expect((await ask(url, { accept: '*/*' })).json(), url).toEqual({ message: 'Not found.' })
    expect((await ask('/services', { accept: '*/*', authorization: 'a token' })).json()).toEqual({ message: 'Not found.' })
    expect((await ask('/services', { accept: 'application/json, text/plain, */*' })).json()).toEqual({ message: 'Not found.' })
  })

  test('brings the font of its site along; the dashboard has its own', async () => {
    const dressed = join(folder, 'dressed')
    mkdirSync(join(dressed, 'assets'), { recursive: true })
    for (const name of ['index', 'hosted', 'dashboard'])
      writeFileSync(join(dressed, `${name}.html`), page(name).replace('<title>', '<head><title>').replace('</title>', '</title></head>'))
    writeFileSync(join(dressed, 'look-fonts.json'), JSON.stringify({ modern: { css: '@font-face{}', preload: ['/assets/face.woff2'] } }))
    const server = await open(dressed)
    for (const [url, expected] of [
      ['/plans', true],
      ['/hosted/login', true],
      ['/embed/plans', true],
      ['/dashboard', false],
    ] as const) {
      const { body } = await server.inject({ url, headers: { accept: 'text/html' } })
      expect([url, body.includes('data-font="modern">@font-face{}'), body.includes('href="/assets/face.woff2"')]).toEqual([url, expected, expected])
    }
    await server.close()
  })

  test('is nowhere while nothing is built', async () => {
    const bare = await open(join(folder, 'nothing'))
    expect((await bare.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(404)
    await bare.close()
  })
})

describe('an address of the app', () => {
  test('is described in the page; what is for one person is kept from search engines', async () => {
    const accept = { accept: 'text/html' }
    const open = await ask('/described?public', accept)
    expect(open.body).toContain('<title>Slow yoga</title>')
    expect(open.body).toContain('<link rel="canonical" href="https://studio.example/described" />')
    expect([open.headers['x-robots-tag'], open.headers.vary]).toEqual([undefined, expect.stringContaining('accept-language')])
    expect((await ask('/described', accept)).headers['x-robots-tag']).toBe('noindex')
  })
  const html = { accept: 'text/html' }
  test('that is none answers 404 with the page, which says so', async () => {
    const answer = await ask('/nothing', html)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<title>site</title>')
    expect((await ask('/nothing', html, 'HEAD')).statusCode).toBe(404)
    expect((await ask('/services', html)).statusCode).toBe(200)
  })
  test('that has moved leads there', async () => {
    const answer = await ask('/old', html)
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/new?a=1'])
  })
  test('that opens something by itself is not in any listing', async () => {
    for (const url of ['/booking/token', '/visit/token', '/email-preferences/token', '/checkout/basket/token'])
      expect((await ask(url, html)).headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    expect((await ask('/services', html)).headers['x-robots-tag']).toBeUndefined()
  })
})

describe('a page that everyone may find', () => {
  /** Of a folder with a thread that renders all pages but those that say so. */
  const openRendered = async () => {
    const dist = mkdtempSync(join(tmpdir(), 'dist-'))
    mkdirSync(join(dist, 'web/assets'), { recursive: true })
    mkdirSync(join(dist, 'server/site'), { recursive: true })
    const html = page('site').replace(
      '<script type="application/json" id="site-facts">',
      '<div id="root"></div><script type="application/json" id="rendered-page"></script>$&',
    )
    for (const name of ['index', 'hosted', 'dashboard'])
      writeFileSync(
        join(dist, 'web', `${name}.html`),
        html.replace('<title>', '<head><link rel="modulepreload" href="/assets/app.js"><title>').replace('</title>', '</title></head><noscript>'),
      )
    writeFileSync(
      join(dist, 'server/site/page-worker.js'),
      `const { parentPort } = require('node:worker_threads')
      const rendered = { html: '<main>Rendered $& once</main>', style: ':root{--accent:red}', scheme: 'dark', data: '{"now":"</script>"}' }
      parentPort.on('message', ({ id, page: { url } }) => parentPort.postMessage(url.includes('broken') ? { id, error: 'A screen failed.' } : { id, rendered }))`,
    )
    const server = await open(join(dist, 'web'))
    onTestFinished(async () => {
      await server.close()
      rmSync(dist, { recursive: true })
    })
    return async (url: string) => (await server.inject({ url, headers: { accept: 'text/html' } })).body
  }

  test('comes rendered and dressed, with what it was rendered with; its scripts come after style and picture', async () => {
    const body = await (await openRendered())('/described?public')
    expect(body).toContain('<div id="root"><main>Rendered $& once</main></div>')
    expect(body).toContain('<style id="site-look">:root{--accent:red}</style>')
    expect(body).toMatch(/<html data-mantine-color-scheme="dark" data-business-zone="Europe\/Berlin" lang="de"/)
    expect(body).toContain('id="rendered-page">{"now":"\\u003c/script>"}</script>')
    expect(body).toContain('<link data-rel="modulepreload" href="/assets/app.js">')
    expect(body).not.toContain('Described without JavaScript')
  })

  test.each(['/described?public&broken', '/described', '/embed/schedule?public', '/described?public&preview=1', '/hosted/login'])(
    'is all that is rendered, and only where that works: %s is left to the browser',
    async (url) => {
      const body = await (await openRendered())(url)
      expect(body).toContain('<div id="root"></div>')
      expect(body).not.toContain('Rendered')
      if (url.startsWith('/described')) expect(body).toContain('Described without JavaScript')
    },
  )
})
