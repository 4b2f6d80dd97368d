/** Email preferences: operation → rows. */
import { redirectReply } from '#kit/api/raw-reply.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findRecipientByToken, findOrCreateRecipient } from '../actions/email-preferences.ts'
import { resolveEmailLanguage } from '../actions/mailer.ts'
import type { emailPreferencesApi } from '../contract.ts'
import { findMemberOfEmail, setPreferredLanguage, type EmailMember } from '../hooks.ts'
import { optionalEmailKinds, maskEmail, applyKindChoices, type OptionalEmailKind } from '../rules/email-kinds.ts'
import * as store from '../store/recipients.ts'

const findMember = async (ctx: ReadContext, memberId: string): Promise<EmailMember | undefined> => (await findMemberOfEmail.call(ctx, { memberId }))[0]
const getCallerMember = async (ctx: ReadContext): Promise<EmailMember> =>
  (ctx.caller.memberId ? await findMember(ctx, ctx.caller.memberId) : undefined) ?? refuseStandard('NOT_FOUND')
const toChoices = (unsubscribedKinds: readonly OptionalEmailKind[]) => optionalEmailKinds.map((kind) => ({ kind, wanted: !unsubscribedKinds.includes(kind) }))

const toMyPreferences = async (ctx: ReadContext, member: EmailMember) => ({
  email: member.email,
  language: await resolveEmailLanguage(ctx, member.email),
  kinds: toChoices((await store.findRecipient(ctx, member.memberId))?.unsubscribedKinds ?? []),
})
const getRecipientByToken = async (ctx: ReadContext, token: string): Promise<store.EmailRecipient> =>
  (await findRecipientByToken(ctx, token)) ?? refuseStandard('NOT_FOUND')
const toLinkPreferences = async (ctx: ReadContext, { recipient, unsubscribedKinds }: Pick<store.EmailRecipient, 'recipient' | 'unsubscribedKinds'>) => ({
  email: maskEmail((await findMember(ctx, recipient))?.email ?? recipient),
  kinds: toChoices(unsubscribedKinds),
})

export const emailPreferencesHandlers: Handlers<typeof emailPreferencesApi> = {
  getMyEmailPreferences: async (ctx) => toMyPreferences(ctx, await getCallerMember(ctx)),
  updateMyEmailPreferences: async (ctx, { body }) => {
    const member = await getCallerMember(ctx)
    if (body.language) await setPreferredLanguage.call(ctx, { memberId: member.memberId, language: body.language })
    if (body.kinds) {
      const { recipient, unsubscribedKinds } = await findOrCreateRecipient(ctx, { memberId: member.memberId, address: member.email })
      await store.saveUnsubscribedKinds(ctx, recipient, applyKindChoices(unsubscribedKinds, body.kinds))
    }
    return toMyPreferences(ctx, member)
  },
  getEmailPreferencesByLink: async (ctx, { params }) => toLinkPreferences(ctx, await getRecipientByToken(ctx, params.token)),
  updateEmailPreferencesByLink: async (ctx, { params, body }) => {
    const { recipient, unsubscribedKinds } = await getRecipientByToken(ctx, params.token)
    const next = applyKindChoices(unsubscribedKinds, body.kinds)
    await store.saveUnsubscribedKinds(ctx, recipient, next)
    return toLinkPreferences(ctx, { recipient, unsubscribedKinds: next })
  },
  unsubscribe: async (ctx, { params }) => {
    const { recipient, unsubscribedKinds } = await getRecipientByToken(ctx, params.token)
    await store.saveUnsubscribedKinds(ctx, recipient, applyKindChoices(unsubscribedKinds, [{ kind: params.kind, wanted: false }]))
    return {}
  },
  openEmailPreferences: async (ctx, { params }) => redirectReply(`${ctx.origin}/email-preferences/${encodeURIComponent(params.token)}?kind=${params.kind}`),
}
