/** Who may call an operation. */
import type { Caller } from './context.ts'
import type { Operation } from './contract.ts'
import { refuseStandard } from './refusal.ts'

/**
 * Checks role and permission: refuses with UNAUTHENTICATED without a token, with PERMISSION_DENIED when the operation is not for the
 * role, or when a collaborator or an API key lacks its permission. What "own" means for a member is decided by the domain.
 */
export function assertPermission(op: Operation, caller: Caller): void {
  if (op.access === 'anyone') return
  if (caller.role === 'none') return refuseStandard('UNAUTHENTICATED')
  if (!op.access[caller.role]) refuseStandard('PERMISSION_DENIED')
  if (caller.permissions && op.permission && caller.role === 'owner' && !caller.permissions.includes(op.permission)) refuseStandard('PERMISSION_DENIED')
}
