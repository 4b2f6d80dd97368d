/** Fills empty contact fields with what the account of the member knows. */
import { useEffect } from 'react'
import { useIsMember } from '../api.ts'
import { useCurrentMember } from '../site/member-data.ts'

interface ContactDraft {
  first: string
  last: string
  email: string
  phone: string
}
type Member = NonNullable<NonNullable<ReturnType<typeof useCurrentMember>['data']>['member']>
const fillContact = (old: ContactDraft, { contact, loginEmail }: Member): ContactDraft => ({
  first: old.first || contact?.firstName || '',
  last: old.last || contact?.lastName || '',
  email: old.email || loginEmail || '',
  phone: old.phone || contact?.phones?.[0] || '',
})

/**
 * Fills them when the account is known. Its answer fills what was entered before that, for who sends the form at once: it waits for the
 * account of a member, and changes nothing for a guest.
 */
export function usePrefill(change: (to: (old: ContactDraft) => ContactDraft) => void): <T extends ContactDraft>(entered: T) => Promise<T> {
  const isMember = useIsMember()
  const query = useCurrentMember()
  const me = query.data?.member
  useEffect(() => {
    if (me) change((old) => fillContact(old, me))
  }, [me, change])
  return async (entered) => {
    const member = me ?? (isMember ? (await query.refetch()).data?.member : undefined)
    return member ? { ...entered, ...fillContact(entered, member) } : entered
  }
}
