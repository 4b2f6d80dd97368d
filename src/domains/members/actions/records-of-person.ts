/** What the whole house keeps about one person. Source: guide members 10.3. */
import type { Ctx } from '#kit/ctx.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { recordsOf } from '../asks.ts'

/** Title → plain values, with the moment at which they were read. */
export async function recordsOfPerson(ctx: Ctx, person: { memberId: string; contactId: string }) {
  const known = await recordsOf.ask(ctx, person)
  return { writtenDate: wireTime(ctx.now), records: Object.fromEntries(known.map(({ title, records }) => [title, records])) }
}
