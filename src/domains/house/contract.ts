import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'

const PublicSite = Type.Object({
  siteId: Type.String(), name: Type.String(), tagline: Type.String(), accent: Type.String(), timeZone: Type.String(), currency: Type.String(),
  language: Type.String(), weekStartsOn: Type.Integer(), clientId: Type.String(), testPayments: Type.Boolean(),
  address: Type.Optional(Type.Object({ line: Type.String(), city: Type.String(), postalCode: Type.String(), country: Type.String(), phone: Type.String(), email: Type.String() })),
  openingHours: Type.Optional(Type.Array(Type.Object({ day: Type.Integer(), from: Type.String(), to: Type.String() }))),
})
const SiteSettingsBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })), tagline: Type.Optional(Type.String({ maxLength: 200 })), accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  timeZone: Type.Optional(Type.String({ maxLength: 60 })), currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })), weekStartsOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })), language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
})
const Message = Type.Object({ id: Type.String(), to: Type.String(), template: Type.String(), subject: Type.String(), state: Type.String(), createdDate: Type.String(), error: Type.Optional(Type.String()) })
const WaitingItem = Type.Object({ approvals: Type.Integer(), requests: Type.Integer(), unpaid: Type.Integer(), failedMails: Type.Integer() })

export const houseApi = operations({
  getSite: { method: 'GET', path: '/api/site', summary: 'Name, look and zone of the site, for its own pages', may: 'anyone', house: true, work: 'read', reply: PublicSite, refuses: [] },
  getSetup: { method: 'GET', path: '/api/setup', summary: 'Whether the first-run set-up is still to be done', may: 'anyone', house: true, work: 'read', reply: Type.Object({ needed: Type.Boolean() }), refuses: [] },
  setUp: {
    method: 'POST', path: '/api/setup', summary: 'Create the owner account and the site, once', may: 'anyone', house: true, work: 'own',
    body: Type.Object({
      ownerName: Type.String({ minLength: 1, maxLength: 100 }), email: Type.String({ format: 'email', maxLength: 254 }), password: Type.String({ minLength: 8, maxLength: 128 }),
      siteName: Type.String({ minLength: 1, maxLength: 100 }), timeZone: Type.String({ maxLength: 60 }), currency: Type.String({ pattern: '^[A-Z]{3}$' }), weekStartsOn: Type.Integer({ minimum: 0, maximum: 6 }), sample: Type.Boolean(),
    }),
    reply: Type.Object({ siteId: Type.String() }), refuses: ['ALREADY_SET_UP'], about: 'site',
  },
  getToday: {
    method: 'GET', path: '/api/dashboard/today', summary: 'What waits for the owner today', may: { owner: 'any' }, house: true, work: 'read',
    reply: Type.Object({
      nextSessions: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), start: Type.String(), end: Type.String(), people: Type.Integer(), capacity: Type.Integer(), staffName: Type.Optional(Type.String()) })),
      waiting: WaitingItem,
      numbers: Type.Array(Type.Object({ label: Type.String(), value: Type.Number(), previous: Type.Number(), money: Type.Optional(Type.Boolean()) })),
      checklist: Type.Array(Type.Object({ label: Type.String(), done: Type.Boolean(), href: Type.String() })),
    }),
    refuses: [],
  },
  getSiteSettings: { method: 'GET', path: '/api/site-settings', summary: 'Settings of the business', may: { owner: 'any' }, house: true, work: 'read', reply: PublicSite, refuses: [] },
  updateSiteSettings: { method: 'PATCH', path: '/api/site-settings', summary: 'Change name, look, zone, currency or week start', may: { owner: 'any' }, house: true, body: SiteSettingsBody, reply: PublicSite, refuses: [], about: 'site' },
  listMessages: {
    method: 'GET', path: '/api/messages', summary: 'Every letter with its state', may: { owner: 'any' }, house: true, work: 'read',
    query: Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })), offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })) }),
    reply: Type.Object({ messages: Type.Array(Message), total: Type.Integer() }), refuses: [],
  },
  getMessage: { method: 'GET', path: '/api/messages/{id}', summary: 'One letter as it was sent', may: { owner: 'any' }, house: true, work: 'read', params: Type.Object({ id: Type.String() }), reply: Type.Object({ message: Message, html: Type.String(), text: Type.String() }), refuses: [] },
})
