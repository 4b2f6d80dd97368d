import { Button, MultiSelect, NumberInput, SegmentedControl, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { formatPriceSummary } from '#domains/orders/rules/price-summary.ts'
import { priceSpans } from '#domains/orders/rules/price.ts'
import { isAmount } from '#kit/pure/money.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import type { Plan } from '../entities.ts'
import { formatPrice } from '../parts/format.ts'
import { PlanCard } from './plan-card.tsx'
import { toCoverage, newPlanForm, toBenefitChange, toNewPlan, toPlanChange, toPlanForm, type PlanForm } from './plan-form.ts'
import css from './plans.module.css'

interface PlanEditorProps {
  plan: Plan | 'new' | undefined
  onClose: () => void
}
function usePlanEditor({ plan, onClose }: PlanEditorProps) {
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
      toast(saved ? 'Saved.' : `${shown.name} created.`)
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
type PlanEditorState = ReturnType<typeof usePlanEditor>

/** Edits a plan, with its card as customers see it beside the form. */
export function PlanEditor({ plan, onClose }: PlanEditorProps) {
  const site = useSite()
  const editor = usePlanEditor({ plan, onClose })
  const { saved, draft, set, shown, tax, unsaved } = editor
  const text = (name: 'name' | 'description' | 'perks' | 'terms') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  return (
    <SidePanel
      open={plan !== undefined}
      onClose={unsaved.close}
      size={860}
      title={saved ? `Edit ${saved.name}` : 'New plan'}
      footer={
        <Allowed operation="plans.updatePlan">
          <Button type="submit" form="plan" size="md" loading={editor.isSaving}>
            {saved ? 'Save changes' : 'Create plan'}
          </Button>
        </Allowed>
      }
    >
      <div className={css.editor}>
        <form id="plan" onSubmit={(event) => void editor.save(event)} onChange={unsaved.markDirty}>
          <AllowedFields operation="plans.updatePlan">
            <Stack gap="lg">
              <SaveError error={editor.problem} />
              <TextInput size="md" label="Name" required maxLength={50} {...text('name')} />
              <Textarea size="md" label="Description" autosize minRows={2} maxLength={350} {...text('description')} />
              <Textarea size="md" label="What’s included" description="One per line." autosize minRows={3} {...text('perks')} />
              <PriceFields editor={editor} />
              <CoverageFields editor={editor} />
              <RuleFields editor={editor} />
              <Textarea size="md" label="Terms" description="Shown at checkout." autosize minRows={2} {...text('terms')} />
            </Stack>
          </AllowedFields>
        </form>
        <aside className={css.preview} aria-label="Preview">
          <p>Preview</p>
          <PlanCard plan={shown} />
          <p className={css.sentence} role="status">
            A customer buying today pays <strong>{describePrice(draft, shown.pricing, site, tax)}</strong>
            {tax ? `, ${tax.includedInPrice ? `${tax.name} included` : `${tax.name} included in these amounts`}` : ''}.
          </p>
        </aside>
      </div>
    </SidePanel>
  )
}

/** Price, billing period, trial and fees. */
function PriceFields({ editor: { draft, set, hasOrders } }: { editor: PlanEditorState }) {
  const site = useSite()
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Billing"
        value={draft.kind}
        onChange={(kind) => set('kind', kind as PlanForm['kind'])}
        data={[
          { value: 'recurring', label: 'Recurring' },
          { value: 'once', label: 'One-time' },
        ]}
      />
      <NumberInput
        size="md"
        label={`Price in ${site.currency}`}
        description={hasOrders ? 'Existing subscribers keep their price.' : 'Leave empty for a free plan.'}
        min={0}
        decimalScale={2}
        hideControls
        value={draft.price}
        onChange={(value) => set('price', String(value))}
      />
      {draft.kind === 'once' && (
        <Switch size="md" label="Never expires" checked={draft.endless} onChange={(event) => set('endless', event.currentTarget.checked)} />
      )}
      {!(draft.kind === 'once' && draft.endless) && (
        <div className={css.pair}>
          <NumberInput
            size="md"
            label={draft.kind === 'recurring' ? 'Billed every' : 'Valid for'}
            min={1}
            max={1000}
            value={draft.count}
            onChange={(value) => set('count', Number(value) || 1)}
          />
          <Select
            size="md"
            aria-label="Unit"
            allowDeselect={false}
            value={draft.unit}
            onChange={(value) => set('unit', (value ?? 'MONTH') as PlanForm['unit'])}
            data={(['DAY', 'WEEK', 'MONTH', 'YEAR'] as const).map((unit) => ({
              value: unit,
              label: `${unit.toLowerCase()}${draft.count === 1 ? '' : 's'}`,
            }))}
          />
        </div>
      )}
      {draft.kind === 'recurring' && (
        <>
          <NumberInput
            size="md"
            label="Number of payments"
            description="Enter 0 to bill until cancelled."
            min={0}
            max={999}
            value={draft.cycles}
            onChange={(value) => set('cycles', Number(value) || 0)}
          />
          <NumberInput size="md" label="Free trial (days)" min={0} max={999} value={draft.trial} onChange={(value) => set('trial', Number(value) || 0)} />
        </>
      )}
      <Fees fees={draft.fees} currency={site.currency} onChange={(fees) => set('fees', fees)} />
    </>
  )
}

/** The services that the plan pays for, and how many sessions of them. */
const CoverageFields = ({ editor: { draft, set, services, isBenefitPending } }: { editor: PlanEditorState }) => (
  <>
    <MultiSelect
      size="md"
      label="Included services"
      description="Members book these with their plan."
      clearable
      searchable
      disabled={isBenefitPending}
      value={draft.covers}
      onChange={(value) => set('covers', value)}
      data={services.map((one) => ({ value: one.id, label: one.name }))}
    />
    {draft.covers.length > 0 && (
      <NumberInput
        size="md"
        label={draft.kind === 'recurring' ? 'Sessions per period' : 'Total sessions'}
        description="Enter 0 for unlimited."
        min={0}
        max={9999}
        value={draft.sessions}
        onChange={(value) => set('sessions', Number(value) || 0)}
      />
    )}
  </>
)

/** What members may do with the plan, and whether the site shows it. */
const RuleFields = ({ editor: { saved, draft, set } }: { editor: PlanEditorState }) => (
  <>
    <Switch
      size="md"
      label="Limit to one purchase per member"
      checked={draft.limit === 1}
      onChange={(event) => set('limit', event.currentTarget.checked ? 1 : 0)}
    />
    <Switch
      size="md"
      label="Members can cancel it themselves"
      checked={draft.cancelable}
      onChange={(event) => set('cancelable', event.currentTarget.checked)}
    />
    <Switch size="md" label="Members can choose a start date" checked={draft.later} onChange={(event) => set('later', event.currentTarget.checked)} />
    {!saved && <Switch size="md" label="Show on site" checked={draft.visible} onChange={(event) => set('visible', event.currentTarget.checked)} />}
  </>
)

/** The price as the checkout shows it, with tax and fees. */
function describePrice(
  draft: PlanForm,
  pricing: Plan['pricing'],
  site: { currency: string; language: string },
  tax: { name: string; rate: string; includedInPrice: boolean } | undefined,
): string {
  const price = isAmount(draft.price) ? draft.price : '0'
  const fees = draft.fees.filter(({ amount }) => isAmount(amount))
  const spans = priceSpans({ price, currency: site.currency, fees, tax, cycleCount: draft.kind === 'recurring' ? draft.cycles : 1 })
  return formatPriceSummary({ model: pricing, spans, trialDays: draft.kind === 'recurring' ? draft.trial : 0 }, (value, currency) =>
    formatPrice({ value, currency }, site),
  )
}

function Fees({ fees, currency, onChange }: { fees: PlanForm['fees']; currency: string; onChange: (fees: PlanForm['fees']) => void }) {
  const change = (at: number, part: Partial<PlanForm['fees'][number]>) => onChange(fees.map((fee, i) => (i === at ? { ...fee, ...part } : fee)))
  return (
    <Stack gap="sm">
      {fees.map((fee, at) => (
        // Fees have no id until they are saved; only their index tells them apart.
        <div key={at} className={css.fee}>
          <TextInput
            size="md"
            label="Fee"
            required
            maxLength={40}
            placeholder="Joining fee"
            value={fee.name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <TextInput
            size="md"
            label={`Amount in ${currency}`}
            required
            inputMode="decimal"
            value={fee.amount}
            error={fee.amount !== '' && !isAmount(fee.amount) ? 'Enter an amount such as 10.00' : undefined}
            onChange={(event) => change(at, { amount: event.currentTarget.value.replace(',', '.') })}
          />
          <Button variant="subtle" c="var(--bad)" aria-label={`Remove ${fee.name || 'the fee'}`} onClick={() => onChange(fees.filter((_, i) => i !== at))}>
            Remove
          </Button>
        </div>
      ))}
      {fees.length < 5 && (
        <div>
          <Button variant="default" onClick={() => onChange([...fees, { name: '', amount: '' }])}>
            Add a sign-up fee
          </Button>
        </div>
      )}
    </Stack>
  )
}
