/** The editor of a booking policy, with the sentences that clients read beside the fields. */
import { ActionIcon, Alert, Button, Checkbox, NumberInput, SegmentedControl, Select, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, type RefObject, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { BookingPolicy } from '../entities.ts'
import { SaveError } from '../parts/save-error.tsx'
import { LeadTimeInput } from '../parts/lead-time.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { formatPrice } from '../parts/format.ts'
import {
  newPolicyForm,
  policyProblems,
  toNewPolicy,
  toPolicyChange,
  toPolicyForm,
  type FeeWindow,
  type PolicyForm,
  type PolicyProblems,
} from './forms/policy-form.ts'
import { policySentences } from './forms/policy-sentences.ts'
import { PolicyExample } from './policy-example.tsx'
import css from './services.module.css'

interface PartProps {
  form: PolicyForm
  set: (change: Partial<PolicyForm>) => void
  problems: PolicyProblems
}

interface PolicyEditorProps {
  policy: BookingPolicy | 'new' | undefined
  onClose: () => void
  onCreated?: (policy: BookingPolicy) => void
}
/** The draft of a policy: what differs from the stored one is saved. */
function usePolicyEditor({ policy, onClose, onCreated }: PolicyEditorProps, summary: RefObject<HTMLDivElement | null>) {
  const create = useApiMutation('services.createBookingPolicy')
  const update = useApiMutation('services.updateBookingPolicy')
  const saved = policy === 'new' ? undefined : policy
  const [{ before, form }, setEdited] = useState({ before: newPolicyForm, form: newPolicyForm })
  const [checked, setChecked] = useState(false)
  const unsaved = useUnsavedGuard(onClose)
  const startOver = () => {
    const first = saved ? toPolicyForm(saved) : newPolicyForm
    setEdited({ before: first, form: first })
    setChecked(false)
    create.reset()
    update.reset()
  }
  const restart = useEffectEvent(startOver)
  const key = policy === 'new' ? 'new' : policy?.id
  // Refetching the same policy must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const set = (change: Partial<PolicyForm>) => {
    unsaved.markDirty()
    setEdited((old) => ({ ...old, form: { ...old.form, ...change } }))
  }
  const found = policyProblems(form)
  const problems = checked ? found : {}
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => summary.current?.focus())
      return
    }
    try {
      const change = saved ? toPolicyChange(saved, before, form) : toNewPolicy(form)
      if (change && saved?.id) await update.mutateAsync({ params: { id: saved.id }, body: { bookingPolicy: change } })
      else if (change) {
        const { bookingPolicy } = await create.mutateAsync({ body: { bookingPolicy: change } })
        onCreated?.(bookingPolicy)
      }
      unsaved.markSaved()
      if (change) toast(saved ? 'Policy saved. Applies to new bookings.' : `${form.name.trim()} created.`)
      onClose()
    } catch {
      requestAnimationFrame(() => summary.current?.focus())
    }
  }
  return { form, set, problems, unsaved, saved, create, update, save, startOver, key }
}

type PolicyDraft = ReturnType<typeof usePolicyEditor>

