/** Setting the server up, its sites and their settings. */
import { connectionsApi } from './contract/connections.ts'
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { PublicPage, PublicWebsite } from '#domains/website/contract.ts'
import { MaybeText } from '#kit/api/wire.ts'

const PublicSite = Type.Object({
  siteId: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  accent: Type.String(),
  timeZone: Type.String(),
  currency: Type.String(),
  language: Type.String(),
  weekStartsOn: Type.Integer(),
  clientId: Type.String(),
  testPayments: Type.Boolean(),
  /** Where the card is entered: on our page (test payments), on the provider's, or nowhere. */
  paymentPage: Type.Enum(['own', 'hosted', 'none']),
  /** The tax of new plans and bookings, where the site has one; `rate` in percent. */
  tax: Type.Optional(Type.Object({ name: Type.String(), rate: Type.String(), includedInPrice: Type.Boolean() })),
  address: Type.Optional(
    Type.Object({
      line: Type.String(),
      city: Type.String(),
      postalCode: Type.String(),
      country: Type.String(),
      /** The state, where tax goes by it. */
      subdivision: Type.Optional(Type.String()),
      phone: Type.String(),
      email: Type.String(),
    }),
  ),
  /** Who may see the members: no one, members, or everyone. */
  community: Type.Enum(['NO_ONE', 'MEMBERS', 'ALL']),
  openingHours: Type.Optional(Type.Array(Type.Object({ day: Type.Integer(), from: Type.String(), to: Type.String() }))),
  /** Customers can ask for text messages. */
  textMessages: Type.Optional(Type.Boolean()),
  /** Several services in one visit are not taken. */
  isOneServicePerVisit: Type.Optional(Type.Boolean()),
  /** Absent: customers may choose who gives an appointment. */
  staffSelection: Type.Optional(Type.Enum(['CUSTOMER_MUST_CHOOSE', 'CUSTOMER_CANNOT_CHOOSE'])),
  /** Absent: times are shown in the zone of the business until the customer switches. */
  timeZoneDisplay: Type.Optional(Type.Object({ basedOn: Type.Enum(['BUSINESS_TIME_ZONE', 'CUSTOMER_TIME_ZONE']), canChange: Type.Boolean() })),
  /** Look and menu that the owner published; absent while the site is as it came. */
  website: Type.Optional(PublicWebsite),
  /** The owner's page at the path that was asked for. */
  page: Type.Optional(PublicPage),
})
/** `used` is absent for what is of the moment alone. */
const LimitUse = Type.Object({ limit: Type.Enum(['members', 'pictureBytes', 'requestsPerMinute']), allowed: Type.Number(), used: Type.Optional(Type.Number()) })
const SiteSettings = Type.Object({
  ...PublicSite.properties,
  /** Links use `main`. `isFixed`: set by PUBLIC_URL; `isUnset`: set neither by PUBLIC_URL nor by the owner. */
  addresses: Type.Object({
    main: Type.String(),
    others: Type.Array(Type.String()),
    /** Those of `others` that are not served and have no links. Without `problem` they wait for their first check. */
    unchecked: Type.Array(Type.Object({ address: Type.String(), problem: Type.Optional(Type.Enum(['NOT_CALLED', 'UNREACHABLE', 'OTHER_SERVER', 'TAKEN'])) })),
    isFixed: Type.Boolean(),
    isUnset: Type.Boolean(),
  }),
  /** What the operator of the server allows this site; absent without limits. */
  limits: Type.Optional(Type.Array(LimitUse)),
})
const SiteSettingsBody = Type.Object({
  /** Where links in emails lead, such as https://studio.example. */
  siteAddress: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  /** Every other address under which the site is reached. */
  otherAddresses: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  tagline: Type.Optional(Type.String({ maxLength: 200 })),
  accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  timeZone: Type.Optional(Type.String({ maxLength: 60 })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  weekStartsOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
  address: Type.Optional(
    Type.Object({
      line: Type.String({ maxLength: 200 }),
      city: Type.String({ maxLength: 100 }),
      postalCode: Type.String({ maxLength: 20 }),
      country: Type.String({ maxLength: 100 }),
      subdivision: Type.Optional(Type.String({ maxLength: 100 })),
      phone: Type.String({ maxLength: 50 }),
      email: Type.String({ maxLength: 254 }),
    }),
  ),
})

export const setupApi = operations({
  getSite: {
    method: 'GET',
    path: '/api/site',
    summary: 'Get name, look and time zone of the site, for its own pages',
    access: 'anyone',
    internal: true,
    work: 'read',
    /** `rs`: the redirect session whose site it is; `path`: the page to read along with it. */
    query: Type.Object({ rs: Type.Optional(Type.String({ maxLength: 100 })), path: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: PublicSite,
    refuses: [],
  },
  getSetup: {
    method: 'GET',
    path: '/api/setup',
    summary: 'Whether the first-run setup is still to be done',
    access: 'anyone',
    internal: true,
    work: 'read',
    /** `address`: PUBLIC_URL; null: the owner chooses it. */
    reply: Type.Object({ needed: Type.Boolean(), address: MaybeText }),
    refuses: [],
  },
  setUp: {
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the owner account and the site, once',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({
      ownerName: Type.String({ minLength: 1, maxLength: 100 }),
      email: Type.String({ format: 'email', maxLength: 254 }),
      password: Type.String({ minLength: 8, maxLength: 128 }),
      siteName: Type.String({ minLength: 1, maxLength: 100 }),
      timeZone: Type.String({ maxLength: 60 }),
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      weekStartsOn: Type.Integer({ minimum: 0, maximum: 6 }),
      language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
      /** What the site begins with: nothing, or a sample; `true` is the studio. */
      sample: Type.Union([Type.Boolean(), Type.Enum(['studio', 'practice'])]),
      /** From the printed setup link. */
      token: Type.Optional(Type.String({ maxLength: 200 })),
      /** Address of the site, such as https://studio.example; links in emails lead there. */
      siteAddress: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    reply: Type.Object({ siteId: Type.String() }),
    refuses: ['ALREADY_SET_UP', 'SETUP_CODE_INVALID', 'ADDRESS_TAKEN', 'ADDRESS_FIXED'],
  },
  addSite: {
    method: 'POST',
    path: '/api/sites',
    summary: 'Create another site on the same account',
    access: { owner: 'any' },
    permission: 'SITES.MANAGE',
    internal: true,
    work: 'own',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      timeZone: Type.String({ maxLength: 60 }),
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      weekStartsOn: Type.Integer({ minimum: 0, maximum: 6, default: 1 }),
      /** Address of the new site; links in emails lead there. */
      siteAddress: Type.String({ minLength: 1, maxLength: 300 }),
    }),
    reply: Type.Object({ siteId: Type.String(), clientId: Type.String() }),
    refuses: ['ADDRESS_TAKEN', 'ADDRESS_FIXED'],
  },
  getSiteSettings: {
    method: 'GET',
    path: '/api/site-settings',
    summary: 'Get the settings of the site',
    access: { owner: 'any' },
    needsNoPermission: true,
    internal: true,
    work: 'read',
    reply: SiteSettings,
    refuses: [],
  },
  updateSiteSettings: {
    method: 'PATCH',
    path: '/api/site-settings',
    summary: 'Update name, look, time zone, currency or first day of the week',
    recentPassword: ['siteAddress', 'otherAddresses'],
    access: { owner: 'any' },
    permission: 'SITES.MANAGE',
    internal: true,
    body: SiteSettingsBody,
    reply: SiteSettings,
    refuses: ['ADDRESS_TAKEN', 'ADDRESS_FIXED', 'ADDRESS_NOT_CHECKED'],
  },
  checkSiteAddress: {
    method: 'POST',
    path: '/api/site-settings/check-address',
    summary: 'Check that an address of the site leads to this server',
    access: { owner: 'any' },
    permission: 'SITES.MANAGE',
    internal: true,
    work: 'own',
    body: Type.Object({ address: Type.String({ minLength: 1, maxLength: 300 }) }),
    reply: SiteSettings,
    refuses: ['NOT_FOUND', 'THROTTLED_FEATURE'],
  },
  previewTimeZone: {
    method: 'GET',
    path: '/api/time-zone-preview',
    summary: 'Preview a change of the time zone: who would be affected',
    access: { owner: 'any' },
    permission: 'SITES.MANAGE',
    internal: true,
    work: 'read',
    query: Type.Object({ timeZone: Type.String({ maxLength: 60 }) }),
    reply: Type.Object({
      /** The next five booked sessions that would move. */
      sessions: Type.Array(Type.Object({ title: Type.String(), start: Type.String(), newStart: Type.String(), people: Type.Integer() })),
      sessionCount: Type.Integer(),
      people: Type.Integer(),
      emails: Type.Integer(),
      /** Appointments that keep their instant, at another local time. */
      appointments: Type.Integer(),
    }),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const setupContract = { setup: setupApi, connections: connectionsApi }
