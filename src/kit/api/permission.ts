/** Who may call an operation. */
import type { Caller } from './context.ts'
import type { Operation } from './contract.ts'
import { refuseStandard } from './refusal.ts'

/** Refuses with UNAUTHENTICATED without a token, with PERMISSION_DENIED when the operation is not for the role. What "own" means for a member is decided by the domain. */
export function assertRole(op: Operation, caller: Caller): void {
  if (op.access === 'anyone') return
  if (caller.role === 'none') return refuseStandard('UNAUTHENTICATED')
  if (!op.access[caller.role]) refuseStandard('PERMISSION_DENIED')
}
/** False when a collaborator or an API key lacks the permission of the operation. */
export const hasPermission = (op: Operation, caller: Caller): boolean =>
  op.access === 'anyone' || !caller.permissions || !op.permission || caller.role !== 'owner' || caller.permissions.includes(op.permission)
/** Refuses as `assertRole` does, and with PERMISSION_DENIED without the permission. */
export function assertPermission(op: Operation, caller: Caller): void {
  assertRole(op, caller)
  if (!hasPermission(op, caller)) refuseStandard('PERMISSION_DENIED')
}
