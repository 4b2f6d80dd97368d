/** The log of text messages, answers to them, and what the provider reports. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const Text = Type.String()
const owner = { owner: 'any' } as const
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
}
const TextState = Type.Enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SKIPPED'])
const SentText = Type.Object({
  id: Text,
  /** E.164, or `erased`. */
  to: Text,
  template: Text,
  language: Text,
  body: Text,
  state: TextState,
  /** Parts that it is billed as. */
  segments: Type.Integer(),
  /** What the provider answered. */
  error: Type.Optional(Text),
  /** Why it was not sent. */
  skipReason: Type.Optional(Type.Enum(['STOPPED', 'NOT_WANTED', 'CHANGED', 'TOO_LATE'])),
  createdDate: Text,
  sentDate: Type.Optional(Text),
})
const TextReply = Type.Object({ id: Text, from: Text, meaning: Type.Enum(['STOP', 'START', 'OTHER']), body: Text, receivedDate: Text })

export const textsApi = operations({
  listTexts: {
    method: 'GET',
    path: '/api/texts',
    summary: 'List text messages with their state and cost',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    query: Type.Object({
      /** Digits of the number. */
      to: Type.Optional(Type.String({ maxLength: 30 })),
      state: Type.Optional(TextState),
      template: Type.Optional(Type.String({ maxLength: 60 })),
      ...page,
    }),
    /** `segments`: of all that were sent, whatever page is shown. */
    reply: Type.Object({ texts: Type.Array(SentText), total: Type.Integer(), segments: Type.Integer() }),
    refuses: [],
  },
  resendText: {
    method: 'POST',
    path: '/api/texts/{id}/resend',
    summary: 'Send a text message again',
    access: owner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    internal: true,
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'TEXT_IS_QUEUED', 'TEXTS_NOT_CONNECTED', 'TEXTS_NOT_WANTED'],
  },
  listTextReplies: {
    method: 'GET',
    path: '/api/text-replies',
    summary: 'List what people answered to text messages',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    query: Type.Object(page),
    reply: Type.Object({ replies: Type.Array(TextReply), total: Type.Integer() }),
    refuses: [],
  },
  receiveTextWebhook: {
    method: 'POST',
    path: '/api/texts/{siteId}/webhook',
    summary: 'What the provider of text messages reports, signed',
    access: 'anyone',
    internal: true,
    work: 'own',
    crossOrigin: true,
    rawBody: 'text',
    raw: true,
    params: Type.Object({ siteId: Guid }),
    reply: Type.Object({}),
    refuses: ['TEXT_SIGNATURE_INVALID'],
  },
})