/** What prevents saving; takes the focus when it appears. */
function PolicyErrors({ editor, summary }: { editor: PolicyDraft; summary: RefObject<HTMLDivElement | null> }) {
  return (
    <div ref={summary} tabIndex={-1} className={css.summary}>
      <SaveError error={editor.create.error ?? editor.update.error} onReload={editor.startOver} onOverwrite={() => void editor.save()} />
      {Object.keys(editor.problems).length > 0 && (
        <Alert color="red" role="alert" title="Please fix the following">
          <ul className={css.problems}>
            {Object.entries(editor.problems).map(([field, text]) => (
              <li key={field}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

/** The sentences that customers read. */
function PolicyPreview({ editor, services }: { editor: PolicyDraft; services: readonly string[] }) {
  const site = useSite()
  return (
    <section className={css.preview} aria-label="Summary for customers">
      <Title order={3} size="h5">
        Summary for customers
      </Title>
      <ul className={css.sentences}>
        {policySentences(editor.form, (value) => formatPrice({ value, currency: site.currency }, site)).map(({ about, text }) => (
          <li key={about}>{text}</li>
        ))}
      </ul>
      {editor.key && <PolicyExample form={editor.form} used={services} />}
      {editor.saved && (
        <Text size="sm" c="dimmed" mt="sm">
          {services.length === 0 ? 'Not used by any service.' : `Used by ${services.join(', ')}. Existing bookings keep the policy they were made under.`}
        </Text>
      )}
    </section>
  )
}

function GroupAndWaitlist({ editor }: { editor: PolicyDraft }) {
  return (
    <Part title="Group size and waitlist">
      <NumberInput
        size="md"
        label="Maximum people per booking"
        min={1}
        max={1000}
        allowDecimal={false}
        value={editor.form.people}
        error={editor.problems.people}
        onChange={(value) => editor.set({ people: Math.max(1, Math.round(Number(value) || 1)) })}
      />
      <Switch
        size="md"
        label="Waitlist for full classes"
        checked={editor.form.waiting.on}
        onChange={(event) => editor.set({ waiting: { ...editor.form.waiting, on: event.currentTarget.checked } })}
      />
      {editor.form.waiting.on && (
        <>
          <NumberInput
            size="md"
            label="Waitlist size"
            min={1}
            allowDecimal={false}
            value={editor.form.waiting.places}
            error={editor.problems.waiting}
            onChange={(value) => editor.set({ waiting: { ...editor.form.waiting, places: Math.max(1, Math.round(Number(value) || 1)) } })}
          />
          <LeadTimeInput
            key={`waiting ${editor.key}`}
            label="Time to accept an offered spot"
            minutes={editor.form.waiting.minutes}
            onChange={(minutes) => editor.set({ waiting: { ...editor.form.waiting, minutes } })}
          />
        </>
      )}
    </Part>
  )
}

function PolicyText({ editor }: { editor: PolicyDraft }) {
  return (
    <Part title="Policy text">
      <Switch
        size="md"
        label="Show a text when customers book"
        checked={editor.form.text.on}
        onChange={(event) => editor.set({ text: { ...editor.form.text, on: event.currentTarget.checked } })}
      />
      {editor.form.text.on && (
        <Textarea
          size="md"
          label="Text"
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

/** `services` are the names of those that follow the rules already. */
export function PolicyEditor({ services = [], ...editorProps }: PolicyEditorProps & { services?: readonly string[] }) {
  const site = useSite()
  const summary = useRef<HTMLDivElement>(null)
  const editor = usePolicyEditor(editorProps, summary)
  const props: PartProps = { form: editor.form, set: editor.set, problems: editor.problems }
  return (
    <SidePanel
      open={editorProps.policy !== undefined}
      onClose={editor.unsaved.close}
      size={680}
      title={editor.saved ? `Edit ${editor.saved.name ?? 'policy'}` : 'New booking policy'}
      footer={
        <Allowed operation="services.updateBookingPolicy">
          <Button type="submit" form="policy" size="md" loading={editor.create.isPending || editor.update.isPending}>
            {editor.saved ? 'Save policy' : 'Create policy'}
          </Button>
        </Allowed>
      }
    >
      <form id="policy" noValidate onSubmit={(event) => void editor.save(event)}>
        <AllowedFields operation="services.updateBookingPolicy">
          <PolicyErrors editor={editor} summary={summary} />
          <PolicyPreview editor={editor} services={services} />
          <Part title="Name">
            <TextInput
              size="md"
              label="Name"
              required
              maxLength={400}
              value={editor.form.name}
              error={editor.problems.name}
              onChange={(event) => editor.set({ name: event.currentTarget.value })}
            />
          </Part>
          <BookingWindow {...props} />
          <SelfService {...props} />
          <GroupAndWaitlist editor={editor} />
          <Fee {...props} currency={site.currency} />
          <PolicyText editor={editor} />
        </AllowedFields>
      </form>
    </SidePanel>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.part}>
    <Title order={3} size="h4">
      {title}
    </Title>
    <Stack gap="lg" mt="md">
      {children}
    </Stack>
  </section>
)

function BookingWindow({ form, set, problems }: PartProps) {
  return (
    <Part title="Booking window">
      <Switch
        size="md"
        label="Limit how early customers can book"
        checked={form.early.on}
        onChange={(event) => set({ early: { ...form.early, on: event.currentTarget.checked } })}
      />
      {form.early.on && (
        <LeadTimeInput
          label="Opens before the start"
          minutes={form.early.minutes}
          error={problems.early}
          onChange={(minutes) => set({ early: { ...form.early, minutes } })}
        />
      )}
      <Switch
        size="md"
        label="Set a booking deadline"
        checked={form.late.on}
        onChange={(event) => set({ late: { ...form.late, on: event.currentTarget.checked }, ...(event.currentTarget.checked ? { afterStart: false } : {}) })}
      />
      {form.late.on && (
        <LeadTimeInput
          label="Closes before the start"
          minutes={form.late.minutes}
          error={problems.late}
          onChange={(minutes) => set({ late: { ...form.late, minutes } })}
        />
      )}
      {!form.late.on && (
        <Switch
          size="md"
          label="Allow booking after classes and courses start"
          checked={form.afterStart}
          error={problems.afterStart}
          onChange={(event) => set({ afterStart: event.currentTarget.checked })}
        />
      )}
    </Part>
  )
}

function SelfService({ form, set, problems }: PartProps) {
  return (
    <Part title="Cancelling and rescheduling">
      {(
        [
          ['cancel', 'Customers can cancel online', 'Up to this long before the start'],
          ['move', 'Customers can reschedule online', 'Up to this long before the start'],
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
                  aria-label={`${label}: until when`}
                  value={rule.limited ? 'limited' : 'start'}
                  onChange={(value) => change({ limited: value === 'limited' })}
                  data={[
                    { value: 'limited', label: 'Set a deadline' },
                    { value: 'start', label: 'Until the start' },
                  ]}
                />
                {rule.limited && <LeadTimeInput label={until} minutes={rule.minutes} error={problems[field]} onChange={(minutes) => change({ minutes })} />}
                <Checkbox
                  size="md"
                  label="Also guests, via their email link"
                  checked={rule.byLink}
                  onChange={(event) => change({ byLink: event.currentTarget.checked })}
                />
              </div>
            )}
          </Stack>
        )
      })}
    </Part>
  )
}

function Fee({ form, set, problems, currency }: PartProps & { currency: string }) {
  const { fee } = form
  const change = (at: number, part: Partial<FeeWindow>) =>
    set({ fee: { ...fee, windows: fee.windows.map((window, i) => (i === at ? { ...window, ...part } : window)) } })
  return (
    <Part title="Late cancellation fee">
      <Switch
        size="md"
        label="Charge for late cancellations and no-shows"
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
            <div key={at} className={css.step} role="group" aria-label={`Fee ${at + 1}`}>
              <div className={css.pair}>
                <TextInput
                  size="md"
                  label={window.kind === 'AMOUNT' ? `Fee in ${currency}` : 'Percent of the price'}
                  inputMode="decimal"
                  value={window.value}
                  onChange={(event) => change(at, { value: event.currentTarget.value.replace(',', '.') })}
                />
                <Select
                  size="md"
                  aria-label={`Fee ${at + 1}: type`}
                  allowDeselect={false}
                  value={window.kind}
                  onChange={(kind) => change(at, { kind: (kind ?? 'PERCENT') as FeeWindow['kind'] })}
                  data={[
                    { value: 'PERCENT', label: 'percent' },
                    { value: 'AMOUNT', label: `amount in ${currency}` },
                  ]}
                />
              </div>
              {window.minutes === undefined ? (
                <Text size="sm">Until the start.</Text>
              ) : (
                <LeadTimeInput label="Applies from this long before the start" minutes={window.minutes} onChange={(minutes) => change(at, { minutes })} />
              )}
              {fee.windows.length > 1 && (
                <ActionIcon
                  size={44}
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove fee ${at + 1}`}
                  onClick={() => set({ fee: { ...fee, windows: fee.windows.filter((_, i) => i !== at) } })}
                >
                  <IconX size={18} />
                </ActionIcon>
              )}
            </div>
          ))}
          {problems.fee && (
            <Text c="red" size="sm">
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
                Add a second fee
              </Button>
            </div>
          )}
          <Switch
            size="md"
            label="Charge the saved card automatically"
            checked={fee.byItself}
            onChange={(event) => set({ fee: { ...fee, byItself: event.currentTarget.checked } })}
          />
        </>
      )}
      <Switch size="md" label="Save a card when booking" checked={form.savesCard} onChange={(event) => set({ savesCard: event.currentTarget.checked })} />
    </Part>
  )
}
