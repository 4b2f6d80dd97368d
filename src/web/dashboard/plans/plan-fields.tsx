/** The fields of a plan, by what they decide. */
import { Button, MultiSelect, NumberInput, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core'
import { isAmount } from '#kit/pure/money.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { decimalSign, readAmount, showAmount } from '../parts/amounts.ts'
import type { PlanForm } from './plan-form.ts'
import type { PlanProblems } from './plan-problems.ts'
import css from './plans.module.css'
import type { PlanEditorState } from './use-plan-editor.ts'
import { messages } from './plan-fields.messages.ts'
import { planMessages } from './plans.messages.ts'
import { commonWords } from '../parts/common-words.ts'

/** Price, billing period, trial and fees. */
export function PriceFields({ editor: { draft, set, hasOrders, problems } }: { editor: PlanEditorState }) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t.billing}
        value={draft.kind}
        onChange={(kind) => set('kind', kind as PlanForm['kind'])}
        data={[
          { value: 'recurring', label: t.recurring },
          { value: 'once', label: t.once },
        ]}
      />
      <NumberInput
        size="md"
        label={t.price(site.currency)}
        description={hasOrders ? t.keepPrice : draft.kind === 'once' ? t.emptyIsFree : undefined}
        error={problems.price}
        min={0}
        decimalScale={2}
        decimalSeparator={decimalSign()}
        allowedDecimalSeparators={['.', ',']}
        hideControls
        value={draft.price}
        onChange={(value) => set('price', String(value))}
      />
      {draft.kind === 'once' && (
        <Switch size="md" label={t.endless} checked={draft.endless} onChange={(event) => set('endless', event.currentTarget.checked)} />
      )}
      {!(draft.kind === 'once' && draft.endless) && (
        <div className={css.pair}>
          <NumberInput
            size="md"
            label={draft.kind === 'recurring' ? t.every : t.validFor}
            min={1}
            max={1000}
            value={draft.count}
            error={problems.count}
            onChange={(value) => set('count', Number(value) || 1)}
          />
          <Select
            size="md"
            aria-label={t.unit}
            allowDeselect={false}
            value={draft.unit}
            onChange={(value) => set('unit', (value ?? 'MONTH') as PlanForm['unit'])}
            data={(['DAY', 'WEEK', 'MONTH', 'YEAR'] as const).map((unit) => ({
              value: unit,
              label: t.units[unit](draft.count),
            }))}
          />
        </div>
      )}
      {draft.kind === 'recurring' && (
        <>
          <NumberInput
            size="md"
            label={currentMessages(planMessages).payments}
            description={t.paymentsHint}
            min={0}
            max={999}
            value={draft.cycles}
            error={problems.cycles}
            onChange={(value) => set('cycles', Number(value) || 0)}
          />
          <NumberInput
            size="md"
            label={t.trial}
            min={0}
            max={999}
            value={draft.trial}
            error={problems.trial}
            onChange={(value) => set('trial', Number(value) || 0)}
          />
        </>
      )}
      <Fees fees={draft.fees} problems={problems} currency={site.currency} onChange={(fees) => set('fees', fees)} />
    </>
  )
}

/** The services that the plan pays for, and how many sessions of them. */
export function CoverageFields({ editor: { draft, set, services, isBenefitPending, problems } }: { editor: PlanEditorState }) {
  const t = useMessages(messages)
  return (
    <>
      <MultiSelect
        size="md"
        label={t.services}
        description={t.servicesHint}
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
          label={draft.kind === 'recurring' ? t.sessionsEach : t.sessions}
          description={t.sessionsHint}
          min={0}
          max={9999}
          value={draft.sessions}
          error={problems.sessions}
          onChange={(value) => set('sessions', Number(value) || 0)}
        />
      )}
    </>
  )
}

/** What members may do with the plan, and whether the site shows it. */
export function RuleFields({ editor: { saved, draft, set } }: { editor: PlanEditorState }) {
  const t = useMessages(messages)
  return (
    <>
      <Switch size="md" label={t.limit} checked={draft.limit === 1} onChange={(event) => set('limit', event.currentTarget.checked ? 1 : 0)} />
      <Switch size="md" label={t.cancelable} checked={draft.cancelable} onChange={(event) => set('cancelable', event.currentTarget.checked)} />
      <Switch size="md" label={t.later} checked={draft.later} onChange={(event) => set('later', event.currentTarget.checked)} />
      {!saved && (
        <Switch
          size="md"
          label={currentMessages(planMessages).showOnSite}
          checked={draft.visible}
          onChange={(event) => set('visible', event.currentTarget.checked)}
        />
      )}
    </>
  )
}

interface FeesProps {
  fees: PlanForm['fees']
  problems: PlanProblems
  currency: string
  onChange: (fees: PlanForm['fees']) => void
}
function Fees({ fees, problems, currency, onChange }: FeesProps) {
  const t = useMessages(messages)
  const change = (at: number, part: Partial<PlanForm['fees'][number]>) => onChange(fees.map((fee, i) => (i === at ? { ...fee, ...part } : fee)))
  return (
    <Stack gap="sm">
      {fees.map((fee, at) => (
        // Fees have no id until they are saved; only their index tells them apart.
        <div key={at} className={css.fee}>
          <TextInput
            size="md"
            label={t.fee}
            required
            maxLength={40}
            placeholder={t.feeExample}
            value={fee.name}
            error={problems[`fee ${at} name`]}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <TextInput
            size="md"
            label={t.amount(currency)}
            required
            inputMode="decimal"
            value={showAmount(fee.amount)}
            error={problems[`fee ${at} amount`] ?? (fee.amount !== '' && !isAmount(fee.amount) ? t.badAmount : undefined)}
            onChange={(event) => change(at, { amount: readAmount(event.currentTarget.value) })}
          />
          <Button variant="subtle" c="var(--bad)" aria-label={t.removeFee(fee.name)} onClick={() => onChange(fees.filter((_, i) => i !== at))}>
            {commonWords.remove}
          </Button>
        </div>
      ))}
      {fees.length < 5 && (
        <div>
          <Button variant="default" onClick={() => onChange([...fees, { name: '', amount: '' }])}>
            {t.addFee}
          </Button>
        </div>
      )}
    </Stack>
  )
}
