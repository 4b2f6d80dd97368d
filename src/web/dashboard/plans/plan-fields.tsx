/** The fields of a plan, by what they decide. */
import { Button, MultiSelect, NumberInput, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core'
import { isAmount } from '#kit/pure/money.ts'
import { useSite } from '../business.tsx'
import type { PlanForm } from './plan-form.ts'
import css from './plans.module.css'
import type { PlanEditorState } from './use-plan-editor.ts'

/** Price, billing period, trial and fees. */
export function PriceFields({ editor: { draft, set, hasOrders } }: { editor: PlanEditorState }) {
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
export const CoverageFields = ({ editor: { draft, set, services, isBenefitPending } }: { editor: PlanEditorState }) => (
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
export const RuleFields = ({ editor: { saved, draft, set } }: { editor: PlanEditorState }) => (
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
