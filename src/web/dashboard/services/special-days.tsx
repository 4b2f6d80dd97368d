/** Closures and special hours of the business, a location, a room or a staff member, beside the weekly hours. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { formatDay } from '#web/kit/days.ts'
import { Allowed } from '../permissions.tsx'
import { describeError } from '../api-helpers.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import type { SpecialDay, SpecialDaysOwner } from '../parts/special-day-form.ts'
import { HolidayImport } from './holiday-import.tsx'
import { SpecialDayEditor } from '../parts/special-day-editor.tsx'

const dayText = (date: string) => formatDay(date, 'en', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
const daysText = ({ from, until }: Pick<SpecialDay, 'from' | 'until'>) => (from === until ? dayText(from) : `${dayText(from)} to ${dayText(until)}`)
const hoursText = ({ periods }: Pick<SpecialDay, 'periods'>) =>
  periods.length === 0 ? 'Closed' : `Open ${periods.map(({ start, end }) => `${start}–${end}`).join(' and ')}`

const texts: Record<SpecialDaysOwner['kind'], { about: string; empty: string; add: string }> = {
  business: {
    about: 'Replaces the weekly hours on these days. Closures apply to everyone; special hours apply to staff who use business hours.',
    empty: 'No closures yet. Add holidays, closures and days with special hours.',
    add: 'Add closure or special hours',
  },
  location: {
    about: 'Replaces the business hours at this location on these days.',
    empty: 'No closures at this location.',
    add: 'Add closure or special hours',
  },
  room: { about: 'The room can’t be booked while it is closed.', empty: 'No closures of this room.', add: 'Add closure or special hours' },
  staff: { about: 'Replaces the weekly hours on these days, even when the business is closed.', empty: 'No time off yet.', add: 'Add time off' },
}

export function SpecialDays({ owner }: { owner: SpecialDaysOwner }) {
  const { kind, name, resourceId, locationId } = owner
  const found = useApiQuery('staff.listSpecialDays', { query: { ...(resourceId && { resourceId }), ...(locationId && { locationId }) } })
  const remove = useApiMutation('staff.deleteSpecialDay')
  const create = useApiMutation('staff.createSpecialDay')
  const openConfirm = useConfirm()
  const [edited, setEdited] = useState<SpecialDay | 'new' | 'holidays'>()
  const askToRemove = (day: SpecialDay) =>
    openConfirm({
      title: `Remove ${day.title || hoursText(day).toLowerCase()}?`,
      description: `On ${daysText(day)} the weekly hours apply again.`,
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      successMessage: 'Removed.',
      onConfirm: () => remove.mutateAsync({ params: { id: day.id } }),
      undo: () => {
        const { from, until, title, periods } = day
        return create.mutateAsync({
          body: { specialDay: { ...(resourceId && { resourceId }), ...(locationId && { locationId }), from, until, title, periods } },
        })
      },
    })
  const close = () => setEdited(undefined)
  const editor = edited && (
    <Card>
      {edited === 'holidays' ? (
        <HolidayImport owner={owner} known={found.data?.specialDays ?? []} onDone={close} />
      ) : (
        <SpecialDayEditor key={edited === 'new' ? 'new' : edited.id} owner={owner} saved={edited === 'new' ? undefined : edited} onDone={close} />
      )}
    </Card>
  )
  const heading = kind === 'staff' ? 'Time off and special hours' : 'Closures and special hours'
  return (
    <Section title={name ? `${heading} for ${name}` : heading} about={texts[kind].about}>
      <Stack>
        {found.isPending ? (
          <Skeleton height={64} radius="lg" />
        ) : found.error ? (
          <div role="alert">
            <Text c="red">{describeError(found.error)}</Text>
            <Button variant="default" mt="xs" onClick={() => void found.refetch()}>
              Try again
            </Button>
          </div>
        ) : found.data.specialDays.length === 0 ? (
          <Text c="dimmed">{texts[kind].empty}</Text>
        ) : (
          <List label={heading}>
            {found.data.specialDays.map((day) => (
              <Row
                key={day.id}
                title={day.title || hoursText(day)}
                sub={daysText(day)}
                facts={day.title ? <span>{hoursText(day)}</span> : undefined}
                onOpen={() => setEdited(day)}
                actions={
                  <CardMenu
                    of={`${day.title || hoursText(day)}, ${daysText(day)}`}
                    actions={[
                      { label: 'Edit', operation: 'staff.updateSpecialDay', icon: IconPencil, run: () => setEdited(day) },
                      { label: 'Remove', operation: 'staff.deleteSpecialDay', icon: IconTrash, danger: true, run: () => askToRemove(day) },
                    ]}
                  />
                }
              />
            ))}
          </List>
        )}
        {editor}
        {!editor && (
          <Group>
            <Allowed operation="staff.createSpecialDay">
              <Button variant="light" size="md" onClick={() => setEdited('new')}>
                {texts[kind].add}
              </Button>
            </Allowed>
            {(kind === 'business' || kind === 'location') && (
              <Allowed operation="staff.closeOnDays">
                <Button variant="subtle" size="md" onClick={() => setEdited('holidays')}>
                  Add public holidays
                </Button>
              </Allowed>
            )}
          </Group>
        )}
      </Stack>
    </Section>
  )
}
