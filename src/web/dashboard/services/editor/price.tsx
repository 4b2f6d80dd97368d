import { ActionIcon, Button, Checkbox, MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useSite } from '../../business.tsx'
import { findPersonPrice } from '../forms/service-change.ts'
import { withPriceKind, type PriceKind } from '../forms/service-form.ts'
import css from '../services.module.css'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'

const kinds: { value: PriceKind; label: string; onlyAppointments?: boolean }[] = [
  { value: 'FIXED', label: 'Fixed price' },
  { value: 'LENGTH', label: 'By duration', onlyAppointments: true },
  { value: 'PERSON', label: 'By staff member', onlyAppointments: true },
  { value: 'CHOICE', label: 'By option' },
  { value: 'WORDS', label: 'Custom text' },
  { value: 'FREE', label: 'Free' },
]

/** An amount in the currency of the site; a comma is as good as a point. */
function Amount({
  label,
  value,
  onChange,
  id,
  error,
  placeholder,
  description,
  required,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  id?: string
  error?: string | undefined
  placeholder?: string
  description?: string
  required?: boolean
}) {
  return (
    <TextInput
      size="md"
      label={label}
      inputMode="decimal"
      autoComplete="off"
      {...(id ? { id } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(description ? { description } : {})}
      {...(required ? { required } : {})}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replace(',', '.'))}
    />
  )
}

