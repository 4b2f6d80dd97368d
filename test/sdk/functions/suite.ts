/** One server for all functions of the packages, and clients for everyone who may call them. */
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
  visitor(): Promise<Clients & { token: string }>
  member(email?: string): Promise<MemberClients>
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
  const studio = await createBookingStudio(server)
  const { site } = studio
  const recording = createRecording()
  const withToken = (role: 'member' | 'visitor', token: string) => {
    const auth = OAuthStrategy({ clientId: site.clientId })
    auth.setTokens(asTokens(token, role))
    return createClients(recording, role, auth)
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
    async close() {
      restore()
      await server.close()
    },
  }
}
