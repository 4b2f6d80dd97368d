/** The operations that can be held, by name. The server names them once it knows all domains. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Operation } from '#kit/api/contract.ts'
import type { OperationGroup } from '#kit/api/mount.ts'
import { isOwnWork } from '#kit/api/own-work.ts'
import { hasPermission } from '#kit/api/permission.ts'

interface HoldableOperation {
  op: Operation
  handle: (ctx: TransactionContext, input: unknown) => Promise<unknown>
}
const holdable = new Map<string, HoldableOperation>()

/** Tells which operations there are. A change that is held is made in one transaction, together with the end of its waiting. */
export function configureHeldChanges(groups: readonly Pick<OperationGroup<never>, 'name' | 'registry' | 'handlers'>[]): void {
  for (const { name: group, registry, handlers } of groups)
    for (const [name, op] of Object.entries(registry)) {
      if (!op.holdable) continue
      if (typeof handlers === 'function' || (op.work ?? 'write') !== 'write' || !op.dryRun) throw new Error(`${group}.${name} cannot be held`)
      holdable.set(`${group}.${name}`, { op, handle: handlers[name] as HoldableOperation['handle'] })
    }
}

export const findHoldable = (operation: string): HoldableOperation | undefined => holdable.get(operation)

/** Whether the caller has the right to make this change: the permission, or it is about themself alone. */
export async function mayMake(ctx: ReadContext, { operation, input }: { operation: string; input: unknown }): Promise<boolean> {
  const op = holdable.get(operation)?.op
  return op !== undefined && (hasPermission(op, ctx.caller) || isOwnWork(ctx, op, input as { params: unknown; body: unknown }))
}
