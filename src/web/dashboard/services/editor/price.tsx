import { ActionIcon, Button, Checkbox, MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import { readAmount, showAmount } from '../../parts/amounts.ts'
import { findPersonPrice } from '../forms/service-change.ts'
import { withPriceKind, type PriceKind } from '../forms/service-form.ts'
import css from '../services.module.css'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'
import { messages } from './price.messages.ts'
import { words } from '../words.messages.ts'

const text = currentMessages(messages)
const wordText = currentMessages(words)

const kinds: { value: PriceKind; label: string; onlyAppointments?: boolean }[] = [
  { value: 'FIXED', label: text.fixed },
  { value: 'LENGTH', label: text.byDuration, onlyAppointments: true },
  { value: 'PERSON', label: text.byPerson, onlyAppointments: true },
  { value: 'CHOICE', label: text.byOption },
  { value: 'WORDS', label: text.customText },
  { value: 'FREE', label: wordText.free },
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
      value={showAmount(value)}
      error={error}
      onChange={(event) => onChange(readAmount(event.currentTarget.value))}
    />
  )
}

/** What it costs and how it is paid. */
export function PricePart(props: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const { form, set, problems, choices } = props
  const { currency } = useSite()
  const priced = form.priceKind !== 'FREE' && form.priceKind !== 'WORDS'
  return (
    <Part name="price" title={w.price}>
      <Select
        size="md"
        label={t.priceType}
        allowDeselect={false}
        value={form.priceKind}
        onChange={(kind) => set(withPriceKind(form, (kind ?? 'FIXED') as PriceKind))}
        data={kinds.filter((kind) => !kind.onlyAppointments || form.type === 'APPOINTMENT' || kind.value === form.priceKind)}
      />
      {form.priceKind === 'WORDS' && (
        <TextInput
          size="md"
          label={t.priceText}
          description={t.priceTextAbout}
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
          label={form.priceKind === 'FIXED' ? w.priceIn(currency) : t.defaultIn(currency)}
          {...(form.priceKind === 'FIXED' ? {} : { description: t.defaultAbout })}
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
        label={t.withPlan}
        description={t.withPlanAbout}
        checked={form.payByPlan}
        onChange={(event) => set({ payByPlan: event.currentTarget.checked })}
      />
      {(form.payByPlan || form.planIds.length > 0) && (
        <MultiSelect
          size="md"
          label={t.plans}
          id={fieldId('plans')}
          placeholder={form.planIds.length === 0 ? (choices.plans.length === 0 ? t.noPlans : t.selectPlans) : undefined}
          clearable
          value={form.planIds}
          error={problems.plans}
          onChange={(planIds) => set({ planIds })}
          data={choices.plans.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      {form.payByPlan && form.planIds.length === 0 && (
        <Text size="sm" c="var(--warn)">
          {t.plansMissing}
        </Text>
      )}
    </Part>
  )
}

function PaymentMethods({ form, set, problems, currency }: PartProps & { currency: string }) {
  const t = useMessages(messages)
  return (
    <>
      <Stack gap="xs" role="group" aria-label={t.methods}>
        <Text fw={600} size="sm">
          {t.methods}
        </Text>
        <Checkbox
          size="md"
          label={t.online}
          checked={form.payOnline}
          onChange={(event) => set({ payOnline: event.currentTarget.checked, ...(event.currentTarget.checked ? {} : { takesDeposit: false }) })}
        />
        <Checkbox
          size="md"
          label={t.inPerson}
          disabled={form.takesDeposit && !form.payAtDesk}
          {...(form.takesDeposit ? { description: t.depositOnline } : {})}
          checked={form.payAtDesk}
          onChange={(event) => set({ payAtDesk: event.currentTarget.checked })}
        />
        <Problem field="ways" problems={problems} />
      </Stack>
      {form.payOnline && (
        <Switch
          size="md"
          label={t.takeDeposit}
          checked={form.takesDeposit}
          onChange={(event) => set(event.currentTarget.checked ? { takesDeposit: true, payAtDesk: false } : { takesDeposit: false, payAtDesk: true })}
        />
      )}
      {form.takesDeposit && (
        <>
          <Amount
            label={t.depositIn(currency)}
            id={fieldId('deposit')}
            required
            value={form.deposit}
            error={problems.deposit}
            onChange={(deposit) => set({ deposit })}
          />
          <Checkbox size="md" label={t.inFull} checked={form.mayPayInFull} onChange={(event) => set({ mayPayInFull: event.currentTarget.checked })} />
        </>
      )}
    </>
  )
}

/** Prices of their own: of each length, each person, or each choice that customers make. */
function VariedPrices({ form, set, problems, choices }: PartProps) {
  const t = useMessages(messages)
  const usual = form.price || '0'
  if (form.priceKind === 'LENGTH')
    return (
      <Stack gap="sm" role="group" aria-label={t.pricesByDuration}>
        {form.lengths.map((minutes) => (
          <Amount
            key={minutes}
            label={t.minutesLong(minutes)}
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
      <Stack gap="sm" role="group" aria-label={t.pricesByPerson}>
        {form.staffIds.length === 0 && <Text c="dimmed">{t.staffFirst}</Text>}
        {form.staffIds.map((id) => (
          <Amount
            key={id}
            label={choices.people.find((one) => one.resourceId === id)?.name ?? t.staffMember}
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
  const t = useMessages(messages)
  const w = useMessages(words)
  const change = (at: number, part: Partial<(typeof form.choices)[number]>) =>
    set({ choices: form.choices.map((one, i) => (i === at ? { ...one, ...part } : one)) })
  return (
    <Stack gap="sm" role="group" aria-label={t.pricesByOption}>
      <TextInput
        size="md"
        label={t.optionName}
        placeholder={t.optionExample}
        maxLength={255}
        value={form.choiceName}
        onChange={(event) => set({ choiceName: event.currentTarget.value })}
      />
      {form.choices.map((choice, at) => (
        // Options may share a name while they are typed; only their index tells them apart.
        <div key={at} className={css.choice}>
          <TextInput
            size="md"
            label={t.optionNumber(at + 1)}
            maxLength={255}
            value={choice.name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <Amount label={t.priceNumber(at + 1)} placeholder={form.price || '0'} value={choice.price} onChange={(price) => change(at, { price })} />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={w.removeName(choice.name || t.unnamedOption(at + 1))}
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
          {t.addOption}
        </Button>
      </div>
    </Stack>
  )
}
