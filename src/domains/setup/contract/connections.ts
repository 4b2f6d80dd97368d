/** The mail server and the payment provider, connected from the dashboard. Source: guide pricing-plans §10.6. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const Source = Type.Enum(['ENVIRONMENT', 'DASHBOARD', 'NONE'])
const Text = Type.String()
const change = { access: { owner: 'any' }, permission: 'SITES.MANAGE', internal: true, work: 'own' } as const

const Connections = Type.Object({
  email: Type.Object({
    /** False at the first site when the environment sets it. */
    canChange: Type.Boolean(),
    /** ENVIRONMENT at another site: that of the server sends until the site connects its own. */
    source: Source,
    host: Type.Optional(Text),
    port: Type.Optional(Type.Integer()),
    security: Type.Optional(Type.Enum(['TLS', 'STARTTLS', 'NONE'])),
    user: Type.Optional(Text),
    from: Type.Optional(Text),
    /** Sealed credentials that this server cannot open: they have to be entered again. */
    isUnreadable: Type.Optional(Type.Boolean()),
  }),
  stripe: Type.Object({
    canChange: Type.Boolean(),
    source: Source,
    /** The last four characters of the secret key. */
    keyEnd: Type.Optional(Text),
    isTestKey: Type.Optional(Type.Boolean()),
    /** Where Stripe sends its events. */
    webhookUrl: Text,
    isUnreadable: Type.Optional(Type.Boolean()),
  }),
  /** Each site connects its own. */
  texts: Type.Object({
    isConnected: Type.Boolean(),
    account: Type.Optional(Text),
    /** E.164. */
    from: Type.Optional(Text),
    /** The address of the API. */
    baseUrl: Text,
    /** Where the provider sends answers and reports. */
    webhookUrl: Text,
    isUnreadable: Type.Optional(Type.Boolean()),
  }),
})
const Smtp = Type.Object({
  host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:-]+$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** TLS: from the first byte, mostly port 465; STARTTLS: after a greeting in clear, mostly port 587. */
  security: Type.Enum(['TLS', 'STARTTLS', 'NONE']),
  user: Type.String({ maxLength: 254 }),
  /** Absent: the one that is stored, if host and user stay. */
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /** The sender: `Studio <hello@studio.example>` or an address. */
  from: Type.String({ minLength: 3, maxLength: 320 }),
})
export type SmtpInput = Type.Static<typeof Smtp>
const Stripe = Type.Object({
  secretKey: Type.String({ minLength: 10, maxLength: 300, pattern: '^(sk|rk)_[A-Za-z0-9_]+$' }),
  webhookSecret: Type.String({ minLength: 10, maxLength: 300, pattern: '^whsec_[A-Za-z0-9_+/=]+$' }),
})
export type StripeInput = Type.Static<typeof Stripe>

const TextProvider = Type.Object({
  account: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }),
  /** Absent: the one that is stored, if account and address stay. */
  secret: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /** The number that texts come from, with its country code. */
  from: Type.String({ minLength: 3, maxLength: 40 }),
  /** The address of the API; absent: that of Twilio. */
  baseUrl: Type.Optional(Type.String({ maxLength: 300 })),
})
export type TextProviderInput = Type.Static<typeof TextProvider>

export const connectionsApi = operations({
  getConnections: {
    method: 'GET',
    path: '/api/connections',
    summary: 'Get how emails are sent and cards are charged',
    access: { owner: 'any' },
    permission: 'SITES.MANAGE',
    internal: true,
    work: 'read',
    reply: Connections,
    refuses: [],
  },
  connectSmtp: {
    method: 'PUT',
    path: '/api/connections/smtp',
    summary: 'Connect a mail server, after signing in to it',
    recentPassword: true,
    ...change,
    secret: true,
    body: Smtp,
    reply: Connections,
    refuses: ['CONNECTION_SET_BY_SERVER', 'MAIL_SERVER_REFUSED', 'PASSWORD_REQUIRED'],
  },
  disconnectSmtp: {
    method: 'DELETE',
    path: '/api/connections/smtp',
    summary: 'Disconnect the mail server',
    recentPassword: true,
    ...change,
    reply: Connections,
    refuses: ['CONNECTION_SET_BY_SERVER'],
  },
  sendTestEmail: {
    method: 'POST',
    path: '/api/connections/smtp/test',
    summary: 'Send a test email now',
    ...change,
    body: Type.Object({ to: Type.String({ format: 'email', maxLength: 254 }) }),
    reply: Type.Object({}),
    refuses: ['CONNECTION_SET_BY_SERVER', 'MAIL_SERVER_REFUSED', 'NO_MAIL_SERVER'],
  },
  connectStripe: {
    method: 'PUT',
    path: '/api/connections/stripe',
    summary: 'Connect Stripe, after asking it with the key',
    recentPassword: true,
    ...change,
    secret: true,
    body: Stripe,
    reply: Connections,
    refuses: ['CONNECTION_SET_BY_SERVER', 'STRIPE_REFUSED'],
  },
  disconnectStripe: {
    method: 'DELETE',
    path: '/api/connections/stripe',
    summary: 'Disconnect Stripe',
    recentPassword: true,
    ...change,
    reply: Connections,
    refuses: ['CONNECTION_SET_BY_SERVER'],
  },
  connectTexts: {
    method: 'PUT',
    path: '/api/connections/texts',
    summary: 'Connect a provider of text messages, after asking it for the account',
    recentPassword: true,
    ...change,
    secret: true,
    body: TextProvider,
    reply: Connections,
    refuses: ['TEXT_PROVIDER_REFUSED', 'TEXT_SECRET_REQUIRED'],
  },
  disconnectTexts: {
    method: 'DELETE',
    path: '/api/connections/texts',
    summary: 'Disconnect the provider of text messages',
    recentPassword: true,
    ...change,
    reply: Connections,
    refuses: [],
  },
  checkTexts: {
    method: 'POST',
    path: '/api/connections/texts/check',
    summary: 'Ask the provider of text messages for the account now',
    ...change,
    reply: Type.Object({}),
    refuses: ['TEXT_PROVIDER_REFUSED', 'NO_TEXT_PROVIDER'],
  },
  sendTestText: {
    method: 'POST',
    path: '/api/connections/texts/test',
    summary: 'Send a test text message now',
    ...change,
    body: Type.Object({ to: Type.String({ minLength: 3, maxLength: 40 }) }),
    reply: Type.Object({}),
    refuses: ['TEXT_PROVIDER_REFUSED', 'NO_TEXT_PROVIDER'],
  },
  checkStripe: {
    method: 'POST',
    path: '/api/connections/stripe/check',
    summary: 'Ask Stripe with the stored key now',
    ...change,
    reply: Type.Object({}),
    refuses: ['CONNECTION_SET_BY_SERVER', 'STRIPE_REFUSED', 'NO_STRIPE'],
  },
})
