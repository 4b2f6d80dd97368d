/** Everything stored about one person. Source: guide members §10.3. */
import type { ReadContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { exportPersonalData } from '../hooks.ts'

/** Title → plain values, with the time at which they were read. */
export async function loadPersonalData(ctx: ReadContext, person: { memberId: string; contactId: string }) {
  const sections = await exportPersonalData.call(ctx, person)
  return { writtenDate: toWireTime(ctx.now), records: Object.fromEntries(sections.map(({ title, records }) => [title, records])) }
}
