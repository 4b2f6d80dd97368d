/** The draft of a plan while it is edited. */
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import type { Plan } from '../entities.ts'
import { toCoverage, newPlanForm, toBenefitChange, toNewPlan, toPlanChange, toPlanForm, type PlanForm } from './plan-form.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(defineDashboardMessages({ created: (plan: string) => `${plan} created.` }, { de: { created: (plan) => `„${plan}“ angelegt.` } }))

export interface PlanEditorProps {
  plan: Plan | 'new' | undefined
  onClose: () => void
}
export function usePlanEditor({ plan, onClose }: PlanEditorProps) {
  const site = useSite()
  const [draft, setDraft] = useState<PlanForm>(newPlanForm)
  // As it was read: only what differs from it is saved.
  const [before, setBefore] = useState<PlanForm>(newPlanForm)
  const create = useApiMutation('plans.createPlan')
  const update = useApiMutation('plans.updatePlan')
  const setBenefit = useApiMutation('plans.setPlanBenefit')
  const services = useApiQuery(
    'services.queryServices',
    { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } },
    { enabled: plan !== undefined },
  )
  const saved = plan !== 'new' ? plan : undefined
  const benefit = useApiQuery('plans.getPlanBenefit', { params: { id: saved?.id ?? '' } }, { enabled: saved !== undefined })
  const key = plan === 'new' ? 'new' : plan?.id
  const resetDraft = useEffectEvent(() => {
    setDraft(saved ? toPlanForm(saved, undefined) : newPlanForm)
    setBefore(saved ? toPlanForm(saved, undefined) : newPlanForm)
    create.reset()
    update.reset()
  })
  // Another plan resets the draft; refetching the same plan must not overwrite what is being typed.
  useEffect(() => resetDraft(), [key])
  const paysFor = benefit.data
  useEffect(() => {
    if (!paysFor) return
    setDraft((old) => ({ ...old, ...toCoverage(paysFor) }))
    setBefore((old) => ({ ...old, ...toCoverage(paysFor) }))
  }, [paysFor])
  const set = <K extends keyof PlanForm>(name: K, value: PlanForm[K]) => setDraft((old) => ({ ...old, [name]: value }))
  const shown = { ...toNewPlan(draft, site.currency), primary: saved?.primary ?? false }
  const tax = useApiQuery('sellingTerms.getSellingTerms', undefined, { enabled: plan !== undefined }).data?.tax
  const unsaved = useUnsavedGuard(onClose)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const change = saved && toPlanChange(saved, before, draft)
    const done = !saved
      ? await create.mutateAsync({ body: { plan: toNewPlan(draft, site.currency) } }).catch(() => undefined)
      : change
        ? await update.mutateAsync({ params: { id: saved.id }, body: { plan: change } }).catch(() => undefined)
        : { plan: saved }
    if (done) {
      const coverage = toBenefitChange(paysFor, before, draft)
      const covered = !coverage || (await setBenefit.mutateAsync({ params: { id: done.plan.id }, body: coverage }).catch(toastError))
      if (covered === undefined && saved) return
      unsaved.markSaved()
      toast(saved ? commonWords.saved : text.created(shown.name))
      onClose()
    }
  }
  const shared = { saved, draft, set, shown, hasOrders: Boolean(saved?.hasOrders), tax, unsaved, save }
  return {
    ...shared,
    problem: create.error ?? update.error,
    isSaving: create.isPending || update.isPending,
    services: services.data?.services ?? [],
    isBenefitPending: saved !== undefined && benefit.isPending,
  }
}
export type PlanEditorState = ReturnType<typeof usePlanEditor>
