/** Contexts of the test hooks, which act on any site of the server as the system. */
import type { SetupServer } from '#domains/setup/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import type { Runner } from '#kit/jobs/runner.ts'
import { createOwnContext, createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'

/** What the test hooks need of the running server. */
export interface TestHookDeps extends SetupServer {
  deps: MountDeps
  runner: Runner
}

export interface HookContexts {
  inTransaction<T>(siteId: string, work: (ctx: TransactionContext) => Promise<T>): Promise<T>
  forSite(siteId: string): Promise<OwnTransactionContext>
}

export function createHookContexts(deps: MountDeps, getOrigin: (siteId: string) => Promise<string>): HookContexts {
  const toMeta = async (siteId: string) => createSystemMeta(siteId, await getOrigin(siteId))
  return {
    inTransaction: async (siteId, work) => runTransaction(deps, await toMeta(siteId), work),
    forSite: async (siteId) => createOwnContext(deps, await toMeta(siteId)),
  }
}
