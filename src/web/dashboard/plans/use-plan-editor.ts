/** The draft of a plan while it is edited. */
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { ApiError, useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import type { Plan } from '../entities.ts'
import { toCoverage, newPlanForm, toBenefitChange, toNewPlan, toPlanChange, toPlanForm, type PlanForm } from './plan-form.ts'
import { type PlanProblems, planProblems, refusedPlanFields } from './plan-problems.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(defineDashboardMessages({ created: (plan: string) => `${plan} created.` }, { de: { created: (plan) => `„${plan}“ angelegt.` } }))

export interface PlanEditorProps {
  plan: Plan | 'new' | undefined
  onClose: () => void
}
/** What is wrong with the draft; what the server said of a field goes once that field is changed. */
function findProblems(draft: PlanForm, checked: PlanForm | undefined, error: unknown): { problems: PlanProblems; problem: unknown } {
  const refused = error instanceof ApiError && error.violations.length > 0 ? refusedPlanFields(error.violations) : undefined
  const isAsSent = (field: string) => {
    const name = (field.startsWith('fee ') ? 'fees' : field) as keyof PlanForm
    return checked !== undefined && JSON.stringify(checked[name]) === JSON.stringify(draft[name])
  }
  const stillRefused = Object.fromEntries(Object.entries(refused ?? {}).filter(([field]) => isAsSent(field)))
  return { problems: checked ? { ...stillRefused, ...planProblems(draft) } : {}, problem: refused ? undefined : error }
}

/** Stores a plan and then what it pays for. */
function usePlanStorage(saved: Plan | undefined) {
  const { currency } = useSite()
  const create = useApiMutation('plans.createPlan')
  const update = useApiMutation('plans.updatePlan')
  const setBenefit = useApiMutation('plans.setPlanBenefit')
  /** False when something is left to be put right in the form. */
  const store = async (before: PlanForm, draft: PlanForm, benefit: Parameters<typeof toBenefitChange>[0]): Promise<boolean> => {
    const change = saved && toPlanChange(saved, before, draft)
    const done = !saved
      ? await create.mutateAsync({ body: { plan: toNewPlan(draft, currency) } }).catch(() => undefined)
      : change
        ? await update.mutateAsync({ params: { id: saved.id }, body: { plan: change } }).catch(() => undefined)
        : { plan: saved }
    if (!done) return false
    const coverage = toBenefitChange(benefit, before, draft)
    const covered = !coverage || (await setBenefit.mutateAsync({ params: { id: done.plan.id }, body: coverage }).catch(toastError))
    return covered !== undefined || !saved
  }
  const reset = () => {
    create.reset()
    update.reset()
  }
  return { store, reset, error: create.error ?? update.error, isSaving: create.isPending || update.isPending }
}

export function usePlanEditor({ plan, onClose }: PlanEditorProps) {
  const site = useSite()
  // `before`: as it was read; only what differs from it is saved.
  const [{ before, draft }, setEdited] = useState({ before: newPlanForm, draft: newPlanForm })
  /** As it was when it was last to be saved. */
  const [checked, setChecked] = useState<PlanForm>()
  const saved = plan !== 'new' ? plan : undefined
  const storage = usePlanStorage(saved)
  const services = useApiQuery(
    'services.queryServices',
    { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } },
    { enabled: plan !== undefined },
  )
  const benefit = useApiQuery('plans.getPlanBenefit', { params: { id: saved?.id ?? '' } }, { enabled: saved !== undefined })
  const key = plan === 'new' ? 'new' : plan?.id
  const resetDraft = useEffectEvent(() => {
    const first = saved ? toPlanForm(saved, undefined) : newPlanForm
    setEdited({ before: first, draft: first })
    setChecked(undefined)
    storage.reset()
  })
  // Another plan resets the draft; refetching the same plan must not overwrite what is being typed.
  useEffect(() => resetDraft(), [key])
  const paysFor = benefit.data
  useEffect(() => {
    if (!paysFor) return
    const coverage = toCoverage(paysFor)
    // What was chosen before it came stays.
    setEdited((old) => ({
      before: { ...old.before, ...coverage },
      draft: old.draft.covers === old.before.covers && old.draft.sessions === old.before.sessions ? { ...old.draft, ...coverage } : old.draft,
    }))
  }, [paysFor])
  const set = <K extends keyof PlanForm>(name: K, value: PlanForm[K]) => setEdited((old) => ({ ...old, draft: { ...old.draft, [name]: value } }))
  const shown = { ...toNewPlan(draft, site.currency), primary: saved?.primary ?? false }
  const tax = useApiQuery('sellingTerms.getSellingTerms', undefined, { enabled: plan !== undefined }).data?.tax
  const unsaved = useUnsavedGuard(onClose)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(draft)
    if (Object.keys(planProblems(draft)).length > 0 || !(await storage.store(before, draft, paysFor))) return
    unsaved.markSaved()
    toast(saved ? commonWords.saved : text.created(shown.name))
    onClose()
  }
  const shared = { saved, draft, set, shown, hasOrders: Boolean(saved?.hasOrders), tax, unsaved, save }
  return {
    ...shared,
    ...findProblems(draft, checked, storage.error),
    isSaving: storage.isSaving,
    services: services.data?.services ?? [],
    isBenefitPending: saved !== undefined && benefit.isPending,
  }
}
export type PlanEditorState = ReturnType<typeof usePlanEditor>
