/** Clients as storefronts make them; only the API hosts are rewritten to this server. */
import { randomBytes } from 'node:crypto'
import { availabilityCalendar, bookings, extendedBookings, services } from '@wix/bookings'
import { members } from '@wix/members'
import { orders, plans } from '@wix/pricing-plans'
import { redirects } from '@wix/redirects'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { openSampleDatabase } from '../sample-database.ts'
import { startTestServer } from '../test-server.ts'

export type SdkServer = Awaited<ReturnType<typeof startSdkServer>>

/** A listening server with the sample studio. `close` restores the global fetch. */
export async function startSdkServer() {
  const { open, site } = await openSampleDatabase('storefront')
  const server = await startTestServer(undefined, open)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const rewritten = url.replace(/^https:\/\/(www|edge)\.wixapis\.com/, base)
    return typeof input === 'object' && 'url' in input ? realFetch(new Request(rewritten, input), init) : realFetch(rewritten, init)
  }

  const storefront = () =>
    createClient({
      modules: { services, availabilityCalendar, bookings, extendedBookings, members, plans, orders, redirects },
      auth: OAuthStrategy({ clientId: site.clientId }),
    })
  return {
    server,
    site,
    base,
    storefront,
    ownerClient: () =>
      createClient({
        modules: { services, bookings, members, plans, orders, extendedBookings },
        auth: ApiKeyStrategy({ apiKey: site.apiKey, siteId: site.metaSiteId }),
      }),
    /** Signs up through the strategy and takes member tokens as an external login does, without a browser. */
    async signedUp(email = `sdk-${randomBytes(4).toString('hex')}@example.org`) {
      const client = storefront()
      const tokens = await client.auth.generateVisitorTokens()
      client.auth.setTokens(tokens)
      const state = await client.auth.register({ email, password: 'a calm long evening', profile: { firstName: 'Sda', lastName: 'Kit' } })
      if (state.loginState !== 'SUCCESS') throw new Error(`sign-up ended as ${state.loginState}`)
      const { identity } = await server.ok('POST', '/v2/login', {
        token: tokens.accessToken.value,
        body: { loginId: { email }, password: 'a calm long evening' },
      })
      const member = await server.ok('POST', '/oauth2/token', {
        headers: { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId },
        body: { grant_type: 'authorized_client', member_id: identity.id, scope: 'offline_access' },
      })
      client.auth.setTokens({
        accessToken: { value: member.access_token, expiresAt: Math.floor(Date.now() / 1000) + member.expires_in },
        refreshToken: { value: member.refresh_token, role: 'member' as never },
      })
      return { client, memberId: identity.id as string, email }
    },
    close: async () => {
      globalThis.fetch = realFetch
      await server.close()
    },
  }
}
