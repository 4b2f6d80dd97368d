/** What a member of the team may do about themself without the permission: the domains that know what is theirs answer. */
import type { ReadContext } from './context.ts'
import type { Operation } from './contract.ts'
import { hook } from './hooks.ts'

export interface OwnWorkQuestion {
  /** What the request has to be about, and the request itself before its shape was checked. */
  about: NonNullable<Operation['orOwn']>
  params: unknown
  body: unknown
}
/** Asked of the domains: whether a request is about the caller alone. */
export const isAboutCaller = hook<OwnWorkQuestion, boolean, ReadContext>()

/** Whether the operation is open to members of the team about themselves, and the request is about the caller of the context alone. */
export async function isOwnWork(ctx: ReadContext, { orOwn, permission }: Operation, { params, body }: { params: unknown; body: unknown }): Promise<boolean> {
  if (!orOwn || !permission || !ctx.caller.userId) return false
  return (await isAboutCaller.call(ctx, { about: orOwn, params, body })).includes(true)
}

/** A field of something whose shape is not known yet. */
export const readField = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined)
