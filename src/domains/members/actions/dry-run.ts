/** Jobs on many members in a dry run: the first of their members are carried out, each of the others is only counted. */
import type { TransactionContext } from '#kit/api/context.ts'
import { attemptInDryRun, type DryRunReporter } from '#kit/jobs/dry-run.ts'
import type { Outbox } from '#kit/jobs/outbox.ts'
import { toItemError } from '#kit/api/bulk.ts'
import * as jobs from '../store/jobs.ts'
import { findMemberById } from '../store/members.ts'
import { BATCH_SIZE, runItem } from './run-bulk-job.ts'

const kinds: Readonly<Record<jobs.JobKind, string>> = {
  APPROVE: 'MEMBERS_APPROVED',
  BLOCK: 'MEMBERS_BLOCKED',
  DELETE: 'MEMBERS_DELETED',
  IMPORT: 'MEMBERS_IMPORTED',
}

async function carryOut(ctx: TransactionContext, outbox: Outbox, jobId: string): Promise<void> {
  const job = await jobs.findJob(ctx, jobId)
  if (!job) return
  const items = await jobs.listWaitingItems(ctx, jobId, BATCH_SIZE)
  let done = 0
  for (const item of items) {
    const { nickname } = (item.memberId && (await findMemberById(ctx, item.memberId))) || { nickname: '' }
    const error = await attemptInDryRun(ctx, outbox, () => runItem(ctx, job, item))
    if (error === undefined) done += 1
    else ctx.noteEffect({ kind: 'MEMBER_SKIPPED', id: item.memberId ?? '', ...(nickname && { who: nickname }), what: toItemError(error).description })
  }
  if (done > 0) ctx.noteEffect({ kind: kinds[job.kind], id: jobId, count: done })
  const rest = job.itemsToProcess - items.length
  if (rest > 0) ctx.noteEffect({ kind: 'MEMBERS_NOT_SHOWN', id: jobId, count: rest })
}

export const membersDryRun: DryRunReporter = {
  async continueWith(ctx, started, outbox) {
    for (const { kind, data } of started) if (kind === 'members.carry-out-job') await carryOut(ctx, outbox, (data as { jobId: string }).jobId)
  },
}
