/** Operation → action: the nightly check. */
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { startCheck } from '../actions/check.ts'
import type { checksApi } from '../contract.ts'
import { listChecks } from '../store/check.ts'

export const checksHandlers: Handlers<typeof checksApi> = {
  listChecks: async (ctx) => ({
    checks: (await listChecks(ctx, 30)).map((one) => ({
      id: one.id,
      date: toWireTime(one.at),
      isRunning: one.state === 'RUNNING',
      orders: one.orders,
      findings: one.findings,
    })),
  }),
  beginCheck: async (ctx) => ({ id: await startCheck(ctx) }),
}
