/** The weekly hours of a staff member: those of the business, or their own. */
import { Button, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { hasHoursProblem, withoutId } from '../parts/hours.ts'
import { Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { WeekHours } from '../parts/week-hours.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { sharedMessages } from './staff.messages.ts'

const messages = defineDashboardMessages(
  {
    useBusiness: 'Use business hours',
  },
  {
    de: {
      useBusiness: 'Öffnungszeiten übernehmen',
    },
  },
)

type Hours = Pick<ReplyOf<'staff.getStaffHours'>, 'usesDefaultWorkingHours' | 'periods'>

export function StaffHours({ id }: { id: string }) {
  const shared = useMessages(sharedMessages)
  const found = useApiQuery('staff.getStaffHours', { params: { id } })
  return (
    <Section title={shared.hours}>
      <QueryView query={found} loading={<Skeleton height={180} radius="md" />}>
        {(saved) => <HoursForm id={id} saved={saved} reload={found.refetch} />}
      </QueryView>
    </Section>
  )
}

function HoursForm({ id, saved, reload }: { id: string; saved: Hours; reload: () => Promise<unknown> }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const places = useApiQuery('staff.listLocations')
  const change = useApiMutation('staff.setStaffHours')
  const guard = useUnsavedGuard(() => undefined)
  const [edited, setEdited] = useState<Hours>()
  const { usesDefaultWorkingHours, periods } = edited ?? saved
  const edit = (part: Partial<Hours>) => {
    guard.markDirty()
    setEdited({ usesDefaultWorkingHours, periods, ...part })
  }
  const save = () =>
    change.mutateAsync({ params: { id }, body: { usesDefaultWorkingHours, ...(usesDefaultWorkingHours ? {} : { periods: periods.map(withoutId) }) } }).then(
      async () => {
        guard.markSaved()
        toast(shared.hoursSaved)
        // What was typed stays until the server says the same.
        await reload()
        setEdited(undefined)
      },
      () => undefined,
    )
  return (
    <AllowedFields operation="staff.setStaffHours">
      <Stack>
        <Switch
          size="md"
          label={t.useBusiness}
          checked={usesDefaultWorkingHours}
          onChange={(event) => edit({ usesDefaultWorkingHours: event.currentTarget.checked })}
        />
        <WeekHours
          periods={periods}
          places={places.data?.locations ?? []}
          onChange={(next) => edit({ periods: next })}
          weekStartsOn={site.weekStartsOn}
          disabled={usesDefaultWorkingHours}
        />
        {change.error && (
          <Text c="red" role="alert">
            {describeError(change.error)}
          </Text>
        )}
        <Allowed operation="staff.setStaffHours">
          <Button
            variant="light"
            size="md"
            disabled={!edited || (!usesDefaultWorkingHours && periods.some(hasHoursProblem))}
            onClick={() => void save()}
            loading={change.isPending}
          >
            {shared.saveHours}
          </Button>
        </Allowed>
      </Stack>
    </AllowedFields>
  )
}
