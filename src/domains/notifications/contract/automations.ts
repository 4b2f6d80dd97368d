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
  updateEmailAutomation: {
    method: 'PUT',
    path: '/api/email-automations/{kind}',
    summary: 'Turn a reminder or follow-up on or off, and say when it is sent',
    access: { owner: 'any' },
    permission: 'SITES.MANAGE',
    internal: true,
    params: Type.Object({ kind: Kind }),
    body: Type.Object({ isOn: Type.Boolean(), amount: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })) }),
    reply: Type.Object({ automation: Automation }),
    refuses: [],
  },
})
