/** Other calendars, as one stand-in: published iCalendar addresses, a CalDAV server with one user, and an OAuth provider with the calls of Google and Microsoft. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const USER = 'tess@example.org'
const PASSWORD = 'app password'

export interface CalendarServer {
  origin: string
  user: string
  /** Path → the text of a published calendar, or how it fails. */
  links: Map<string, string | number | { redirect: string }>
  password: string
  /** Where the CalDAV server says that the user's calendars are. */
  home: string
  /** The events of the CalDAV user's calendar, by their file name. */
  events: Map<string, string>
  /** The events of the OAuth user's calendar, by id. */
  items: Map<string, Record<string, unknown>>
  /** The secret of the app that the OAuth provider knows. */
  clientSecret: string
  /** The events of a second calendar of both users; undefined: they have one. */
  second: { events: Map<string, string>; items: Map<string, Record<string, unknown>> } | undefined
  /** Raised by every write, and by a test that changes events: what sync tokens and ctags are made of. */
  version: number
  /** The sync tokens that the OAuth provider gave out are too old. */
  forgetsTokens: boolean
  /** What the OAuth provider answers instead of tokens. */
  tokenFailure: { status: number; body: string } | undefined
  /** The consent of the OAuth user stands. */
  isGranted: boolean
  /** Every request: `GET /link.ics 200`. */
  log: string[]
  /** How many of the next writes are answered only after they were carried out, with an error. */
  losesAnswers: number
  close(): Promise<void>
}

const xml = (response: ServerResponse, body: string) =>
  response
    .writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
    .end(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">${body}</d:multistatus>`,
    )
