/** Email preferences: operation → rows. */
import { redirectReply } from '#kit/api/raw-reply.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { setPreferredLanguage, resolveEmailLanguage } from '#domains/identity/public.ts'
import { findMemberById, type MemberRecord } from '#domains/members/public.ts'
import { findRecipientByToken, findOrCreateRecipient } from '../actions/email-preferences.ts'
import type { emailPreferencesApi } from '../contract.ts'
import { optionalEmailKinds, maskEmail, applyKindChoices, type OptionalEmailKind } from '../rules/email-kinds.ts'
import * as store from '../store/recipients.ts'

const getCallerMember = async (ctx: ReadContext): Promise<MemberRecord> =>
  (ctx.caller.memberId ? await findMemberById(ctx, ctx.caller.memberId) : undefined) ?? refuseStandard('NOT_FOUND')
const toChoices = (unsubscribedKinds: readonly OptionalEmailKind[]) => optionalEmailKinds.map((kind) => ({ kind, wanted: !unsubscribedKinds.includes(kind) }))

const toMyPreferences = async (ctx: ReadContext, member: MemberRecord) => ({
  email: member.loginEmail,
  language: await resolveEmailLanguage(ctx, member.loginEmail),
  kinds: toChoices((await store.findRecipient(ctx, member.id))?.unsubscribedKinds ?? []),
})
const getRecipientByToken = async (ctx: ReadContext, token: string): Promise<store.EmailRecipient> =>
  (await findRecipientByToken(ctx, token)) ?? refuseStandard('NOT_FOUND')
const toLinkPreferences = async (ctx: ReadContext, { recipient, unsubscribedKinds }: Pick<store.EmailRecipient, 'recipient' | 'unsubscribedKinds'>) => ({
  email: maskEmail((await findMemberById(ctx, recipient))?.loginEmail ?? recipient),
  kinds: toChoices(unsubscribedKinds),
})

export const emailPreferencesHandlers: Handlers<typeof emailPreferencesApi> = {
  getMyEmailPreferences: async (ctx) => toMyPreferences(ctx, await getCallerMember(ctx)),
  updateMyEmailPreferences: async (ctx, { body }) => {
    const member = await getCallerMember(ctx)
    if (body.language) await setPreferredLanguage(ctx, member.id, body.language)
    if (body.kinds) {
      const { recipient, unsubscribedKinds } = await findOrCreateRecipient(ctx, { memberId: member.id, address: member.loginEmail })
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
