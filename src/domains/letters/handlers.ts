/** Operation → rows, for letters that people choose. */
import { redirect } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { chooseLanguage, languageOf } from '#domains/identity/public.ts'
import { memberById, type MemberRecord } from '#domains/members/public.ts'
import { readerBehind, readerFor } from './actions/readers.ts'
import type { lettersApi } from './contract.ts'
import { letterKinds, masked, refusedAfter, type LetterKind } from './rules/kinds.ts'
import * as store from './store.ts'

const me = async (ctx: Ctx): Promise<MemberRecord> =>
  (ctx.caller.memberId ? await memberById(ctx, ctx.caller.memberId) : undefined) ?? refuseStandard('NOT_FOUND')
const choices = (refused: readonly LetterKind[]) => letterKinds.map((kind) => ({ kind, wanted: !refused.includes(kind) }))

const mine = async (ctx: Ctx, member: MemberRecord) => ({
  email: member.loginEmail,
  language: await languageOf(ctx, member.loginEmail),
  kinds: choices((await store.readerOf(ctx, member.id))?.refused ?? []),
})
const behind = async (ctx: Ctx, token: string): Promise<store.Reader> => (await readerBehind(ctx, token)) ?? refuseStandard('NOT_FOUND')
const shown = async (ctx: Ctx, { reader, refused }: Pick<store.Reader, 'reader' | 'refused'>) => ({
  email: masked((await memberById(ctx, reader))?.loginEmail ?? reader),
  kinds: choices(refused),
})

export const lettersHandlers: Handlers<typeof lettersApi> = {
  getMyLetters: async (ctx) => mine(ctx, await me(ctx)),
  changeMyLetters: async (ctx, { body }) => {
    const member = await me(ctx)
    if (body.language) await chooseLanguage(ctx, member.id, body.language)
    if (body.kinds) {
      const { reader, refused } = await readerFor(ctx, { memberId: member.id, address: member.loginEmail })
      await store.saveRefused(ctx, reader, refusedAfter(refused, body.kinds))
    }
    return mine(ctx, member)
  },
  getLettersByLink: async (ctx, { params }) => shown(ctx, await behind(ctx, params.token)),
  changeLettersByLink: async (ctx, { params, body }) => {
    const { reader, refused } = await behind(ctx, params.token)
    const next = refusedAfter(refused, body.kinds)
    await store.saveRefused(ctx, reader, next)
    return shown(ctx, { reader, refused: next })
  },
  stopLetters: async (ctx, { params }) => {
    const { reader, refused } = await behind(ctx, params.token)
    await store.saveRefused(ctx, reader, refusedAfter(refused, [{ kind: params.kind, wanted: false }]))
    return {}
  },
  openLetters: async (ctx, { params }) => redirect(`${ctx.origin}/letters/${encodeURIComponent(params.token)}?kind=${params.kind}`),
}
