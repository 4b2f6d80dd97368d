/** Fills empty contact fields with what the account of the member knows. */
import { useEffect } from 'react'
import { useCurrentMember } from '../site/member-data.ts'

interface ContactDraft {
  first: string
  last: string
  email: string
  phone: string
}
export function usePrefill(change: (to: (old: ContactDraft) => ContactDraft) => void): void {
  const me = useCurrentMember().data?.member
  useEffect(() => {
    if (!me) return
    change((old) => ({
      first: old.first || me.contact?.firstName || '',
      last: old.last || me.contact?.lastName || '',
      email: old.email || me.loginEmail || '',
      phone: old.phone || me.contact?.phones?.[0] || '',
    }))
  }, [me, change])
}
