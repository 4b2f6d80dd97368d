/** Blocks time of staff members: nothing can be booked in it. */
import { Button, Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { toInstant, weekdays } from '../business-time.ts'
import { AddInPlace } from '../parts/add-in-place.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { useConflicts } from '../parts/describe-conflicts.ts'
import { SaveError } from '../parts/save-error.tsx'
import css from '../parts/times.module.css'
import { TimeInput } from '../parts/time-input.tsx'
import { toastUndoable } from '../parts/undo.ts'
import { addDays, toWeekday } from '#web/kit/days.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    selectStaff: 'Select staff',
    needsStaff: 'Select at least one staff member.',
    staffName: 'Staff member’s name',
    reason: 'Reason',
    reasonHint: 'Holiday, meeting, lunch',
    firstDay: 'First day',
    lastDay: 'Last day',
    to: 'To',
    tooEarly: 'The end must be after the start.',
    weekly: 'Repeat weekly',
    block: 'Block time',
    wasBlocked: 'Time blocked. Existing bookings are not affected.',
  },
  {
    de: {
      selectStaff: 'Team auswählen',
      needsStaff: 'Wähle mindestens ein Teammitglied.',
      staffName: 'Name des Teammitglieds',
      reason: 'Grund',
      reasonHint: 'Urlaub, Besprechung, Mittagspause',
      firstDay: 'Erster Tag',
      lastDay: 'Letzter Tag',
      to: 'Bis',
      tooEarly: 'Das Ende muss nach dem Beginn liegen.',
      weekly: 'Wöchentlich wiederholen',
      block: 'Zeit blockieren',
      wasBlocked: 'Zeit blockiert. Vorhandene Buchungen bleiben, wie sie sind.',
    },
  },
)

interface BlockFormProps {
  /** YYYY-MM-DD and HH:MM, in the business's time zone. */
  date: string
  time: string
  resourceId: string | undefined
  /** Whose time alone may be blocked. */
  only?: string | undefined
  onDone: () => void
}
/** What is typed, and the time off that comes of it. */
function useBlockForm({ date, time, resourceId, only, onDone }: BlockFormProps) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const create = useApiMutation('availability.createEvent')
  const cancel = useApiMutation('availability.cancelEvent')
  const createPerson = useApiMutation('staff.createStaffMember')
  const [who, setWho] = useState<string[]>([only ?? resourceId ?? []].flat())
  const [title, setTitle] = useState('')
  const [day, setDay] = useState(date)
  const [until, setUntil] = useState(date)
  const [from, setFrom] = useState(time)
  const [to, setTo] = useState(`${String(Math.min(23, Number(time.slice(0, 2)) + 1)).padStart(2, '0')}:${time.slice(3)}`)
  const [wholeDays, setWholeDays] = useState(false)
  const [weekly, setWeekly] = useState(false)
  const [checked, setChecked] = useState(false)
  const tooEarly = !wholeDays && to <= from
  const [starts, ends] = wholeDays ? [`${day}T00:00:00`, `${addDays(until, 1)}T00:00:00`] : [`${day}T${from}:00`, `${day}T${to}:00`]
  const isTime = !tooEarly && (wholeDays || (from !== '' && to !== ''))
  const blocked = isTime ? [{ startDate: toInstant(starts, site.timeZone), endDate: toInstant(ends, site.timeZone) }] : []
  const conflicts = useConflicts(blocked, who)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (who.length === 0 || tooEarly) return
    // Everyone has a calendar of their own, so everyone gets time off of their own.
    const ids: string[] = []
    for (const id of who) {
      const made = await create
        .mutateAsync({
          body: {
            event: {
              type: 'EVENT',
              title: title.trim() || word.blocked,
              start: { localDate: starts, timeZone: site.timeZone },
              end: { localDate: ends, timeZone: site.timeZone },
              allDay: wholeDays,
              resources: [{ id }],
              ...(weekly ? { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [weekdays[toWeekday(day)] ?? 'MONDAY'] } } : {}),
            },
          },
        })
        .catch(() => undefined)
      if (!made) return
      ids.push(made.event.id)
    }
    toastUndoable(t.wasBlocked, async () => {
      for (const id of ids) await cancel.mutateAsync({ params: { id }, body: {} })
    })
    onDone()
  }
  const shared = { save, create, createPerson, conflicts, checked, tooEarly, who, setWho, title, setTitle }
  const more = { wholeDays, setWholeDays, day, setDay, until, setUntil, from, setFrom, to, setTo, weekly, setWeekly }
  return { ...shared, ...more }
}

export function BlockForm(props: BlockFormProps) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
  const form = useBlockForm(props)
  return (
    <form noValidate onSubmit={(event) => void form.save(event)}>
      <Stack gap="lg">
        <SaveError error={form.create.error} />
        <MultiSelect
          size="md"
          label={word.staff}
          required
          placeholder={form.who.length === 0 ? (staff.data?.staffMembers.length === 0 ? word.noStaff : t.selectStaff) : undefined}
          error={form.checked && form.who.length === 0 ? t.needsStaff : undefined}
          value={form.who}
          onChange={form.setWho}
          data={
            staff.data?.staffMembers.filter((one) => !props.only || one.resourceId === props.only).map((one) => ({ value: one.resourceId, label: one.name })) ??
            []
          }
        />
        <Allowed operation="staff.createStaffMember">
          <AddInPlace
            label={word.addStaff}
            name={t.staffName}
            add={async (name) => {
              const { staffMember } = await form.createPerson.mutateAsync({ body: { staffMember: { name } } })
              form.setWho((now) => [...now, staffMember.resourceId])
            }}
          />
        </Allowed>
        <TextInput
          size="md"
          label={t.reason}
          placeholder={t.reasonHint}
          maxLength={200}
          value={form.title}
          onChange={(event) => form.setTitle(event.currentTarget.value)}
        />
        <Checkbox size="md" label={word.allDay} checked={form.wholeDays} onChange={(event) => form.setWholeDays(event.currentTarget.checked)} />
        <div className={css.pair}>
          <TextInput
            size="md"
            type="date"
            label={form.wholeDays ? t.firstDay : word.day}
            required
            value={form.day}
            onChange={(event) => {
              if (!event.currentTarget.value) return
              form.setDay(event.currentTarget.value)
              if (form.until < event.currentTarget.value) form.setUntil(event.currentTarget.value)
            }}
          />
          {form.wholeDays ? (
            <TextInput
              size="md"
              type="date"
              label={t.lastDay}
              required
              min={form.day}
              value={form.until}
              onChange={(event) => form.setUntil(event.currentTarget.value)}
            />
          ) : (
            <>
              <TimeInput size="md" label={word.from} required value={form.from} onChange={form.setFrom} />
              <TimeInput size="md" label={t.to} required value={form.to} error={form.tooEarly ? t.tooEarly : undefined} onChange={form.setTo} />
            </>
          )}
        </div>
        {!form.wholeDays && <Checkbox size="md" label={t.weekly} checked={form.weekly} onChange={(event) => form.setWeekly(event.currentTarget.checked)} />}
        <ConflictNotice>{form.conflicts}</ConflictNotice>
        <Button type="submit" size="md" loading={form.create.isPending}>
          {t.block}
        </Button>
      </Stack>
    </form>
  )
}
