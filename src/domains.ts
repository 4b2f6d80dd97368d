/** Table of contents: operations, handlers, reactions, jobs, sweeps and mails of each domain. */
import { mountable, type Mountable } from '#kit/mount.ts'
import { houseApi } from './domains/house/contract.ts'
import { houseHandlersWith } from './domains/house/handlers.ts'
import type { JobHandler, Sweep } from '#kit/work/runner.ts'
import type { MailTemplates } from '#kit/mail/render.ts'
import type { Ctx } from '#kit/ctx.ts'
import { eventById } from '#kit/work/unit.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildTestHooks, type HookParts } from './domains/house/test-hooks.ts'
import { letterJob } from './domains/house/reactions.ts'

import { followStanding, makeIdentity, mayBlock, mayDelete } from '#domains/members/asks.ts'
import { followMember, identityForMember } from '#domains/identity/public.ts'
import { endOrdersOf, objectionToBlock, stopRenewalsOf } from '#domains/orders/public.ts'
mayBlock.answer((ctx, { memberId }) => objectionToBlock(ctx, memberId))
mayDelete.answer((ctx, { memberId }) => objectionToBlock(ctx, memberId))
makeIdentity.answer(identityForMember)
followStanding.answer(followMember)
followStanding.answer(async (ctx, { memberId, change, byMember }) => {
  if (change === 'blocked') await stopRenewalsOf(ctx, memberId)
  if (change === 'deleted') await endOrdersOf(ctx, memberId, byMember)
})
const names = ['members', 'identity', 'plans', 'orders', 'staff', 'services', 'availability', 'bookings', 'redirects']
const load = async (path: string): Promise<Record<string, unknown>> => {
  if (!existsSync(fileURLToPath(new URL(path, import.meta.url)))) return {}
  try {
    return (await import(path)) as Record<string, unknown>
  } catch (e) {
    console.error('cannot load', path, (e as Error).message)
    return {}
  }
}
const pick = <T>(module: Record<string, unknown>, suffix: RegExp): T[] =>
  Object.entries(module)
    .filter(([k]) => suffix.test(k))
    .map(([, v]) => v as T)

export const mountables: Mountable[] = []
const reactions = new Map<string, { name: string; run: (ctx: Ctx, event: never) => Promise<void> }[]>()
export const jobs: Record<string, JobHandler> = {}
export const sweeps: Sweep[] = []
export const mails: Record<string, MailTemplates[string]> = {}
for (const n of names) {
  const contract = await load(`./domains/${n}/contract.ts`),
    handlers = await load(`./domains/${n}/handlers.ts`)
  const h = handlers as Record<string, Mountable['handlers']>
  for (const [k, v] of Object.entries(contract))
    if (/Api$/.test(k)) {
      const hs = h[k.replace(/Api$/, 'Handlers')]
      if (hs) mountables.push({ domain: k.replace(/Api$/, ''), registry: v as Mountable['registry'], handlers: hs })
    }
  const r = await load(`./domains/${n}/reactions.ts`)
  for (const table of pick<Record<string, never>>(r, /Reactions$/))
    for (const [type, run] of Object.entries(table)) reactions.set(type, [...(reactions.get(type) ?? []), { name: `${n}.${type}`, run }])
  for (const table of pick<Record<string, JobHandler>>(r, /Jobs$/)) Object.assign(jobs, table)
  for (const list of pick<Sweep[]>(await load(`./domains/${n}/sweeps.ts`), /Sweeps$/)) sweeps.push(...list)
  for (const table of pick<MailTemplates>(await load(`./domains/${n}/mails.ts`), /Mails$/)) Object.assign(mails, table)
}
jobs.letter = letterJob(mails)
for (const list of reactions.values())
  for (const { name, run } of list)
    jobs[`reaction:${name}`] = async (ctx: Ctx, data: { eventId: string }) => {
      await run(ctx, (await eventById(ctx, data.eventId)) as never)
    }
export const reactionsTo = (type: string): readonly string[] => (reactions.get(type) ?? []).map((r) => r.name)
/** The house itself and, when asked for, the test hooks: bound to the running server. */
export const houseMountables = (parts: HookParts & { testHooks: boolean }): Mountable[] => [
  mountable('house', houseApi, houseHandlersWith(parts.callAsOwner)),
  ...(parts.testHooks ? [buildTestHooks(parts)] : []),
]
