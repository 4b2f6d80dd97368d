import { Button, MultiSelect, NumberInput, SegmentedControl, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { priceSentence } from '#domains/orders/rules/price-words.ts'
import { priceSpans } from '#domains/orders/rules/price.ts'
import { isAmount } from '#kit/pure/money.ts'
import { useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastProblem } from '../ask.ts'
import { useSite } from '../business.tsx'
import { NotSaved } from '../parts/conflict.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsaved } from '../parts/unsaved.tsx'
import type { Duration, Plan } from '../entities.ts'
import { money } from '../parts/words.ts'
import { PlanCard } from './plan-card.tsx'
import css from './plans.module.css'

interface Draft {
  name: string
  description: string
  perks: string
  price: string
  kind: 'recurring' | 'once'
  unit: Duration['unit']
  count: number
  cycles: number
  endless: boolean
  trial: number
  cancelable: boolean
  later: boolean
  visible: boolean
  limit: number
  terms: string
  covers: string[]
  sessions: number
  /** What is added to the first payment. */
  fees: { name: string; amount: string }[]
}
const fresh: Draft = {
  name: '',
  description: '',
  perks: '',
  price: '',
  kind: 'recurring',
  unit: 'MONTH',
  count: 1,
  cycles: 0,
  endless: false,
  trial: 0,
  cancelable: true,
  later: false,
  visible: true,
  limit: 0,
  terms: '',
  covers: [],
  sessions: 0,
  fees: [],
}
function draftOf(plan: Plan): Draft {
  const { pricing } = plan
  const length = pricing?.subscription?.cycleDuration ?? pricing?.singlePaymentForDuration
  return {
    ...fresh,
    name: plan.name,
    description: plan.description ?? '',
    perks: (plan.perks?.values ?? []).join('\n'),
    price: pricing?.price?.value ?? '',
    kind: pricing?.subscription ? 'recurring' : 'once',
    unit: length?.unit ?? 'MONTH',
    count: length?.count ?? 1,
    cycles: pricing?.subscription?.cycleCount ?? 0,
    endless: Boolean(pricing?.singlePaymentUnlimited),
    trial: pricing?.freeTrialDays ?? 0,
    cancelable: plan.buyerCanCancel ?? true,
    later: plan.allowFutureStartDate ?? false,
    visible: plan.public ?? true,
    limit: plan.maxPurchasesPerBuyer ?? 0,
    terms: plan.termsAndConditions ?? '',
    fees: (pricing?.feeConfigs ?? []).map(({ fee }) => ({ name: fee.name, amount: fee.amount })),
  }
}
function planOf(
  draft: Draft,
  currency: string,
  primary = false,
): Pick<
  Plan,
  | 'name'
  | 'description'
  | 'perks'
  | 'primary'
  | 'pricing'
  | 'buyerCanCancel'
  | 'allowFutureStartDate'
  | 'public'
  | 'maxPurchasesPerBuyer'
  | 'termsAndConditions'
> {
  const length = { unit: draft.unit, count: draft.count }
  return {
    name: draft.name.trim(),
    description: draft.description,
    perks: {
      values: draft.perks
        .split('\n')
        .map((perk) => perk.trim())
        .filter(Boolean),
    },
    primary,
    pricing: {
      price: { value: draft.price === '' ? '0' : draft.price, currency },
      ...(draft.fees.length > 0 && {
        feeConfigs: draft.fees.map(({ name, amount }) => ({ fee: { name: name.trim(), amount }, appliedAt: 'FIRST_PAYMENT' as const })),
      }),
      ...(draft.kind === 'recurring'
        ? { subscription: { cycleDuration: length, cycleCount: draft.cycles }, freeTrialDays: draft.trial }
        : draft.endless
          ? { singlePaymentUnlimited: true }
          : { singlePaymentForDuration: length }),
    },
    buyerCanCancel: draft.cancelable,
    allowFutureStartDate: draft.later,
    public: draft.visible,
    maxPurchasesPerBuyer: draft.limit,
    termsAndConditions: draft.terms,
  }
}

/** Everything about a plan with the shop's card beside it. */
export function PlanEditor({ plan, onClose }: { plan: Plan | 'new' | undefined; onClose: () => void }) {
  const site = useSite()
  const [draft, setDraft] = useState<Draft>(fresh)
  const create = useDo('plans.createPlan')
  const update = useDo('plans.updatePlan')
  const setBenefit = useDo('plans.setPlanBenefit')
  const services = useAsk('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } }, { enabled: plan !== undefined })
  const saved = plan !== 'new' ? plan : undefined
  const benefit = useAsk('plans.getPlanBenefit', { params: { id: saved?.id ?? '' } }, { enabled: saved !== undefined })
  const key = plan === 'new' ? 'new' : plan?.id
  const restart = useEffectEvent(() => {
    setDraft(saved ? draftOf(saved) : fresh)
    create.reset()
    update.reset()
  })
  // Another plan means another draft; the same plan read again must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const paysFor = benefit.data
  useEffect(() => {
    if (paysFor) setDraft((old) => ({ ...old, covers: paysFor.serviceIds, sessions: paysFor.benefit?.credits ?? 0 }))
  }, [paysFor])
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => setDraft((old) => ({ ...old, [name]: value }))
  const text = (name: 'name' | 'description' | 'perks' | 'terms') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  const shown = planOf(draft, site.currency, saved?.primary)
  const sold = Boolean(saved?.hasOrders)
  const tax = useAsk('orders.getSellingTerms', undefined, { enabled: plan !== undefined }).data?.tax
  const unsaved = useUnsaved(onClose)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = saved
      ? await update.mutateAsync({ params: { id: saved.id }, body: { plan: { ...shown, id: saved.id } } }).catch(() => undefined)
      : await create.mutateAsync({ body: { plan: shown } }).catch(() => undefined)
    if (done) {
      if (draft.covers.length > 0 || paysFor?.benefit)
        await setBenefit
          .mutateAsync({
            params: { id: done.plan.id },
            body: { benefit: draft.covers.length > 0 ? { credits: draft.sessions || null } : null, serviceIds: draft.covers },
          })
          .catch(toastProblem)
      unsaved.saved()
      toast(saved ? 'Saved.' : `${shown.name} is ${draft.visible ? 'in the shop' : 'saved, hidden from the shop'}.`)
      onClose()
    }
  }
  const problem = create.error ?? update.error
  return (
    <SidePanel
      open={plan !== undefined}
      onClose={unsaved.close}
      size={860}
      title={saved ? `Edit ${saved.name}` : 'New plan'}
      footer={
        <Button type="submit" form="plan" size="md" loading={create.isPending || update.isPending}>
          {saved ? 'Save changes' : 'Create plan'}
        </Button>
      }
    >
      <div className={css.editor}>
        <form id="plan" onSubmit={(event) => void save(event)} onChange={unsaved.touched}>
          <Stack gap="lg">
            <NotSaved error={problem} />
            <TextInput size="md" label="Name" required maxLength={50} {...text('name')} />
            <Textarea size="md" label="Description" autosize minRows={2} maxLength={350} {...text('description')} />
            <Textarea size="md" label="What is included" description="One line each. People read these first." autosize minRows={3} {...text('perks')} />
            <SegmentedControl
              fullWidth
              size="md"
              aria-label="How it is paid"
              value={draft.kind}
              onChange={(kind) => set('kind', kind as Draft['kind'])}
              data={[
                { value: 'recurring', label: 'Paid regularly' },
                { value: 'once', label: 'Paid once' },
              ]}
            />
            <NumberInput
              size="md"
              label={`Price in ${site.currency}`}
              description={sold ? 'People who already hold the plan keep paying their old price.' : 'Leave empty for a free plan.'}
              min={0}
              decimalScale={2}
              hideControls
              value={draft.price}
              onChange={(value) => set('price', String(value))}
            />
            {draft.kind === 'once' && (
              <Switch size="md" label="Valid without end" checked={draft.endless} onChange={(event) => set('endless', event.currentTarget.checked)} />
            )}
            {!(draft.kind === 'once' && draft.endless) && (
              <div className={css.pair}>
                <NumberInput
                  size="md"
                  label={draft.kind === 'recurring' ? 'Paid every' : 'Valid for'}
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
                  onChange={(value) => set('unit', (value ?? 'MONTH') as Draft['unit'])}
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
                  label="How many payments"
                  description="0 means until cancelled."
                  min={0}
                  max={999}
                  value={draft.cycles}
                  onChange={(value) => set('cycles', Number(value) || 0)}
                />
                <NumberInput
                  size="md"
                  label="Free days at the start"
                  min={0}
                  max={999}
                  value={draft.trial}
                  onChange={(value) => set('trial', Number(value) || 0)}
                />
              </>
            )}
            <Fees fees={draft.fees} currency={site.currency} onChange={(fees) => set('fees', fees)} />
            <MultiSelect
              size="md"
              label="Bookings it pays for"
              description="Members with the plan book these without paying again."
              clearable
              searchable
              value={draft.covers}
              onChange={(value) => set('covers', value)}
              data={services.data?.services.map((one) => ({ value: one.id, label: one.name })) ?? []}
            />
            {draft.covers.length > 0 && (
              <NumberInput
                size="md"
                label={draft.kind === 'recurring' ? 'Sessions in each period' : 'Sessions in all'}
                description="0 means as many as they like."
                min={0}
                max={9999}
                value={draft.sessions}
                onChange={(value) => set('sessions', Number(value) || 0)}
              />
            )}
            <NumberInput
              size="md"
              label="Purchases per person"
              description="0 means as many as they like."
              min={0}
              value={draft.limit}
              onChange={(value) => set('limit', Number(value) || 0)}
            />
            <Switch
              size="md"
              label="Members may cancel by themselves"
              checked={draft.cancelable}
              onChange={(event) => set('cancelable', event.currentTarget.checked)}
            />
            <Switch size="md" label="May start on a later day" checked={draft.later} onChange={(event) => set('later', event.currentTarget.checked)} />
            {!saved && <Switch size="md" label="Show in the shop" checked={draft.visible} onChange={(event) => set('visible', event.currentTarget.checked)} />}
            <Textarea size="md" label="Terms" description="Shown at the checkout." autosize minRows={2} {...text('terms')} />
          </Stack>
        </form>
        <aside className={css.preview} aria-label="Preview">
          <p>In the shop it looks like this</p>
          <PlanCard plan={shown} />
          <p className={css.sentence} role="status">
            Who buys it today pays <strong>{sentenceOf(draft, shown.pricing, site, tax)}</strong>
            {tax ? `, ${tax.includedInPrice ? `${tax.name} included` : `${tax.name} included in these amounts`}` : ''}.
          </p>
        </aside>
      </div>
    </SidePanel>
  )
}

/** The price as the checkout will say it, with the tax and the fees. */
function sentenceOf(
  draft: Draft,
  pricing: Plan['pricing'],
  site: { currency: string; language: string },
  tax: { name: string; rate: string; includedInPrice: boolean } | undefined,
): string {
  const price = isAmount(draft.price) ? draft.price : '0'
  const fees = draft.fees.filter(({ amount }) => isAmount(amount))
  const spans = priceSpans({ price, currency: site.currency, fees, tax, cycleCount: draft.kind === 'recurring' ? draft.cycles : 1 })
  return priceSentence({ model: pricing, spans, trialDays: draft.kind === 'recurring' ? draft.trial : 0 }, (value, currency) =>
    money({ value, currency }, site),
  )
}

function Fees({ fees, currency, onChange }: { fees: Draft['fees']; currency: string; onChange: (fees: Draft['fees']) => void }) {
  const change = (at: number, part: Partial<Draft['fees'][number]>) => onChange(fees.map((fee, i) => (i === at ? { ...fee, ...part } : fee)))
  return (
    <Stack gap="sm">
      {fees.map((fee, at) => (
        // Fees have no name of their own until they are saved; their place is what tells them apart.
        // oxlint-disable-next-line no-array-index-key
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
            label={`In ${currency}`}
            required
            inputMode="decimal"
            value={fee.amount}
            error={fee.amount !== '' && !isAmount(fee.amount) ? 'Such as 10.00' : undefined}
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
            Add a fee to the first payment
          </Button>
        </div>
      )}
    </Stack>
  )
}
