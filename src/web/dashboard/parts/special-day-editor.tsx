/** Adds or changes a closure or special hours; says what is booked on these days before they are saved. */
import { ActionIcon, Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { ScreenLink } from '../search-params.ts'
import type { ReplyOf } from '#web/operations.ts'
import { formatTimeRange } from './format-times.ts'
import { DashboardLink } from './link.tsx'
import { Row } from './list.tsx'
import { partWords } from './part-words.messages.ts'
import { List } from './page.tsx'
import { SaveError } from './save-error.tsx'
import { messages } from './special-day-editor.messages.ts'
import times from './times.module.css'
import {
  findSpecialDayProblems,
  hasProblems,
  newSpecialDayForm,
  toPeriods,
  toSpecialDayChange,
  toSpecialDayForm,
  type SpecialDay,
  type SpecialDayForm,
  type SpecialDaysOwner,
} from './special-day-form.ts'
import css from './schedule-forms.module.css'
import { toNextSpan } from './hours.ts'
import { TimeInput } from './time-input.tsx'
import { toastUndoable } from './undo.ts'
import { commonWords } from './common-words.ts'
import { addDays, toDay, todayIn } from '#web/kit/days.ts'

const text = currentMessages(messages)

interface EditorProps {
  owner: SpecialDaysOwner
  saved: SpecialDay | undefined
  /** The day that a new one begins with; tomorrow without it. */
  day?: string | undefined
  onDone: () => void
}

const addedText = (kind: SpecialDayForm['kind'], owner: SpecialDaysOwner['kind']): string =>
  kind === 'hours' ? text.hoursAdded : owner === 'staff' ? text.timeOffAdded : text.closureAdded

function useSpecialDayEditor({ owner, saved, day, onDone }: EditorProps) {
  const site = useSite()
  const create = useApiMutation('staff.createSpecialDay')
  const update = useApiMutation('staff.updateSpecialDay')
  const remove = useApiMutation('staff.deleteSpecialDay')
  const [before] = useState(() => (saved ? toSpecialDayForm(saved) : newSpecialDayForm(day ?? addDays(todayIn(site.timeZone), 1))))
  const [form, setForm] = useState(before)
  const set = (change: Partial<SpecialDayForm>) => setForm((old) => ({ ...old, ...change }))
  const problems = findSpecialDayProblems(form)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (hasProblems(problems)) return
    const { resourceId, locationId } = owner
    const change = toSpecialDayChange(before, form)
    try {
      if (!saved) {
        const { from, until, title } = form
        const ids = { ...(resourceId && { resourceId }), ...(locationId && { locationId }) }
        const { specialDay } = await create.mutateAsync({ body: { specialDay: { ...ids, from, until, title: title.trim(), periods: toPeriods(form) } } })
        toastUndoable(addedText(form.kind, owner.kind), () => remove.mutateAsync({ params: { id: specialDay.id } }))
      } else {
        if (change) await update.mutateAsync({ params: { id: saved.id }, body: { specialDay: change } })
        const { from, until, title, periods } = saved
        const takeBack = () => update.mutateAsync({ params: { id: saved.id }, body: { specialDay: { from, until, title, periods } } })
        toastUndoable(commonWords.saved, change && takeBack)
      }
      onDone()
    } catch {
      /* shown above the form */
    }
  }
  return { form, set, problems, save, error: create.error ?? update.error, isPending: create.isPending || update.isPending }
}

export function SpecialDayEditor({ owner, saved, day, onDone }: EditorProps) {
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const { form, set, problems, save, error, isPending } = useSpecialDayEditor({ owner, saved, day, onDone })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isStaff = owner.kind === 'staff'
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <AllowedFields operation="staff.updateSpecialDay">
        <Stack gap="md" maw={520}>
          <h3 ref={heading} tabIndex={-1} className={css.formTitle}>
            {saved ? (saved.title ? t.edit(saved.title) : t.editUnnamed) : isStaff ? t.addTimeOff : t.addClosureOrHours}
          </h3>
          <SaveError error={error} />
          <SegmentedControl
            aria-label={t.type}
            value={form.kind}
            onChange={(kind) => set({ kind: kind === 'hours' ? 'hours' : 'closed' })}
            data={[
              { value: 'closed', label: isStaff ? t.timeOff : words.closed },
              { value: 'hours', label: t.specialHours },
            ]}
          />
          <TextInput
            size="md"
            label={t.reason}
            description={t.reasonHint}
            maxLength={100}
            value={form.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <div className={times.pair}>
            <TextInput
              size="md"
              type="date"
              label={words.startDate}
              required
              value={form.from}
              error={problems.from}
              onChange={(event) => {
                const from = event.currentTarget.value
                set({ from, ...(form.until < from && { until: from }) })
              }}
            />
            <TextInput
              size="md"
              type="date"
              label={words.endDate}
              required
              min={form.from}
              value={form.until}
              error={problems.until}
              onChange={(event) => set({ until: event.currentTarget.value })}
            />
          </div>
          {form.kind === 'hours' && <Periods periods={form.periods} problems={problems.periods} onChange={(periods) => set({ periods })} />}
          {!hasProblems(problems) && <BookedOnDays owner={owner} form={form} />}
          <div className={times.pair}>
            <Button type="submit" size="md" loading={isPending} disabled={hasProblems(problems)}>
              {saved ? commonWords.save : form.kind === 'hours' ? t.addHours : isStaff ? t.addTimeOff : t.addClosure}
            </Button>
            <Button variant="subtle" color="gray" size="md" onClick={onDone}>
              {commonWords.cancel}
            </Button>
          </div>
        </Stack>
      </AllowedFields>
    </form>
  )
}

