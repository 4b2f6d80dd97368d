/** One server for all functions of the packages, and clients for everyone who may call them. */
import { createServer } from 'node:http'
import { ApiKeyStrategy, OAuthStrategy } from '@wix/sdk'
import { createBookingStudio, type BookingStudio } from '../../factories/booking-studio.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test-server.ts'
import { createRecordedClient, createRecording, type packages, type PackageName, type Recording, type Role } from './recorder.ts'

/** The modules of every package, as one client uses them. */
export interface Clients {
  bookings: (typeof packages)['@wix/bookings']
  members: (typeof packages)['@wix/members']
  plans: (typeof packages)['@wix/pricing-plans']
  identity: (typeof packages)['@wix/identity']
  redirects: (typeof packages)['@wix/redirects']
}
export interface MemberClients extends Clients {
  memberId: string
  email: string
  token: string
}
export interface Suite {
  server: TestServer
  recording: Recording
  /** A studio with one teacher; its clock stands on 1 May 2027. */
  studio: BookingStudio
  site: TestSite
  owner: Clients
  visitor(): Promise<Clients & { token: string; auth: unknown }>
  member(email?: string): Promise<MemberClients>
  /** The bodies of all webhooks of the site. */
  takeWebhooks(): Promise<readonly string[]>
  close(): Promise<void>
}

const names = {
  bookings: '@wix/bookings',
  members: '@wix/members',
  plans: '@wix/pricing-plans',
  identity: '@wix/identity',
  redirects: '@wix/redirects',
} as const satisfies Record<keyof Clients, PackageName>

export function createClients(recording: Recording, role: Role, auth: unknown): Clients {
  const entries = Object.entries(names).map(([short, name]) => [short, createRecordedClient(recording, name, { auth: auth as never, role })])
  return Object.fromEntries(entries) as Clients
}

/** Calls a function by its name, `@wix/members badges.getBadge`; builders of queries are asked. */
export async function callByName(clients: Clients, name: string, args: readonly unknown[]): Promise<unknown> {
  const [packageName, path = ''] = name.split(' ')
  const [module = '', fn = ''] = path.split('.')
  const short = (Object.keys(names) as (keyof Clients)[]).find((key) => names[key] === packageName)
  const call = short && (clients[short] as unknown as Record<string, Record<string, (...args: readonly unknown[]) => unknown>>)[module]?.[fn]
  if (!call) throw new Error(`${name} is not exported`)
  const result = call(...args)
  return result instanceof Promise ? await result : await (result as { find(): Promise<unknown> }).find()
}

/** Calls of the packages come to this server instead of the hosts that they name; answers how to end that. */
export function redirectFetch(base: string): () => void {
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const rewritten = url.replace(/^https:\/\/(www|edge)\.wixapis\.com/, base)
    return typeof input === 'object' && 'url' in input ? realFetch(new Request(rewritten, input), init) : realFetch(rewritten, init)
  }
  return () => {
    globalThis.fetch = realFetch
  }
}

/** Takes every webhook. */
async function startReceiver() {
  const bodies: string[] = []
  const listening = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready))
  const address = listening.address()
  return { bodies, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`, close: () => listening.close() }
}

const asTokens = (token: string, role: 'member' | 'visitor') => ({
  accessToken: { value: token, expiresAt: 9_999_999_999 },
  refreshToken: { value: '', role: role as never },
})

export async function startSuite(): Promise<Suite> {
  const server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const restore = redirectFetch(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  const studio = await createBookingStudio(server, { webhookKey: true })
  const { site } = studio
  const recording = createRecording()
  const receiver = await startReceiver()
  await server.ok('POST', '/_test/webhooks/subscribe', { body: { metaSiteId: site.metaSiteId, url: receiver.url } })
  const withToken = (role: 'member' | 'visitor', token: string) => {
    const auth = OAuthStrategy({ clientId: site.clientId })
    auth.setTokens(asTokens(token, role))
    return { ...createClients(recording, role, auth), auth }
  }
  return {
    server,
    recording,
    studio,
    site,
    owner: createClients(recording, 'owner', ApiKeyStrategy({ apiKey: site.apiKey, siteId: site.metaSiteId })),
    async visitor() {
      const token = await server.visitorToken(site)
      return { ...withToken('visitor', token), token }
    },
    async member(email) {
      const { token, memberId, email: address } = await server.registerMember(site, email)
      return { ...withToken('member', token), memberId, email: address, token }
    },
    async takeWebhooks() {
      // Some of them were written while the clock stood in June.
      server.freezeClock('2027-06-20T10:00:00Z')
      await server.ok('POST', '/_test/run', {})
      return receiver.bodies
    },
    async close() {
      restore()
      receiver.close()
      await server.close()
    },
  }
}
