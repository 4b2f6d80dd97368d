/** The apps of the browser, the site, its hosted pages and the dashboard: their files, their pages, and who may frame them. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isHostedPath } from '../pure/hosted-path.ts'
import { dashboardLanguages, matchLanguage, matchLanguageAmong } from '../pure/languages.ts'
import { isPlainLook } from '../pure/plain-look.ts'
import { compressPage } from './compress-page.ts'
import { createFirstReplies, type PageCall, writeReplies } from './first-replies.ts'
import { readLookFonts, writeFonts } from './look-fonts.ts'
import { writeHead, type HeadTags } from './page-head.ts'
import { createPageRenderer, type PageRenderer } from './page-renderer.ts'
import type { RenderedPage } from './page-worker.ts'
import { findScreenFiles, preloadFiles, readScreenFiles } from './screen-files.ts'

const PAGE_HEADERS = {
  // Forms send to this server only, by script; what follows, back to a storefront or on to a pay page, is a navigation and no form.
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; frame-ancestors 'self'; object-src 'none'; base-uri 'none'; form-action 'self'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  // The camera reads codes at the check-in.
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), midi=(), serial=(), usb=()',
}
/** A page that another one opened, or that is opened from here, shares no window with the dashboard. */
const DASHBOARD_HEADERS = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }
/** The captchas of others run in a frame with a page of its own, so that no other page has to let their scripts in. */
const CAPTCHA_HOSTS = 'https://www.google.com https://www.gstatic.com https://hcaptcha.com https://*.hcaptcha.com https://challenges.cloudflare.com'
const CAPTCHA_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': `default-src 'self' ${CAPTCHA_HOSTS}; script-src 'self' ${CAPTCHA_HOSTS}; img-src 'self' data: https:; style-src 'self' 'unsafe-inline' https://*.hcaptcha.com; frame-ancestors 'self'; object-src 'none'; base-uri 'none'; form-action 'none'`,
}
/** Pages with forms must not be framed by other sites (clickjacking). */
const canBeFramed = (url: string): boolean => !/^\/(hosted|dashboard|setup|account|booking|visit|checkout)(\/|$|\?)/.test(url)
/** The URL itself is a credential: no referrer is sent, no search engine may index it. */
const hasSecret = (url: string): boolean => /^\/(booking|visit|email-preferences|checkout)\//.test(url)
const SECRET_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
/** The scripts that begin a page are written into it (`tools/texts-by-language.ts`): their hashes let them run, and no others. */
function allowScriptsWithin(html: string): (policy: string) => string {
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return (policy) => policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '))
}
/** Parts of the site that are made for frames of other websites: public facts, and links that open outside the frame. */
const isEmbedded = (url: string): boolean => /^\/embed\/(schedule|services|plans|service\/[^/]+)($|\?)/.test(url)
const framedBy = (ancestors: string): typeof PAGE_HEADERS => ({
  ...PAGE_HEADERS,
  'content-security-policy': PAGE_HEADERS['content-security-policy'].replace("frame-ancestors 'self'", `frame-ancestors ${ancestors}`),
})
function toFramingHeaders(url: string): typeof PAGE_HEADERS {
  if (/^\/hosted\/captcha(\?|$)/.test(url)) return CAPTCHA_HEADERS
  if (isEmbedded(url)) return framedBy('*')
  return canBeFramed(url) ? PAGE_HEADERS : framedBy("'none'")
}
const isDashboardPath = (url: string): boolean => /^\/dashboard(\/|$|\?)/.test(url)

/** Addresses of the API (`/v1/…`, `/_api/…`, `/ecom/v2/…`) and of files: an unknown one is answered with an error, never with a page. */
const isApiOrFile = (url: string): boolean => /^\/_?api(\/|$)|\/v\d+(\/|$)|\.\w{1,8}$/.test(url.split('?')[0] ?? '')
/**
 * Browsers ask for `text/html`. Monitors, link previews and command lines accept anything: they see what a browser would see, unless they
 * carry a token or ask for an address of the API.
 */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const accepted = headers.accept ?? '*/*'
  if (accepted.includes('text/html')) return true
  return /^\*\/\*(;|$)/.test(accepted) && headers.authorization === undefined && !isApiOrFile(url)
}

