/** Another identity provider: a real OpenID Connect server, which signs in the person it is given without asking. */
import { createServer, type Server } from 'node:http'
import Provider from 'oidc-provider'

export interface OpenIdPerson {
  sub: string
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
}
export interface OpenIdProvider {
  issuer: string
  /** Who is there; may be changed between two sign-ins. */
  person: OpenIdPerson
  close(): Promise<void>
}
/** Knows one client (`atrium`, secret `shh`) that may be answered at `redirectUri`. */
export async function startOpenIdProvider(redirectUri: string, person: OpenIdPerson): Promise<OpenIdProvider> {
  const server: Server = createServer()
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const stub: OpenIdProvider = {
    issuer,
    person,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'atrium', client_secret: 'shh', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['k'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ ...stub.person, sub: id }) }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ accountId: ctx.oidc.session?.accountId ?? '', clientId: 'atrium' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void provider.interactionFinished(request, response, { login: { accountId: stub.person.sub } })
    else void callback(request, response)
  })
  return stub
}
