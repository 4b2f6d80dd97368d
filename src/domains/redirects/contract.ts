/** Redirect sessions: from a storefront to our own pages and back. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { MaybeText } from '#kit/api/wire.ts'

const Text = Type.String()
const Maybe = Type.Optional(Type.String())
const Anything = Type.Unknown()
const Tokens = Type.Union([Type.Object({ access_token: Text, token_type: Text, expires_in: Type.Number(), refresh_token: Text }), Type.Null()])

/** What a hosted page reads of the intent's payload. */
const HostedPayload = Type.Object({
  planId: Maybe,
  timezone: Maybe,
  checkoutId: Maybe,
  checkoutData: Maybe,
  resourceId: Maybe,
  slotAvailability: Type.Optional(
    Type.Object({
      slot: Type.Object({
        serviceId: Maybe,
        scheduleId: Maybe,
        sessionId: Maybe,
        eventId: Maybe,
        startDate: Maybe,
        endDate: Maybe,
        timezone: Maybe,
        resource: Type.Optional(Type.Object({ id: Maybe, name: Maybe })),
        location: Type.Optional(Type.Record(Text, Anything)),
      }),
    }),
  ),
})

export const redirectsApi = operations({
  createRedirectSession: {
    method: 'POST',
    path: '/v1/redirect-session',
    summary: 'Get a browser address for one of our pages',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'WIX_HEADLESS.WIX_URL_CREATE',
    body: Anything,
    reply: Type.Object({
      redirectSession: Type.Object({
        id: Text,
        fullUrl: Text,
        urlDetails: Type.Object({ endpoint: Text, searchParams: Type.Record(Type.String(), Type.String()) }),
        /** Keeps the visitor's identity on our page; part of `fullUrl`. Null where the page needs none. */
        sessionToken: MaybeText,
        shortUrl: Text,
      }),
    }),
    refuses: ['REDIRECT_DOMAIN_NOT_ALLOWED', 'UNSUPPORTED_REDIRECT_INTENT'],
  },
  authorize: {
    method: 'GET',
    path: '/_api/oauth2/authorize',
    summary: 'A code for the signed-in member, else the login page',
    access: 'anyone',
    query: Anything,
    reply: Anything,
    refuses: [],
    raw: true,
  },
  logout: {
    method: 'GET',
    path: '/v1/logout',
    summary: 'Sign out and go on',
    access: 'anyone',
    query: Type.Object({ clientId: Maybe, postLogoutRedirectUri: Maybe, rs: Maybe }),
    reply: Anything,
    refuses: [],
    raw: true,
  },
  enter: {
    method: 'GET',
    path: '/_api/redirects-api/v1/enter',
    summary: 'Begin a flow in this browser',
    access: 'anyone',
    query: Type.Object({ rs: Maybe, t: Maybe }),
    reply: Anything,
    refuses: [],
    raw: true,
  },
  enterShort: {
    method: 'GET',
    path: '/r/{code}',
    summary: 'Begin a flow by its short address',
    access: 'anyone',
    params: Type.Object({ code: Text }),
    reply: Anything,
    refuses: [],
    raw: true,
  },
  getHostedFlow: {
    method: 'GET',
    path: '/api/hosted/flow',
    summary: 'What a hosted page is about',
    access: 'anyone',
    internal: true,
    query: Type.Object({ rs: Maybe }),
    reply: Type.Object({
      intent: MaybeText,
      payload: HostedPayload,
      callbacks: Type.Record(Type.String(), Type.String()),
      preferences: Anything,
      clientId: Text,
      appName: Text,
      siteId: Text,
      member: Type.Union([Type.Object({ id: Text, email: Text, nickname: Text }), Type.Null()]),
      accessToken: Maybe,
      /** Opens the pay page of the flow's checkout. */
      payToken: Maybe,
    }),
    refuses: ['REDIRECT_SESSION_EXPIRED'],
    work: 'own',
  },
  startHostedSession: {
    method: 'POST',
    path: '/api/hosted/session',
    summary: 'Sign in on our own pages with a session token',
    access: 'anyone',
    internal: true,
    body: Type.Object({ sessionToken: Type.String({ maxLength: 1000 }), rs: Maybe }),
    reply: Type.Object({ continueTo: Text, redirectTo: Text, tokens: Tokens }),
    refuses: ['INVALID_SESSION_TOKEN'],
  },
  getHostedTokens: {
    method: 'POST',
    path: '/api/hosted/tokens',
    summary: 'Tokens for the member signed in on our own pages',
    access: 'anyone',
    internal: true,
    body: Type.Object({ rs: Maybe }),
    /** Where the flow continues. */
    reply: Type.Object({ tokens: Tokens, continueTo: Text }),
    refuses: [],
  },
  getReturnAddress: {
    method: 'GET',
    path: '/api/hosted/return',
    summary: 'Where a flow leads back to',
    access: 'anyone',
    internal: true,
    query: Type.Object({
      rs: Maybe,
      outcome: Type.Union(
        [
          Type.Literal('success'),
          Type.Literal('abandoned'),
          Type.Literal('cancel'),
          Type.Literal('login'),
          Type.Literal('planList'),
          Type.Literal('serviceList'),
          Type.Literal('cart'),
        ],
        { default: 'abandoned' },
      ),
      planOrderId: Maybe,
      bookingId: Maybe,
      multiServiceBookingId: Maybe,
      orderId: Maybe,
      returnUrl: Maybe,
      planIds: Maybe,
      checkoutData: Maybe,
    }),
    reply: Type.Object({ url: MaybeText, postFlowUrl: MaybeText }),
    refuses: ['REDIRECT_SESSION_EXPIRED', 'REDIRECT_DOMAIN_NOT_ALLOWED'],
    work: 'read',
    raw: true,
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const redirectsContract = { redirects: redirectsApi }
