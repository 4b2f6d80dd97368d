/** Which services a staff member offers, in the panel of the person. */
import { Button, Group, MultiSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import type { Service } from '../entities.ts'
import { Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { allServicesQuery } from './all-services.ts'
import { findOnlyOfferedBy, isOfferedByStaff, listLedNames, listOfferedIds, toStaffServiceChanges } from './forms/staff-services.ts'

interface StaffServicesProps {
  resourceId: string
  name: string
}

export function StaffServices(props: StaffServicesProps) {
  const found = useApiQuery('services.queryServices', allServicesQuery)
  return (
    <Section title="Services" about={`Appointments that clients can book with ${props.name}.`}>
      <QueryView query={found} loading={<Skeleton height={72} radius="md" />}>
        {({ services }) => <ServiceChoice services={services} {...props} />}
      </QueryView>
    </Section>
  )
}

function ServiceChoice({ services, resourceId, name }: StaffServicesProps & { services: readonly Service[] }) {
  const save = useApiMutation('services.bulkUpdateServices')
  const guard = useUnsavedGuard(() => undefined)
  const [chosen, setChosen] = useState<string[]>()
  const shown = chosen ?? listOfferedIds(services, resourceId)
  const changes = toStaffServiceChanges(services, resourceId, shown)
  const alone = findOnlyOfferedBy(services, resourceId, shown)
  const led = listLedNames(services, resourceId)
  const appointments = services.filter(isOfferedByStaff)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await save.mutateAsync({ body: { services: changes } }).catch(() => undefined)
    if (!reply) return
    const refused = reply.results.flatMap(({ itemMetadata: { success, originalIndex, error } }) =>
      success ? [] : [`${services.find(({ id }) => id === changes[originalIndex]?.service.id)?.name ?? 'A service'}: ${error?.description ?? 'not saved.'}`],
    )
    guard.markSaved()
    setChosen(undefined)
    toast(refused.length === 0 ? 'Services saved.' : refused.join(' '))
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <AllowedFields operation="services.bulkUpdateServices">
        <Stack gap="sm">
          {appointments.length === 0 ? (
            <Text c="dimmed">There are no appointments yet. Add them under Services.</Text>
          ) : (
            <MultiSelect
              size="md"
              label="Offers"
              placeholder={shown.length === 0 ? 'No services' : undefined}
              searchable
              hidePickedOptions
              value={shown}
              error={alone.length > 0 ? `No one else offers ${alone.join(', ')}. Choose someone else in the service first, or hide it.` : undefined}
              onChange={(ids) => {
                const isChanged = toStaffServiceChanges(services, resourceId, ids).length > 0
                if (isChanged) guard.markDirty()
                else guard.markSaved()
                setChosen(isChanged ? ids : undefined)
              }}
              data={appointments.map((one) => ({ value: one.id, label: one.hidden ? `${one.name} (hidden)` : (one.name ?? '') }))}
            />
          )}
          {led.length > 0 && (
            <Text size="sm" c="dimmed">
              {name} also leads sessions of {led.join(', ')}. Staff of classes and courses are chosen with each session, in the calendar.
            </Text>
          )}
          {save.error && (
            <Text c="red" role="alert">
              {describeError(save.error)}
            </Text>
          )}
          {chosen && (
            <Allowed operation="services.bulkUpdateServices">
              <Group>
                <Button type="submit" variant="light" size="md" loading={save.isPending} disabled={alone.length > 0}>
                  Save services
                </Button>
              </Group>
            </Allowed>
          )}
        </Stack>
      </AllowedFields>
    </form>
  )
}