/** A page within a flow belongs to the site that the flow began at. */
const toFlowQuery = (url: string): { rs?: string } => {
  const rs = new URLSearchParams(url.split('?')[1] ?? '').get('rs')
  return rs ? { rs } : {}
}

function toPageHeaders(url: string, allowScripts: (policy: string) => string): Record<string, string> {
  const headers = toFramingHeaders(url)
  return {
    ...headers,
    'content-security-policy': allowScripts(headers['content-security-policy']),
    ...(hasSecret(url) && SECRET_HEADERS),
    ...(isDashboardPath(url) && DASHBOARD_HEADERS),
  }
}
interface BuiltPage {
  html: string
  /** Adds the scripts within it to a content security policy. */
  allowScripts: (policy: string) => string
}
function readBuilt(folder: string, name: string): BuiltPage {
  const html = readFileSync(join(folder, `${name}.html`), 'utf8')
  return { html, allowScripts: allowScriptsWithin(html) }
}
/** The thread that renders pages, from the folder of the apps. */
const PAGE_WORKER = '../server/site/page-worker.js'
/** What everyone may find and read is rendered here; frames of other websites and of the editor render their page themselves. */
const isRendered = (url: string, head: HeadTags | undefined): boolean => head?.canonical !== undefined && !/^\/embed\/|[?&]preview=/.test(url)
interface ResolvedPage {
  status: number
  location?: string
  head?: HeadTags
  firstCalls?: readonly PageCall[]
}
/** JSON within a page: no text of an owner ends the element. */
const fillElement = (html: string, id: string, json: string): string => html.replace(`id="${id}">`, () => `id="${id}">${json.replaceAll('<', '\\u003c')}`)
/**
 * The page with what was rendered of it, the colours of its site in the head. One script asks for the others once it is seen (`web/once-seen.ts`), another
 * compares the clock that it was rendered by with that of the visitor (`web/other-clock.ts`).
 */
