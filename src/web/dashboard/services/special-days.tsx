/** Closures and special hours of the business or a staff member, beside the weekly hours. */
import { ActionIcon, Button, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { addDays, startOfDay, todayIn } from '../business-time.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Row } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import times from '../parts/times.module.css'

type SpecialDay = ReplyOf<'staff.listSpecialDays'>['specialDays'][number]

const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
const daysText = ({ from, until }: Pick<SpecialDay, 'from' | 'until'>) => (from === until ? dayText(from) : `${dayText(from)} to ${dayText(until)}`)
const hoursText = ({ periods }: Pick<SpecialDay, 'periods'>) =>
  periods.length === 0 ? 'Closed' : `Open ${periods.map(({ start, end }) => `${start}–${end}`).join(' and ')}`

export function SpecialDays({ resourceId, name }: { resourceId?: string; name?: string }) {
  const found = useApiQuery('staff.listSpecialDays', { query: resourceId ? { resourceId } : {} })
  const remove = useApiMutation('staff.deleteSpecialDay')
  const openConfirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const askToRemove = (day: SpecialDay) =>
    openConfirm({
      title: `Remove ${day.title || hoursText(day).toLowerCase()}?`,
      description: `On ${daysText(day)} the weekly hours apply again.`,
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      successMessage: 'Removed.',
      onConfirm: () => remove.mutateAsync({ params: { id: day.id } }),
    })
  return (
    <Section
      title={name ? `Time off and special hours for ${name}` : 'Closures and special hours'}
      about={
        name
          ? 'Replaces the weekly hours on these days, even when the business is closed.'
          : 'Replaces the weekly hours on these days. Closures apply to everyone; special hours apply to staff who use business hours.'
      }
    >
      <Stack>
        {found.isPending ? (
          <Skeleton height={64} radius="lg" />
        ) : found.error ? (
          <Text c="red" role="alert">
            {describeError(found.error)}
          </Text>
        ) : found.data.specialDays.length === 0 ? (
          <Text c="dimmed">{name ? 'No time off yet.' : 'No closures yet. Add holidays, closures and days with special hours.'}</Text>
        ) : (
          <List label={name ? 'Time off and special hours' : 'Closures and special hours'}>
            {found.data.specialDays.map((day) => (
              <Row
                key={day.id}
                title={day.title || hoursText(day)}
                sub={daysText(day)}
                facts={day.title ? <span>{hoursText(day)}</span> : undefined}
                actions={
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={44}
                    aria-label={`Remove ${day.title || hoursText(day)}, ${daysText(day)}`}
                    onClick={() => askToRemove(day)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                }
              />
            ))}
          </List>
        )}
        {adding ? (
          <Card>
            <AddSpecialDay resourceId={resourceId} onDone={() => setAdding(false)} />
          </Card>
        ) : (
          <div>
            <Button variant="light" size="md" onClick={() => setAdding(true)}>
              {name ? 'Add time off' : 'Add closure or special hours'}
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}

function AddSpecialDay({ resourceId, onDone }: { resourceId: string | undefined; onDone: () => void }) {
  const site = useSite()
  const create = useApiMutation('staff.createSpecialDay')
  const tomorrow = addDays(todayIn(site.timeZone), 1)
  const [kind, setKind] = useState('closed')
  const [title, setTitle] = useState('')
  const [from, setFrom] = useState(tomorrow)
  const [until, setUntil] = useState(tomorrow)
  const [start, setStart] = useState('10:00')
  const [end, setEnd] = useState('14:00')
  const last = until < from ? from : until
  const booked = useApiQuery(
    'bookingPages.calendar',
    { body: { from: startOfDay(from || tomorrow, site.timeZone), to: startOfDay(addDays(last || tomorrow, 1), site.timeZone) } },
    { enabled: from !== '' && last <= addDays(from, 62) },
  )
  const count = (booked.data?.items ?? [])
    .filter((item) => !resourceId || item.resourceIds.includes(resourceId))
    .flatMap((item) => item.bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')).length
  const save = (event: FormEvent) => {
    event.preventDefault()
    const periods = kind === 'closed' ? [] : [{ start, end }]
    create.mutateAsync({ body: { specialDay: { ...(resourceId ? { resourceId } : {}), from, until: last, title: title.trim(), periods } } }).then(
      () => {
        toast(kind === 'closed' ? 'Closure added.' : 'Special hours saved.')
        onDone()
      },
      () => undefined,
    )
  }
  return (
    <form onSubmit={save}>
      <Stack gap="md" maw={520}>
        <SaveError error={create.error} />
        <SegmentedControl
          aria-label="Type"
          value={kind}
          onChange={setKind}
          data={[
            { value: 'closed', label: resourceId ? 'Time off' : 'Closed' },
            { value: 'hours', label: 'Special hours' },
          ]}
        />
        <TextInput
          size="md"
          label="Reason"
          description="Only visible to your team."
          maxLength={100}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <div className={times.pair}>
          <TextInput
            size="md"
            type="date"
            label="Start date"
            required
            value={from}
            onChange={(event) => {
              const next = event.currentTarget.value
              setFrom(next)
              if (until < next) setUntil(next)
            }}
          />
          <TextInput size="md" type="date" label="End date" required min={from} value={last} onChange={(event) => setUntil(event.currentTarget.value)} />
        </div>
        {kind === 'hours' && (
          <div className={times.pair}>
            <TextInput size="md" type="time" label="Opens" required value={start} onChange={(event) => setStart(event.currentTarget.value)} />
            <TextInput
              size="md"
              type="time"
              label="Closes"
              required
              value={end}
              error={end <= start ? 'Must be after the opening time' : undefined}
              onChange={(event) => setEnd(event.currentTarget.value)}
            />
          </div>
        )}
        <Text size="sm" role="status" c={count > 0 ? undefined : 'dimmed'}>
          {booked.isFetching
            ? 'Checking for bookings…'
            : count > 0
              ? `${count === 1 ? '1 booking is' : `${count} bookings are`} scheduled on these days. They stay booked; cancel or reschedule them in the calendar.`
              : booked.data
                ? 'No bookings on these days.'
                : 'Existing bookings are not affected.'}
        </Text>
        <div className={times.pair}>
          <Button type="submit" size="md" loading={create.isPending} disabled={!from || !last || (kind === 'hours' && end <= start)}>
            {kind === 'closed' ? (resourceId ? 'Add time off' : 'Add closure') : 'Save special hours'}
          </Button>
          <Button variant="subtle" color="gray" size="md" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Stack>
    </form>
  )
}
