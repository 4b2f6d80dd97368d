/** The fields of a booking policy, by what they decide. */
import { ActionIcon, Button, Checkbox, NumberInput, SegmentedControl, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '#web/kit/messages.ts'
import { readAmount, showAmount } from '../parts/amounts.ts'
import { LeadTimeInput } from '../parts/lead-time.tsx'
import type { FeeWindow, PolicyForm, PolicyProblems } from './forms/policy-form.ts'
import css from './services.module.css'
import type { PolicyDraft } from './use-policy-editor.ts'
import { messages } from './policy-fields.messages.ts'
import { words } from './words.messages.ts'

export interface PartProps {
  form: PolicyForm
  set: (change: Partial<PolicyForm>) => void
  problems: PolicyProblems
}

export function GroupAndWaitlist({ editor }: { editor: PolicyDraft }) {
  const t = useMessages(messages)
  return (
    <Part title={t.groupAndWaitlist}>
      <NumberInput
        size="md"
        label={t.people}
        min={1}
        max={1000}
        allowDecimal={false}
        value={editor.form.people}
        error={editor.problems.people}
        onChange={(value) => editor.set({ people: Math.max(1, Math.round(Number(value) || 1)) })}
      />
      <Switch
        size="md"
        label={t.waitlist}
        checked={editor.form.waiting.on}
        onChange={(event) => editor.set({ waiting: { ...editor.form.waiting, on: event.currentTarget.checked } })}
      />
      {editor.form.waiting.on && (
        <>
          <NumberInput
            size="md"
            label={t.waitlistSize}
            min={1}
            allowDecimal={false}
            value={editor.form.waiting.places}
            error={editor.problems.waiting}
            onChange={(value) => editor.set({ waiting: { ...editor.form.waiting, places: Math.max(1, Math.round(Number(value) || 1)) } })}
          />
          <LeadTimeInput
            key={`waiting ${editor.key}`}
            label={t.timeToAccept}
            minutes={editor.form.waiting.minutes}
            onChange={(minutes) => editor.set({ waiting: { ...editor.form.waiting, minutes } })}
          />
        </>
      )}
    </Part>
  )
}

export function StaffOrder({ form, set }: Pick<PartProps, 'form' | 'set'>) {
  const t = useMessages(messages)
  const w = useMessages(words)
  return (
    <Part title={t.staffChoice}>
      <Select
        size="md"
        label={t.noneChosen}
        description={t.rankAbout}
        allowDeselect={false}
        value={form.staffOrder}
        onChange={(staffOrder) => set({ staffOrder: (staffOrder ?? 'ANYONE') as PolicyForm['staffOrder'] })}
        data={[
          { value: 'ANYONE', label: w.anyoneFree },
          { value: 'LOWEST_FIRST', label: t.lowestFirst },
          { value: 'HIGHEST_FIRST', label: t.highestFirst },
        ]}
        comboboxProps={{ zIndex: 400 }}
      />
    </Part>
  )
}

export function PolicyText({ editor }: { editor: PolicyDraft }) {
  const t = useMessages(messages)
  return (
    <Part title={t.policyText}>
      <Switch
        size="md"
        label={t.showText}
        checked={editor.form.text.on}
        onChange={(event) => editor.set({ text: { ...editor.form.text, on: event.currentTarget.checked } })}
      />
      {editor.form.text.on && (
        <Textarea
          size="md"
          label={t.text}
          autosize
          minRows={3}
          maxLength={2500}
          value={editor.form.text.words}
          error={editor.problems.text}
          onChange={(event) => editor.set({ text: { ...editor.form.text, words: event.currentTarget.value } })}
        />
      )}
    </Part>
  )
}

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <Title order={3} size="h4">
      {title}
    </Title>
    <Stack gap="lg" mt="md">
      {children}
    </Stack>
  </section>
)

export function BookingWindow({ form, set, problems }: PartProps) {
  const t = useMessages(messages)
  return (
    <Part title={t.window}>
      <Switch size="md" label={t.limitEarly} checked={form.early.on} onChange={(event) => set({ early: { ...form.early, on: event.currentTarget.checked } })} />
      {form.early.on && (
        <LeadTimeInput label={t.opens} minutes={form.early.minutes} error={problems.early} onChange={(minutes) => set({ early: { ...form.early, minutes } })} />
      )}
      <Switch
        size="md"
        label={t.setLate}
        checked={form.late.on}
        onChange={(event) => set({ late: { ...form.late, on: event.currentTarget.checked }, ...(event.currentTarget.checked ? { afterStart: false } : {}) })}
      />
      {form.late.on && (
        <LeadTimeInput label={t.closes} minutes={form.late.minutes} error={problems.late} onChange={(minutes) => set({ late: { ...form.late, minutes } })} />
      )}
      {!form.late.on && (
        <Switch
          size="md"
          label={t.afterStart}
          checked={form.afterStart}
          error={problems.afterStart}
          onChange={(event) => set({ afterStart: event.currentTarget.checked })}
        />
      )}
    </Part>
  )
}

