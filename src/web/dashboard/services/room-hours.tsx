/** When a room can be used: at any hour, during the business hours, or at hours of its own. */
import { Button, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Period } from '../entities.ts'
import { hasHoursProblem, withoutId } from '../parts/hours.ts'
import { Section } from '../parts/page.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { WeekHours } from '../parts/week-hours.tsx'
import { Allowed } from '../permissions.tsx'
import { sharedMessages } from './staff.messages.ts'

const messages = defineDashboardMessages(
  {
    always: 'Any time',
    canBeUsed: 'Can be used',
  },
  {
    de: {
      always: 'Jederzeit',
      canBeUsed: 'Nutzbar',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

type Hours = ReplyOf<'staff.getResourceHours'>
const modes: { value: Hours['mode']; label: string }[] = [
  { value: 'ALWAYS', label: text.always },
  { value: 'BUSINESS', label: sharedText.businessHours },
  { value: 'CUSTOM', label: sharedText.customHours },
]

export function RoomHours({ id }: { id: string }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('staff.getResourceHours', { params: { id } })
  const places = useApiQuery('staff.listLocations')
  const change = useApiMutation('staff.setResourceHours')
  const guard = useUnsavedGuard(() => undefined)
  const [edited, setEdited] = useState<{ mode: Hours['mode']; periods: Period[] }>()
  const edit = (next: typeof edited) => {
    guard.markDirty()
    setEdited(next)
  }
  const shown = edited ?? found.data
  const save = ({ mode, periods }: Hours) =>
    change.mutateAsync({ params: { id }, body: { mode, ...(mode === 'CUSTOM' ? { periods: periods.map(withoutId) } : {}) } }).then(
      async () => {
        guard.markSaved()
        // What was typed stays until the server says the same.
        await found.refetch()
        setEdited(undefined)
        toast(shared.hoursSaved)
      },
      () => undefined,
    )
  return (
    <Section title={shared.hours}>
      {!shown ? (
        <Skeleton height={60} radius="md" />
      ) : (
        <Stack>
          <Select
            size="md"
            label={t.canBeUsed}
            allowDeselect={false}
            value={shown.mode}
            onChange={(mode) => mode && edit({ periods: shown.periods, mode: mode as Hours['mode'] })}
            data={modes}
          />
          {shown.mode === 'CUSTOM' && (
            <WeekHours
              periods={shown.periods}
              places={places.data?.locations ?? []}
              onChange={(periods) => edit({ mode: shown.mode, periods })}
              weekStartsOn={site.weekStartsOn}
            />
          )}
          {change.error && (
            <Text c="red" role="alert">
              {describeError(change.error)}
            </Text>
          )}
          <Allowed operation="staff.setResourceHours">
            <Button
              variant="light"
              size="md"
              disabled={!edited || (shown.mode === 'CUSTOM' && shown.periods.some(hasHoursProblem))}
              loading={change.isPending}
              onClick={() => void save(shown)}
            >
              {shared.saveHours}
            </Button>
          </Allowed>
        </Stack>
      )}
    </Section>
  )
}