/** What it costs and how it is paid. */
export function PricePart(props: PartProps) {
  const { form, set, problems, choices } = props
  const { currency } = useSite()
  const priced = form.priceKind !== 'FREE' && form.priceKind !== 'WORDS'
  return (
    <Part name="price" title="Price">
      <Select
        size="md"
        label="Price type"
        allowDeselect={false}
        value={form.priceKind}
        onChange={(kind) => set(withPriceKind(form, (kind ?? 'FIXED') as PriceKind))}
        data={kinds.filter((kind) => !kind.onlyAppointments || form.type === 'APPOINTMENT' || kind.value === form.priceKind)}
      />
      {form.priceKind === 'WORDS' && (
        <TextInput
          size="md"
          label="Price text"
          description="For example “Ask us” or “Pay what you can”. Nothing is charged online."
          id={fieldId('priceWords')}
          required
          maxLength={50}
          value={form.priceWords}
          error={problems.priceWords}
          onChange={(event) => set({ priceWords: event.currentTarget.value })}
        />
      )}
      {priced && (
        <Amount
          label={form.priceKind === 'FIXED' ? `Price in ${currency}` : `Default price in ${currency}`}
          {...(form.priceKind === 'FIXED' ? {} : { description: 'Used when no specific price is set.' })}
          id={fieldId('price')}
          required
          value={form.price}
          error={problems.price}
          onChange={(price) => set({ price })}
        />
      )}
      <VariedPrices {...props} />
      {priced && <PaymentMethods {...props} currency={currency} />}
      <Checkbox
        size="md"
        label="Pay with a plan"
        description="Members with one of these plans book without paying."
        checked={form.payByPlan}
        onChange={(event) => set({ payByPlan: event.currentTarget.checked })}
      />
      {(form.payByPlan || form.planIds.length > 0) && (
        <MultiSelect
          size="md"
          label="Eligible plans"
          id={fieldId('plans')}
          placeholder={form.planIds.length === 0 ? (choices.plans.length === 0 ? 'No plans yet. Create one under Plans.' : 'Select plans') : undefined}
          clearable
          value={form.planIds}
          error={problems.plans}
          onChange={(planIds) => set({ planIds })}
          data={choices.plans.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      {form.payByPlan && form.planIds.length === 0 && (
        <Text size="sm" c="var(--warn)">
          Select at least one plan so members can use it.
        </Text>
      )}
    </Part>
  )
}

function PaymentMethods({ form, set, problems, currency }: PartProps & { currency: string }) {
  return (
    <>
      <Stack gap="xs" role="group" aria-label="Payment methods">
        <Text fw={600} size="sm">
          Payment methods
        </Text>
        <Checkbox
          size="md"
          label="Online"
          checked={form.payOnline}
          onChange={(event) => set({ payOnline: event.currentTarget.checked, ...(event.currentTarget.checked ? {} : { takesDeposit: false }) })}
        />
        <Checkbox
          size="md"
          label="In person"
          disabled={form.takesDeposit && !form.payAtDesk}
          {...(form.takesDeposit ? { description: 'Deposits are always paid online.' } : {})}
          checked={form.payAtDesk}
          onChange={(event) => set({ payAtDesk: event.currentTarget.checked })}
        />
        <Problem field="ways" problems={problems} />
      </Stack>
      {form.payOnline && (
        <Switch
          size="md"
          label="Require a deposit"
          checked={form.takesDeposit}
          onChange={(event) => set(event.currentTarget.checked ? { takesDeposit: true, payAtDesk: false } : { takesDeposit: false, payAtDesk: true })}
        />
      )}
      {form.takesDeposit && (
        <>
          <Amount
            label={`Deposit in ${currency}`}
            id={fieldId('deposit')}
            required
            value={form.deposit}
            error={problems.deposit}
            onChange={(deposit) => set({ deposit })}
          />
          <Checkbox
            size="md"
            label="Allow customers to pay in full online"
            checked={form.mayPayInFull}
            onChange={(event) => set({ mayPayInFull: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}

/** Prices of their own: of each length, each person, or each choice that customers make. */
function VariedPrices({ form, set, problems, choices }: PartProps) {
  const usual = form.price || '0'
  if (form.priceKind === 'LENGTH')
    return (
      <Stack gap="sm" role="group" aria-label="Prices by duration">
        {form.lengths.map((minutes) => (
          <Amount
            key={minutes}
            label={`${minutes} minutes`}
            placeholder={usual}
            value={form.lengthPrices[minutes] ?? ''}
            onChange={(price) => set({ lengthPrices: { ...form.lengthPrices, [minutes]: price } })}
          />
        ))}
        <Problem field="ownPrices" problems={problems} />
      </Stack>
    )
  if (form.priceKind === 'PERSON')
    return (
      <Stack gap="sm" role="group" aria-label="Prices by staff member">
        {form.staffIds.length === 0 && <Text c="dimmed">Select staff first.</Text>}
        {form.staffIds.map((id) => (
          <Amount
            key={id}
            label={choices.people.find((one) => one.resourceId === id)?.name ?? 'Staff member'}
            placeholder={usual}
            value={findPersonPrice(form, id, choices.people)}
            onChange={(price) => set({ personPrices: { ...form.personPrices, [id]: price } })}
          />
        ))}
        <Problem field="ownPrices" problems={problems} />
      </Stack>
    )
  return form.priceKind === 'CHOICE' ? <ChoicePrices form={form} set={set} problems={problems} choices={choices} /> : null
}

function ChoicePrices({ form, set, problems }: PartProps) {
  const change = (at: number, part: Partial<(typeof form.choices)[number]>) =>
    set({ choices: form.choices.map((one, i) => (i === at ? { ...one, ...part } : one)) })
  return (
    <Stack gap="sm" role="group" aria-label="Prices by option">
      <TextInput
        size="md"
        label="Option name"
        placeholder="For example, level or size"
        maxLength={255}
        value={form.choiceName}
        onChange={(event) => set({ choiceName: event.currentTarget.value })}
      />
      {form.choices.map((choice, at) => (
        // Options may share a name while they are typed; only their index tells them apart.
        <div key={at} className={css.choice}>
          <TextInput
            size="md"
            label={`Option ${at + 1}`}
            maxLength={255}
            value={choice.name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <Amount label={`Price ${at + 1}`} placeholder={form.price || '0'} value={choice.price} onChange={(price) => change(at, { price })} />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={`Remove ${choice.name || `option ${at + 1}`}`}
            onClick={() => set({ choices: form.choices.filter((_, i) => i !== at) })}
          >
            <IconX size={18} />
          </ActionIcon>
        </div>
      ))}
      <Problem field="choices" problems={problems} />
      <Problem field="ownPrices" problems={problems} />
      <div>
        <Button
          type="button"
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          className={css.inline}
          onClick={() => set({ choices: [...form.choices, { name: '', price: '' }] })}
        >
          Add option
        </Button>
      </div>
    </Stack>
  )
}