export function SelfService({ form, set, problems }: PartProps) {
  const t = useMessages(messages)
  return (
    <Part title={t.selfService}>
      {(
        [
          ['cancel', t.mayCancel, t.until],
          ['move', t.mayMove, t.until],
        ] as const
      ).map(([field, label, until]) => {
        const rule = form[field]
        const change = (part: Partial<typeof rule>) => set({ [field]: { ...rule, ...part } })
        return (
          <Stack key={field} gap="sm" role="group" aria-label={label}>
            <Switch size="md" label={label} checked={rule.allowed} onChange={(event) => change({ allowed: event.currentTarget.checked })} />
            {rule.allowed && (
              <div className={css.inner}>
                <SegmentedControl
                  fullWidth
                  size="sm"
                  aria-label={t.untilWhen(label)}
                  value={rule.limited ? 'limited' : 'start'}
                  onChange={(value) => change({ limited: value === 'limited' })}
                  data={[
                    { value: 'limited', label: t.setDeadline },
                    { value: 'start', label: t.untilStart },
                  ]}
                />
                {rule.limited && <LeadTimeInput label={until} minutes={rule.minutes} error={problems[field]} onChange={(minutes) => change({ minutes })} />}
                <Checkbox size="md" label={t.byLink} checked={rule.byLink} onChange={(event) => change({ byLink: event.currentTarget.checked })} />
              </div>
            )}
          </Stack>
        )
      })}
    </Part>
  )
}

export function Fee({ form, set, problems, currency }: PartProps & { currency: string }) {
  const t = useMessages(messages)
  const { fee } = form
  const change = (at: number, part: Partial<FeeWindow>) =>
    set({ fee: { ...fee, windows: fee.windows.map((window, i) => (i === at ? { ...window, ...part } : window)) } })
  return (
    <Part title={t.lateFee}>
      <Switch
        size="md"
        label={t.chargeLate}
        checked={fee.on}
        onChange={(event) =>
          set(
            event.currentTarget.checked
              ? {
                  fee: { ...fee, on: true, windows: fee.windows.length > 0 ? fee.windows : [{ kind: 'PERCENT', value: '50', minutes: 1440 }] },
                  savesCard: true,
                  text: { ...form.text, on: true },
                }
              : { fee: { ...fee, on: false } },
          )
        }
      />
      {fee.on && (
        <>
          {fee.windows.map((window, at) => (
            // A step has no id; only its index tells it from the others.
            <div key={at} className={css.step} role="group" aria-label={t.feeNumber(at + 1)}>
              <div className={css.pair}>
                <TextInput
                  size="md"
                  label={window.kind === 'AMOUNT' ? t.feeIn(currency) : t.percentOfPrice}
                  inputMode="decimal"
                  value={showAmount(window.value)}
                  onChange={(event) => change(at, { value: readAmount(event.currentTarget.value) })}
                />
                <Select
                  size="md"
                  aria-label={t.feeType(at + 1)}
                  allowDeselect={false}
                  value={window.kind}
                  onChange={(kind) => change(at, { kind: (kind ?? 'PERCENT') as FeeWindow['kind'] })}
                  data={[
                    { value: 'PERCENT', label: t.percent },
                    { value: 'AMOUNT', label: t.amountIn(currency) },
                  ]}
                />
              </div>
              {window.minutes === undefined ? (
                <Text size="sm">{t.feeUntilStart}</Text>
              ) : (
                <LeadTimeInput label={t.appliesFrom} minutes={window.minutes} onChange={(minutes) => change(at, { minutes })} />
              )}
              {fee.windows.length > 1 && (
                <ActionIcon
                  size={44}
                  variant="subtle"
                  color="gray"
                  aria-label={t.removeFee(at + 1)}
                  onClick={() => set({ fee: { ...fee, windows: fee.windows.filter((_, i) => i !== at) } })}
                >
                  <IconX size={18} />
                </ActionIcon>
              )}
            </div>
          ))}
          {problems.fee && (
            <Text c="red" size="sm" id="policy-fee" tabIndex={-1} data-problem>
              {problems.fee}
            </Text>
          )}
          {fee.windows.length < 2 && (
            <div>
              <Button
                type="button"
                variant="subtle"
                size="sm"
                className={css.inline}
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => set({ fee: { ...fee, windows: [...fee.windows, { kind: 'PERCENT', value: '100', minutes: 120 }] } })}
              >
                {t.secondFee}
              </Button>
            </div>
          )}
          <Switch
            size="md"
            label={t.chargeAutomatically}
            checked={fee.byItself}
            onChange={(event) => set({ fee: { ...fee, byItself: event.currentTarget.checked } })}
          />
        </>
      )}
      <Switch size="md" label={t.saveCard} checked={form.savesCard} onChange={(event) => set({ savesCard: event.currentTarget.checked })} />
    </Part>
  )
}