const writeRendered = (html: string, { html: content, style, scheme, data }: RenderedPage, zone: string): string =>
  fillElement(html, 'rendered-page', data)
    .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`)
    .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
    .replace('</head>', () => `  <style id="site-look">${style}</style>\n  </head>`)
    .replace('<html ', () => `<html ${scheme ? `data-mantine-color-scheme="${scheme}" ` : ''}data-business-zone="${zone}" `)
/** The built page in a language that is known only now: its files are preloaded in it. */
const writeLanguage = (html: string, language: string): string =>
  html.replaceAll('%language%', language).replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
interface SiteFacts {
  clientId: string
  language?: string
  timeZone: string
  website?: { design: Parameters<typeof isPlainLook>[0] }
}
const isDesigned = (facts: SiteFacts | undefined): boolean => facts?.website !== undefined && !isPlainLook(facts.website.design)
/** The facts of the site of a page, as JSON too; undefined before the first site is set up. */
async function loadFacts(app: FastifyInstance, { url, host, ip }: FastifyRequest): Promise<{ facts: SiteFacts; json: string } | undefined> {
  const query = { ...toFlowQuery(url), path: url.split('?')[0] ?? '/' }
  const response = await app.inject({ url: '/api/site', query, headers: { host }, remoteAddress: ip })
  return response.statusCode === 200 ? { facts: response.json(), json: response.body } : undefined
}
/** The language of the address, else of the browser, else of the site; a choice on this device is known to the browser alone. */
function findLanguage({ url, headers }: FastifyRequest, facts: SiteFacts | undefined): string {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').get('lang')
  const accepted = [asked, headers['accept-language'], facts?.language]
  return (isDashboardPath(url) ? matchLanguageAmong(dashboardLanguages, ...accepted) : matchLanguage(...accepted)) ?? 'en'
}
/** The pages of the apps, from what the server itself answers about an address. */
function createPages(app: FastifyInstance, folder: string, renderer: PageRenderer) {
  const [site, hosted, dashboard] = [readBuilt(folder, 'index'), readBuilt(folder, 'hosted'), readBuilt(folder, 'dashboard')]
  const findBuilt = (url: string) => (isDashboardPath(url) ? dashboard : isHostedPath(url.split('?')[0] ?? '') ? hosted : site)
  const screens = readScreenFiles(folder)
  const fonts = readLookFonts(folder)
  const firstReplies = createFirstReplies(app)
  return {
    toHeaders: (url: string): Record<string, string> => toPageHeaders(url, findBuilt(url).allowScripts),
    /** The page with the facts of its site, and what guests see at first or the replies to its first calls in it: the browser draws at once, without asking first. */
    async renderPage(request: FastifyRequest, { head, firstCalls = [] }: ResolvedPage): Promise<string> {
      const { url, host, ip, headers } = request
      const isDashboard = isDashboardPath(url)
      const loaded = await loadFacts(app, request)
      const language = findLanguage(request, loaded?.facts)
      const built = preloadFiles(findBuilt(url).html, findScreenFiles(screens, url, !isDashboard && isDesigned(loaded?.facts)))
      const describe = (isReadable: boolean) => writeLanguage(head && !isDashboard ? writeHead(built, head, { isReadable }) : built, language)
      if (!loaded) return describe(false)
      const { facts, json } = loaded
      const reader = { host, ip, language }
      const ask = (calls: readonly PageCall[]) =>
        isDashboard ? firstReplies.askSignedIn(calls, { cookie: headers.cookie, reader }) : firstReplies.ask(calls, { clientId: facts.clientId, reader })
      const rendered = isRendered(url, head) && renderer.isBuilt ? await renderer.renderPage({ url, language, facts: json, firstCalls, ask }) : undefined
      const dressed = isDashboard ? describe(false) : writeFonts(describe(rendered !== undefined), fonts, facts.website?.design.font)
      const page = fillElement(dressed, 'site-facts', json)
      return rendered ? writeRendered(page, rendered, facts.timeZone) : fillElement(page, 'first-replies', writeReplies(await ask(firstCalls)))
    },
    /** Without an answer, as before the first site is set up, the app itself decides. */
    async resolvePage(request: FastifyRequest): Promise<ResolvedPage> {
      const { url } = request
      const language = request.headers['accept-language']
      const response = await app.inject({
        url: '/api/pages/resolve',
        query: { url, ...toFlowQuery(url) },
        headers: { host: request.host, ...(language ? { 'accept-language': language } : {}) },
        remoteAddress: request.ip,
      })
      return response.statusCode === 200 ? response.json() : { status: 200 }
    },
  }
}

/** One route for all files: a route for each of hundreds takes a third of the time to start. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, { root, serve: false, maxAge: '365d', immutable: true, preCompressed: true })
  const served = new Set(readdirSync(root).filter((name) => !/\.(br|gz|html)$/.test(name)))
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*']
    return served.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}

/**
 * Serves the built apps in `folder`: files under their hashed names for ever, in the brotli or gzip form that lies beside
 * them, and for every address of the app its page, or where it has gone; an address that is none answers 404 with the page,
 * which says so. Whatever else is not found goes to `otherwise`; so does all of it where nothing was built.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, fallback }: { folder: string; fallback: (request: FastifyRequest, reply: FastifyReply) => unknown },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(fallback)
    return
  }
  await serveFiles(app, join(folder, 'assets'))
  const renderer = createPageRenderer({
    thread: join(folder, PAGE_WORKER),
    warn: (error, url) => app.log.warn({ err: error, url }, 'a page could not be rendered on the server'),
  })
  app.addHook('onClose', renderer.end)
  const { renderPage, resolvePage, toHeaders } = createPages(app, folder, renderer)
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return fallback(request, reply)
    const resolved = await resolvePage(request)
    const { status, location, head } = resolved
    if (location) return reply.code(status).header('cache-control', 'no-cache').header('location', location).send()
    const { body, encoding } = await compressPage(await renderPage(request, resolved), request.headers['accept-encoding'])
    return (
      reply
        .code(status)
        .headers({
          ...toHeaders(request.url),
          ...(head && !head.canonical && { 'x-robots-tag': 'noindex' }),
          ...(encoding && { 'content-encoding': encoding }),
        })
        // What it was asked for in someone's name is kept nowhere.
        .header('cache-control', isDashboardPath(request.url) ? 'no-store' : 'no-cache')
        .header('vary', 'accept-language, accept-encoding')
        .type('text/html; charset=utf-8')
        .send(body)
    )
  })
}
