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
const toChoices = (refused: readonly OptionalEmailKind[]) => optionalEmailKinds.map((kind) => ({ kind, wanted: !refused.includes(kind) }))

const toMyPreferences = async (ctx: ReadContext, member: MemberRecord) => ({
  email: member.loginEmail,
  language: await resolveEmailLanguage(ctx, member.loginEmail),
  kinds: toChoices((await store.findRecipient(ctx, member.id))?.refused ?? []),
})
const getRecipientByToken = async (ctx: ReadContext, token: string): Promise<store.EmailRecipient> =>
  (await findRecipientByToken(ctx, token)) ?? refuseStandard('NOT_FOUND')
const toLinkPreferences = async (ctx: ReadContext, { reader, refused }: Pick<store.EmailRecipient, 'reader' | 'refused'>) => ({
  email: maskEmail((await findMemberById(ctx, reader))?.loginEmail ?? reader),
  kinds: toChoices(refused),
})

export const emailPreferencesHandlers: Handlers<typeof emailPreferencesApi> = {
  getMyEmailPreferences: async (ctx) => toMyPreferences(ctx, await getCallerMember(ctx)),
  updateMyEmailPreferences: async (ctx, { body }) => {
    const member = await getCallerMember(ctx)
    if (body.language) await setPreferredLanguage(ctx, member.id, body.language)
    if (body.kinds) {
      const { reader, refused } = await findOrCreateRecipient(ctx, { memberId: member.id, address: member.loginEmail })
      await store.saveRefusedKinds(ctx, reader, applyKindChoices(refused, body.kinds))
    }
    return toMyPreferences(ctx, member)
  },
  getEmailPreferencesByLink: async (ctx, { params }) => toLinkPreferences(ctx, await getRecipientByToken(ctx, params.token)),
  updateEmailPreferencesByLink: async (ctx, { params, body }) => {
    const { reader, refused } = await getRecipientByToken(ctx, params.token)
    const next = applyKindChoices(refused, body.kinds)
    await store.saveRefusedKinds(ctx, reader, next)
    return toLinkPreferences(ctx, { reader, refused: next })
  },
  unsubscribe: async (ctx, { params }) => {
    const { reader, refused } = await getRecipientByToken(ctx, params.token)
    await store.saveRefusedKinds(ctx, reader, applyKindChoices(refused, [{ kind: params.kind, wanted: false }]))
    return {}
  },
  openEmailPreferences: async (ctx, { params }) => redirectReply(`${ctx.origin}/letters/${encodeURIComponent(params.token)}?kind=${params.kind}`),
}