const found = (href: string, props: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
const escape = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

class StandIn implements CalendarServer {
  origin = ''
  user = USER
  links = new Map<string, string | number | { redirect: string }>()
  password = PASSWORD
  home = '/dav/home/'
  events = new Map<string, string>()
  items = new Map<string, Record<string, unknown>>()
  clientSecret = 'shh'
  tokenFailure: { status: number; body: string } | undefined = undefined
  isGranted = true
  second: CalendarServer['second'] = undefined
  forgetsTokens = false
  log: string[] = []
  losesAnswers = 0
  version = 1
  readonly server = createServer((request, response) => {
    response.once('finish', () => this.log.push(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode}`))
    void readText(request).then((body) => this.answer(request, response, body))
  })
  close = () =>
    new Promise<void>((done) => {
      this.server.closeAllConnections()
      this.server.close(() => done())
    })

  private answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const url = new URL(request.url ?? '/', this.origin)
    if (url.pathname.startsWith('/dav')) return this.dav(request, response, url.pathname, body)
    if (url.pathname === '/token') return this.token(response, new URLSearchParams(body))
    if (url.pathname.startsWith('/graph')) return this.graph(request, response, url.pathname, body)
    if (url.pathname.startsWith('/api')) return this.api(request, response, url, body)
    return this.link(request, response, url.pathname)
  }

  private link(request: IncomingMessage, response: ServerResponse, path: string): void {
    const content = this.links.get(path) ?? 404
    if (typeof content === 'number') return void response.writeHead(content).end()
    if (typeof content === 'object') return void response.writeHead(302, { location: content.redirect }).end()
    const etag = `"${content.length}-${content.slice(-200).length}-${Buffer.from(content).subarray(0, 2000).toString('hex').length}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    response.writeHead(200, { 'content-type': 'text/calendar', etag }).end(content)
  }

  private dav(request: IncomingMessage, response: ServerResponse, path: string, body: string): void {
    const sent = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    if (sent !== `${this.user}:${this.password}`) return void response.writeHead(401).end()
    if (path.endsWith('.ics')) return this.davFile(request, response, path.split('/').at(-1) ?? '', body)
    if (request.method === 'REPORT')
      return void xml(
        response,
        [...(path.includes('/second') ? (this.second?.events ?? []) : this.events)]
          .map(([name, text]) => found(`${path}${name}`, `<d:getetag>"${text.length}"</d:getetag><c:calendar-data>${escape(text)}</c:calendar-data>`))
          .join(''),
      )
    if (body.includes('current-user-principal'))
      return void xml(response, found(path, '<d:current-user-principal><d:href>/dav/me/</d:href></d:current-user-principal>'))
    if (body.includes('calendar-home-set'))
      return void xml(response, found('/dav/me/', `<c:calendar-home-set><d:href>${this.home}</d:href></c:calendar-home-set>`))
    const toCalendar = (name: string, at: string) =>
      found(
        `/dav/home/${at}/`,
        `<d:displayname>${name}</d:displayname><cs:getctag>v${this.version}</cs:getctag><d:sync-token>sync-${this.version}</d:sync-token><d:resourcetype><d:collection/><c:calendar/></d:resourcetype><c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>`,
      )
    const home = found('/dav/home/', '<d:resourcetype><d:collection/></d:resourcetype>')
    xml(response, home + toCalendar('Main', 'main') + (this.second ? toCalendar('Second', 'second') : ''))
  }
  private davFile(request: IncomingMessage, response: ServerResponse, name: string, body: string): void {
    this.version++
    if (request.method === 'DELETE') return void response.writeHead(this.events.delete(name) ? 204 : 404).end()
    this.events.set(name, body)
    this.confirm(response, 201, '')
  }

  private token(response: ServerResponse, form: URLSearchParams): void {
    const json = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (this.tokenFailure) return void response.writeHead(this.tokenFailure.status).end(this.tokenFailure.body)
    // As Google and Microsoft answer: wrong keys with 401, an app that is not theirs with 400.
    if (form.get('client_id') !== 'atrium') return void json(400, { error: 'unauthorized_client', error_description: 'AADSTS700016' })
    if (form.get('client_secret') !== this.clientSecret) return void json(401, { error: 'invalid_client', error_description: 'Unauthorized' })
    if (!this.isGranted || (form.get('code') ?? form.get('refresh_token')) !== 'granted') return void json(400, { error: 'invalid_grant' })
    json(200, { access_token: 'access', refresh_token: 'granted' })
  }

  private api(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL, body: string): void {
    const json = (status: number, value: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.headers.authorization !== 'Bearer access') return void json(401, {})
    const second = this.second ? [{ id: 'second', summary: 'Second', accessRole: 'reader' }] : []
    if (pathname.endsWith('/calendarList'))
      return void json(200, { items: [{ id: this.user, summary: 'Tess', primary: true, accessRole: 'owner' }, ...second] })
    const id = /events\/(.+)$/.exec(pathname)?.[1]
    if (request.method === 'GET') {
      const token = searchParams.get('syncToken')
      if (token !== null && this.forgetsTokens) return void json(410, { error: { code: 410 } })
      const items = [...(pathname.includes('/calendars/second/') ? (this.second?.items ?? this.items) : this.items).values()]
      // What was removed is told to those who ask by token.
      const found = token === null ? items : token === `s${this.version}` ? [] : [...items, { id: 'removed', status: 'cancelled' }]
      return void json(200, { items: found, nextSyncToken: `s${this.version}` })
    }
    this.version++
    if (request.method === 'DELETE') return void response.writeHead(this.items.delete(id ?? '') ? 204 : 410).end()
    const event = JSON.parse(body) as Record<string, unknown>
    const key = id ?? String(event.id)
    if (event.id !== undefined && event.iCalUID !== undefined) return void json(400, {})
    if (!id && this.items.has(key)) return void json(409, {})
    this.items.set(key, { iCalUID: `${key}@google.com`, ...this.items.get(key), ...event })
    this.confirm(response, 200, JSON.stringify(event))
  }
  /** Microsoft Graph: an event is created once for each transactionId, and its id is the server's. */
  private graph(request: IncomingMessage, response: ServerResponse, pathname: string, body: string): void {
    const json = (status: number, value: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.headers.authorization !== 'Bearer access') return void json(401, {})
    if (pathname.endsWith('/me')) return void json(200, { mail: this.user })
    const second = this.second ? [{ id: 'second', name: 'Second', canEdit: false }] : []
    if (pathname.endsWith('/me/calendars'))
      return void json(200, { value: [{ id: 'main', name: 'Calendar', isDefaultCalendar: true, canEdit: true }, ...second] })
    if (pathname.endsWith('/second/calendarView')) return void json(200, { value: [...(this.second?.items ?? this.items).values()] })
    if (pathname.endsWith('/calendarView')) return void json(200, { value: [...this.items.values()] })
    const id = /\/me\/events\/(.+)$/.exec(pathname)?.[1]
    if (request.method === 'DELETE') return void response.writeHead(this.items.delete(id ?? '') ? 204 : 404).end()
    const event = JSON.parse(body) as Record<string, unknown>
    const known = [...this.items].find(([, one]) => event.transactionId !== undefined && one.transactionId === event.transactionId)
    if (known) return void json(201, known[1])
    const key = id ?? `graph-${this.items.size + 1}`
    this.items.set(key, { ...this.items.get(key), ...event, id: key })
    this.confirm(response, id ? 200 : 201, JSON.stringify(this.items.get(key)))
  }
  /** Answers that it was done, or loses the answer. */
  private confirm(response: ServerResponse, status: number, body: string): void {
    if (this.losesAnswers > 0) {
      this.losesAnswers--
      return void response.writeHead(500).end()
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
}

export async function startCalendarServer(): Promise<CalendarServer> {
  const standIn = new StandIn()
  await new Promise<void>((ready) => void standIn.server.listen(0, '127.0.0.1', ready))
  const address = standIn.server.address()
  standIn.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return standIn
}

/** One event in a file. */
export const toCalendarFile = (...events: string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${events.map((body, at) => `BEGIN:VEVENT\r\nUID:event-${at}@elsewhere.example\r\nDTSTAMP:20270101T000000Z\r\n${body.replaceAll('\n', '\r\n')}\r\nEND:VEVENT\r\n`).join('')}END:VCALENDAR\r\n`

/** The keys with which the server asks the stand-in in place of Google and Microsoft. */
export function toOAuthApps({ origin }: Pick<CalendarServer, 'origin'>) {
  const toApp = (api: string) => ({
    clientId: 'atrium',
    clientSecret: 'shh',
    authorizeUrl: `${origin}/consent`,
    tokenUrl: `${origin}/token`,
    apiUrl: origin + api,
  })
  return { GOOGLE: toApp('/api'), MICROSOFT: toApp('/graph') }
}
