/** Who reads at an address, and what they do without. */
import type { Ctx } from '#kit/ctx.ts'
import { systemSecret } from '#domains/identity/public.ts'
import { memberByEmail } from '#domains/members/public.ts'
import type { LetterKind } from '../rules/kinds.ts'
import { letterToken, linkIdIn } from '../crypto/link.ts'
import * as store from '../store.ts'

const keyOfAddress = (address: string): string => address.trim().toLowerCase()

/** The reader with this key, made when new; a member takes along what was chosen for their address before. */
export async function readerFor(ctx: Ctx, { memberId, address }: { memberId: string | undefined; address: string }): Promise<store.Reader> {
  const byAddress = keyOfAddress(address)
  const key = memberId ?? byAddress
  const known = await store.readerOf(ctx, key)
  if (known) return known
  if (memberId && (await store.readerOf(ctx, byAddress))) {
    await store.renameReader(ctx, byAddress, key)
    return (await store.readerOf(ctx, key)) as store.Reader
  }
  return store.insertReader(ctx, { reader: key, linkId: ctx.newId(), refused: [] })
}

const linkKey = (ctx: Ctx): Promise<string> => systemSecret(ctx.tx, 'letter-links', ctx.authNow)

/** The reader whose letters carry this link; undefined when it is none of ours, or of somebody who was forgotten. */
export async function readerBehind(ctx: Ctx, token: string): Promise<store.Reader | undefined> {
  const linkId = linkIdIn(await linkKey(ctx), ctx.siteId, token)
  return linkId === undefined ? undefined : store.readerByLink(ctx, linkId)
}

/** What a letter of a kind has to know of its reader: whether they want it, and the links in its foot. */
export interface Choice {
  wanted: boolean
  /** The page on which letters are chosen. */
  page: string
  /** What a mail program calls by itself. */
  oneClick: string
}
export async function choiceFor(ctx: Ctx, address: string, kind: LetterKind): Promise<Choice> {
  const member = await memberByEmail(ctx, address)
  const { linkId, refused } = await readerFor(ctx, { memberId: member?.id, address })
  const token = letterToken(await linkKey(ctx), ctx.siteId, linkId)
  return {
    wanted: !refused.includes(kind),
    page: `${ctx.origin}/letters/${token}?kind=${kind}`,
    oneClick: `${ctx.origin}/api/letters/by-link/${token}/stop/${kind}`,
  }
}

/** Nothing is left of what an erased person chose. */
export const forgetReaders = (ctx: Ctx, memberId: string, addresses: readonly string[]): Promise<unknown> =>
  store.deleteReaders(ctx, [memberId, ...addresses.map(keyOfAddress)])

/** What a member chose, for the download of their data (guide: members 10.3). */
export const lettersForPerson = async (ctx: Ctx, memberId: string) => ({
  title: 'letters',
  records: { refused: (await store.readerOf(ctx, memberId))?.refused ?? [] },
})
