/** What a booking asks beside the contact: the form of its service and the intake form, as they are filled in. */
import { useState } from 'react'
import { useApiQuery } from '../api.ts'
import type { ClientFormAnswers } from '../kit/client-forms/client-form-fields.tsx'
import type { ReplyOf } from '../operations.ts'

export type ClientForms = ReplyOf<'bookingForms.getFormsOfService'>

const readDraft = (text: string): ClientFormAnswers => (text ? (JSON.parse(text) as ClientFormAnswers) : {})
/** Fields of both forms. */
export const listFields = (forms: ClientForms | undefined) => [...(forms?.form.fields ?? []), ...(forms?.intake?.fields ?? [])]

/** What the draft of the booking keeps: JSON of the answers, and whether the intake form was sent before. */
interface ClientFormsDraft {
  fields: { answers: string; intakeDone: string }
  change: (to: (now: { answers: string }) => { answers: string }) => void
}
export function useClientForms(serviceId: string, { fields, change }: ClientFormsDraft) {
  const found = useApiQuery('bookingForms.getFormsOfService', { params: { serviceId } })
  // Files and signatures do not outlive the page: they are no draft to leave behind on a shared device.
  const [secret, setSecret] = useState<ClientFormAnswers>({})
  const forms = found.data
  const answers = { ...readDraft(fields.answers), ...secret }
  const setAnswer = (target: string, value: unknown) => {
    const type = listFields(forms).find((field) => field.target === target)?.type
    if (type === 'FILE' || type === 'SIGNATURE') setSecret((old) => ({ ...old, [target]: value }))
    else change((now) => ({ answers: JSON.stringify({ ...readDraft(now.answers), [target]: value }) }))
  }
  const isIntakeSkipped = fields.intakeDone === 'true'
  /** The answers to send, and what is wrong with them. */
  const check = async () => {
    const loaded = forms ?? (await found.refetch({ throwOnError: true })).data
    if (!loaded || listFields(loaded).length === 0) return { answers: {}, violations: [] }
    return (await import('../kit/client-forms/check-answers.ts')).checkForms(loaded, answers, isIntakeSkipped)
  }
  return { found, answers, setAnswer, check, isIntakeSkipped }
}
export type ClientFormsState = ReturnType<typeof useClientForms>
