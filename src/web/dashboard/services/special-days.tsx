/** Closures and special hours of the business, a location, a room or a staff member, beside the weekly hours. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { formatDay, formatSpan } from '#web/kit/days.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed } from '../permissions.tsx'
import { describeError } from '../api-helpers.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import type { SpecialDay, SpecialDaysOwner } from '../parts/special-day-form.ts'
import { HolidayImport } from './holiday-import.tsx'
import { SpecialDayEditor } from '../parts/special-day-editor.tsx'
import { messages } from './special-days.messages.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(messages)
const wordText = currentMessages(words)

const dayText = (date: string) => formatDay(date, pageLanguage(), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
const daysText = ({ from, until }: Pick<SpecialDay, 'from' | 'until'>) => (from === until ? dayText(from) : wordText.days(dayText(from), dayText(until)))
const hoursText = ({ periods }: Pick<SpecialDay, 'periods'>) =>
  periods.length === 0 ? text.closed : text.open(periods.map(({ start, end }) => formatSpan(start, end)))

const texts: Record<SpecialDaysOwner['kind'], { about: string; empty: string; add: string }> = {
  business: {
    about: text.businessAbout,
    empty: text.businessEmpty,
    add: text.addClosure,
  },
  location: {
    about: text.locationAbout,
    empty: text.locationEmpty,
    add: text.addClosure,
  },
  room: { about: text.roomAbout, empty: text.roomEmpty, add: text.addClosure },
  staff: { about: text.staffAbout, empty: text.staffEmpty, add: text.addTimeOff },
}

export function SpecialDays({ owner }: { owner: SpecialDaysOwner }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const { kind, name, resourceId, locationId } = owner
  const found = useApiQuery('staff.listSpecialDays', { query: { ...(resourceId && { resourceId }), ...(locationId && { locationId }) } })
  const remove = useApiMutation('staff.deleteSpecialDay')
  const create = useApiMutation('staff.createSpecialDay')
  const openConfirm = useConfirm()
  const [edited, setEdited] = useState<SpecialDay | 'new' | 'holidays'>()
  const askToRemove = (day: SpecialDay) =>
    openConfirm({
      title: day.title ? w.askRemove(day.title) : t.askRemoveHours(hoursText(day)),
      description: t.hoursAgain(daysText(day)),
      confirmLabel: commonWords.remove,
      cancelLabel: commonWords.cancel,
      successMessage: t.removed,
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
  const heading = kind === 'staff' ? t.timeOff : t.closures
  return (
    <Section title={!name ? heading : kind === 'staff' ? t.timeOffOf(name) : t.closuresOf(name)} about={texts[kind].about}>
      <Stack>
        {found.isPending ? (
          <Skeleton height={64} radius="lg" />
        ) : found.error ? (
          <div role="alert">
            <Text c="red">{describeError(found.error)}</Text>
            <Button variant="default" mt="xs" onClick={() => void found.refetch()}>
              {w.tryAgain}
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
                      { label: commonWords.edit, operation: 'staff.updateSpecialDay', icon: IconPencil, run: () => setEdited(day) },
                      { label: commonWords.remove, operation: 'staff.deleteSpecialDay', icon: IconTrash, danger: true, run: () => askToRemove(day) },
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
            <Allowed operation="staff.closeOnDays">
              <Button variant="subtle" size="md" onClick={() => setEdited('holidays')}>
                {w.addHolidays}
              </Button>
            </Allowed>
          </Group>
        )}
      </Stack>
    </Section>
  )
}
