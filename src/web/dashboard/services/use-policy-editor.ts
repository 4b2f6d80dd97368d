/** The draft of a booking policy while it is edited. */
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { BookingPolicy } from '../entities.ts'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { newPolicyForm, policyProblems, toNewPolicy, toPolicyChange, toPolicyForm, type PolicyForm } from './forms/policy-form.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    saved: 'Policy saved. Applies to new bookings.',
  },
  {
    de: {
      saved: 'Regeln gespeichert. Sie gelten für neue Buchungen.',
    },
  },
)

export interface PolicyEditorProps {
  policy: BookingPolicy | 'new' | undefined
  onClose: () => void
  onCreated?: (policy: BookingPolicy) => void
}
/** The draft of a policy: what differs from the stored one is saved. */
export function usePolicyEditor({ policy, onClose, onCreated }: PolicyEditorProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const create = useApiMutation('services.createBookingPolicy')
  const update = useApiMutation('services.updateBookingPolicy')
  const saved = policy === 'new' ? undefined : policy
  const [{ before, form }, setEdited] = useState({ before: newPolicyForm, form: newPolicyForm })
  const [checked, setChecked] = useState(false)
  const unsaved = useUnsavedGuard(onClose)
  const startOver = () => {
    const first = saved ? toPolicyForm(saved) : newPolicyForm
    setEdited({ before: first, form: first })
    setChecked(false)
    create.reset()
    update.reset()
  }
  const restart = useEffectEvent(startOver)
  const key = policy === 'new' ? 'new' : policy?.id
  // Refetching the same policy must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const set = (change: Partial<PolicyForm>) => {
    unsaved.markDirty()
    setEdited((old) => ({ ...old, form: { ...old.form, ...change } }))
  }
  const found = policyProblems(form)
  const problems = checked ? found : {}
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (Object.keys(found).length > 0) return
    try {
      const change = saved ? toPolicyChange(saved, before, form) : toNewPolicy(form)
      if (change && saved?.id) await update.mutateAsync({ params: { id: saved.id }, body: { bookingPolicy: change } })
      else if (change) {
        const { bookingPolicy } = await create.mutateAsync({ body: { bookingPolicy: change } })
        onCreated?.(bookingPolicy)
      }
      unsaved.markSaved()
      if (change) toast(saved ? t.saved : w.wasCreated(form.name.trim()))
      onClose()
    } catch {
      /* shown above the form */
    }
  }
  return { form, set, problems, unsaved, saved, create, update, save, startOver, key }
}

export type PolicyDraft = ReturnType<typeof usePolicyEditor>