type Period = SpecialDayForm['periods'][number]
interface PeriodsProps {
  periods: Period[]
  problems: readonly (string | undefined)[]
  onChange: (periods: Period[]) => void
}
function Periods({ periods, problems, onChange }: PeriodsProps) {
  const t = useMessages(messages)
  const change = (at: number, part: Partial<Period>) => onChange(periods.map((period, index) => (index === at ? { ...period, ...part } : period)))
  return (
    <Stack gap="sm">
      {periods.map(({ start, end }, at) => (
        <div key={at} className={css.specialPeriod}>
          <TimeInput size="md" label={t.opens} required value={start} onChange={(time) => change(at, { start: time })} />
          <TimeInput size="md" label={t.closes} required value={end} error={problems[at]} onChange={(time) => change(at, { end: time })} />
          {periods.length > 1 && (
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t.remove(start, end)}
              onClick={() => onChange(periods.filter((_, index) => index !== at))}
            >
              <IconX size={17} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {periods.length < 10 && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onChange([...periods, toNextSpan(periods)])}>
            {t.addPeriod}
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** How many sessions are named; the others are counted. */
const namedItems = 5

interface BookedOnDaysProps {
  owner: SpecialDaysOwner
  form: Pick<SpecialDayForm, 'kind' | 'from' | 'until' | 'periods'>
  /** Of the days of the form only these. */
  days?: readonly string[]
}
type BookedItem = ReplyOf<'bookingPages.listBookedOnDays'>['items'][number]
const toLink = ({ kind, id, startDate }: BookedItem, timeZone: string): ScreenLink =>
  kind === 'APPOINTMENT'
    ? { to: '/dashboard/bookings', search: { open: id } }
    : { to: '/dashboard/calendar', search: { view: 'day', date: toDay(startDate, timeZone), open: id } }

/** What is booked while it is to be closed. */
export function BookedOnDays({ owner, form, days }: BookedOnDaysProps) {
  const t = useMessages(messages)
  const site = useSite()
  const { from, until } = form
  const { resourceId, locationId } = owner
  const booked = useApiQuery('bookingPages.listBookedOnDays', {
    body: { from, until, resourceId, locationId, periods: toPeriods(form), ...(days && { days: [...days] }) },
  })
  if (booked.error)
    return (
      <Text size="sm" c="red" role="alert">
        {t.notChecked}
      </Text>
    )
  const { total, items } = booked.data ?? { total: 0, items: [] }
  const shown = items.slice(0, namedItems)
  const [none, some] = form.kind === 'hours' ? [t.noneOutside, t.outside] : [t.noneOnDays, t.onDays]
  const others = total - shown.reduce((sum, item) => sum + item.bookings.length, 0)
  return (
    <Stack gap="xs">
      <Text size="sm" role="status" c={total > 0 ? undefined : 'dimmed'}>
        {booked.isPending ? t.checking : total === 0 ? none : some(total)}
      </Text>
      {shown.length > 0 && (
        <List label={t.bookings}>
          {shown.map((item) => (
            <Row
              key={item.id}
              title={item.title}
              sub={`${formatTimeRange(item.startDate, item.endDate, site)} · ${item.bookings.map(({ name }) => name).join(', ')}`}
              actions={
                <DashboardLink {...toLink(item, site.timeZone)} aria-label={t.openNamed(item.title, formatTimeRange(item.startDate, item.endDate, site))}>
                  {t.open}
                </DashboardLink>
              }
            />
          ))}
        </List>
      )}
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {t.more(others)}
        </Text>
      )}
    </Stack>
  )
}
