/** Emails that time causes: reminders before and messages after. Source: guide bookings §20.5. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const Kind = Type.Enum(['BEFORE_BOOKING', 'AFTER_BOOKING', 'NO_SHOW', 'LAPSED', 'BIRTHDAY', 'PLAN_ENDING'])
const Automation = Type.Object({
  kind: Kind,
  template: Type.String(),
  isOn: Type.Boolean(),
  /** Hours or days before or after what it is about; 0 without a unit. */
  amount: Type.Integer(),
  unit: Type.Enum(['HOURS', 'DAYS', 'NONE']),
  min: Type.Integer(),
  max: Type.Integer(),
  /** How many people would get it today, in the time zone of the site; absent for emails that an action causes. */
  dueToday: Type.Optional(Type.Integer()),
})

/** Someone who would get the email, and what it is about: a service, a plan. Members are named by their id, guests by what they entered. */
const DueRecipient = Type.Object({
  memberId: Type.Optional(Type.String()),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  about: Type.Optional(Type.String()),
  bookingId: Type.Optional(Type.String()),
  orderId: Type.Optional(Type.String()),
})

export const emailAutomationsApi = operations({
  listEmailAutomations: {
    method: 'GET',
    path: '/api/email-automations',
    summary: 'List reminders and follow-ups, and how many people would get each today',
    access: { owner: 'any' },
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    reply: Type.Object({ automations: Type.Array(Automation) }),
    refuses: [],
  },
  listDueRecipients: {
    method: 'GET',
    path: '/api/email-automations/{kind}/recipients',
    summary: 'List who would get a reminder or follow-up today if it were on, at most a hundred',
    access: { owner: 'any' },
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ kind: Kind }),
    reply: Type.Object({ recipients: Type.Array(DueRecipient), total: Type.Integer() }),
    refuses: [],
  },
  updateEmailAutomation: {
    method: 'PUT',
    path: '/api/email-automations/{kind}',
    summary: 'Turn a reminder or follow-up on or off, and say when it is sent',
    access: { owner: 'any' },
    permission: 'SITES.MANAGE_MESSAGES',
    internal: true,
    params: Type.Object({ kind: Kind }),
    body: Type.Object({ isOn: Type.Boolean(), amount: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })) }),
    reply: Type.Object({ automation: Automation }),
    refuses: [],
  },
})
