/** The operations that can be held, by name. The server names them once it knows all domains. */
import type { Caller, TransactionContext } from '#kit/api/context.ts'
import type { Operation } from '#kit/api/contract.ts'
import type { OperationGroup } from '#kit/api/mount.ts'
import { assertPermission } from '#kit/api/permission.ts'
import { Refusal } from '#kit/api/refusal.ts'

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

/** Whether a caller has the right to make such a change. */
export function mayMake(caller: Caller, operation: string): boolean {
  const found = holdable.get(operation)
  if (!found) return false
  try {
    assertPermission(found.op, caller)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
