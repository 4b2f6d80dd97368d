/** The staff member that the signed-in colleague is. */
import { useContext } from 'react'
import { useApiQuery } from '#web/api.ts'
import { Permissions } from '../permissions.tsx'

/** Undefined for those who are none, and for the owner, who may change everyone. */
export function useOwnStaff(): { id: string; resourceId: string } | undefined {
  const permissions = useContext(Permissions)
  return useApiQuery('staff.listMyTimeOff', undefined, { enabled: permissions !== null }).data?.staffMember
}
