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

function saysWhoMayCall({ access, permission, needsNoPermission }: Operation): boolean {
  if (access === 'anyone') return true
  if (!access?.owner) return Boolean(access?.visitor ?? access?.member)
  return permission ? !needsNoPermission : needsNoPermission === true
}
/** Throws unless the operation says who may call it. Types ask for the same; this looks at what was made past them. */
export function assertSaysWhoMayCall(name: string, op: Operation): void {
  if (!saysWhoMayCall(op))
    throw new Error(`operation ${name} does not say who may call it: roles in \`access\`, and for the business either \`permission\` or \`needsNoPermission\``)
}

/** False when a collaborator or an API key lacks the permission of the operation; for every caller of the business when it does not say which one it needs. */
export function hasPermission(op: Operation, caller: Caller): boolean {
  if (op.access === 'anyone' || caller.role !== 'owner') return true
  if (!op.permission) return op.needsNoPermission === true
  return !caller.permissions || caller.permissions.includes(op.permission)
}
