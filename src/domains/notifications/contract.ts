/** Email preferences, and the outbox as the business reads it. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { SupportedLanguage } from '#kit/api/wire.ts'
import { emailAutomationsApi } from './contract/automations.ts'
import { emailTemplatesApi } from './contract/templates.ts'

const Kind = Type.Enum(['BOOKING_REMINDERS', 'PLAN_REMINDERS', 'PLAN_NEWS', 'FOLLOW_UPS'])
const Choices = Type.Array(Type.Object({ kind: Kind, wanted: Type.Boolean() }), { maxItems: 10 })
const MyEmailPreferences = Type.Object({ email: Type.String(), language: SupportedLanguage, kinds: Choices })
const LinkPreferences = Type.Object({
  /** Masked. */
  email: Type.String(),
  kinds: Choices,
})
const own = { member: 'own' } as const
const ByToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })

export const emailPreferencesApi = operations({
  getMyEmailPreferences: {
    method: 'GET',
    path: '/api/my-email-preferences',
    summary: 'Get the own email preferences and language',
    access: own,
    work: 'read',
    internal: true,
    reply: MyEmailPreferences,
    refuses: ['NOT_FOUND'],
  },
  updateMyEmailPreferences: {
    method: 'PATCH',
    path: '/api/my-email-preferences',
    summary: 'Update the own email preferences and language',
    access: own,
    internal: true,
    body: Type.Object({ language: Type.Optional(SupportedLanguage), kinds: Type.Optional(Choices) }),
    reply: MyEmailPreferences,
    refuses: ['NOT_FOUND'],
  },
  getEmailPreferencesByLink: {
    method: 'GET',
    path: '/api/email-preferences/{token}',
    summary: 'Get the email preferences behind a link',
    access: 'anyone',
    work: 'read',
    internal: true,
    params: ByToken,
    reply: LinkPreferences,
    refuses: ['NOT_FOUND'],
  },
  updateEmailPreferencesByLink: {
    method: 'PUT',
    path: '/api/email-preferences/{token}',
    summary: 'Update the email preferences behind a link',
    access: 'anyone',
    internal: true,
    params: ByToken,
    body: Type.Object({ kinds: Choices }),
    reply: LinkPreferences,
    refuses: ['NOT_FOUND'],
  },
  /** Called by mail clients with the form `List-Unsubscribe=One-Click` (RFC 8058). */
  unsubscribe: {
    method: 'POST',
    path: '/api/email-preferences/{token}/unsubscribe/{kind}',
    summary: 'Unsubscribe from a kind of email with one click',
    access: 'anyone',
    internal: true,
    crossOrigin: true,
    rawBody: 'text',
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), kind: Kind }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
  /** Mail clients without one-click unsubscribe open the URL instead. */
  openEmailPreferences: {
    method: 'GET',
    path: '/api/email-preferences/{token}/unsubscribe/{kind}',
    summary: 'Redirect to the email preferences',
    access: 'anyone',
    work: 'read',
    internal: true,
    raw: true,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), kind: Kind }),
    reply: Type.Object({}),
    refuses: [],
  },
})

const Email = Type.Object({
  id: Type.String(),
  to: Type.String(),
  template: Type.String(),
  subject: Type.String(),
  state: Type.String(),
  createdDate: Type.String(),
  error: Type.Optional(Type.String()),
})

/** The outbox: every email with its state. */
export const emailsApi = operations({
  listEmails: {
    method: 'GET',
    path: '/api/emails',
    summary: 'List emails with their state',
    access: { owner: 'any' },
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    query: Type.Object({
      to: Type.Optional(Type.String({ maxLength: 254 })),
      state: Type.Optional(Type.Enum(['QUEUED', 'SENT', 'KEPT', 'UNWANTED', 'FAILED'])),
      template: Type.Optional(Type.String({ maxLength: 60 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    }),
    reply: Type.Object({ emails: Type.Array(Email), total: Type.Integer() }),
    refuses: [],
  },
  getEmail: {
    method: 'GET',
    path: '/api/emails/{id}',
    summary: 'Get an email as it was sent',
    access: { owner: 'any' },
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ id: Type.String() }),
    reply: Type.Object({ email: Email, html: Type.String(), text: Type.String() }),
    refuses: ['NOT_FOUND'],
  },
  resendEmail: {
    method: 'POST',
    path: '/api/emails/{id}/resend',
    summary: 'Send an email again',
    access: { owner: 'any' },
    permission: 'MEMBERS.MEMBER_UPDATE',
    internal: true,
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'EMAIL_IS_QUEUED', 'EMAIL_HAS_SECRET'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const notificationsContract = {
  emailPreferences: emailPreferencesApi,
  emails: emailsApi,
  emailTemplates: emailTemplatesApi,
  emailAutomations: emailAutomationsApi,
}
