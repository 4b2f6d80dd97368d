/**
 * What the person who is signed in may do. A control asks for the operation that it calls, never for a permission by name: which one that
 * is stands in the contract alone, and the server asks for the same.
 */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import { ApiError, setReadGuard } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import css from './parts/layout.module.css'

const messages = defineDashboardMessages(
  {
    mayNotView: 'You don’t have permission to view this.',
    viewOnly: 'You can view this, but you don’t have permission to change it.',
  },
  { de: { mayNotView: 'Das darfst du nicht ansehen.', viewOnly: 'Du kannst das ansehen, aber nicht ändern.' } },
)

/** The permissions of the person who is signed in; null means all. */
export const Permissions = createContext<readonly string[] | null>(null)

/** What is shown below is the person's own: their profile, their hours, their blocked time. Some operations are open to them there without the permission. */
export const OwnSubject = createContext(false)

/** The permission that each operation needs, once it is loaded; `X|own` where none is needed for what is one's own. */
let permissionByOperation: Readonly<Record<string, string>> = {}
/** Loads what decides about a person with some permissions; the owner, who has all, loads nothing. Nothing is shown before it is there. */
export function usePermissionTable(permissions: readonly string[] | null): { isReady: boolean; error: Error | null; refetch: () => unknown } {
  const isNeeded = permissions !== null
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ['permission table'],
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      permissionByOperation = (await import('virtual:permissions')).default
      return true
    },
  })
  return { isReady: !isNeeded || isSuccess, error, refetch }
}

/** Whether a caller with these permissions may call an operation, about themself if `isOwn`. */
export const mayCall = (permissions: readonly string[] | null, operation: OperationName, isOwn = false): boolean => {
  const [needed, own] = permissionByOperation[operation]?.split('|') ?? []
  return permissions === null || needed === undefined || (isOwn && own !== undefined) || permissions.includes(needed)
}

/** What the person may not read is not asked for: the screen says why, and lists for choosing stay empty. */
export const setReadPermissions = (permissions: readonly string[] | null): void =>
  setReadGuard((operation) =>
    mayCall(permissions, operation) ? undefined : new ApiError(403, currentMessages(messages).mayNotView, { code: 'PERMISSION_DENIED' }),
  )

/** `const may = useMay()`, then `may('orders.cancelOrder')`: whether the button of that operation is shown. */
export function useMay(): (...operations: OperationName[]) => boolean {
  const permissions = useContext(Permissions)
  const isOwn = useContext(OwnSubject)
  return (...operations) => operations.every((one) => mayCall(permissions, one, isOwn))
}

/** What no permission gives: the owner's own affairs. */
export const useIsOwner = (): boolean => useContext(Permissions) === null

/** Shows its children to users who may call the operation: a button, a link to its form, a section. */
export function Allowed({
  operation,
  children,
  otherwise = null,
}: {
  operation: OperationName | readonly OperationName[]
  children: ReactNode
  otherwise?: ReactNode
}) {
  const may = useMay()
  return may(...[operation].flat()) ? children : otherwise
}

/**
 * The fields of a form that calls operations: a user without the permission sees them read-only, with a note.
 * The button that sends the form is hidden by `Allowed`.
 */
export function AllowedFields({ operation, children }: { operation: OperationName | readonly OperationName[]; children: ReactNode }) {
  const t = useMessages(messages)
  const isAllowed = useMay()(...[operation].flat())
  if (isAllowed) return children
  return (
    <fieldset disabled className={css.viewOnly}>
      <p>{t.viewOnly}</p>
      {children}
    </fieldset>
  )
}
