/** Which services a staff member offers, in the panel of the person. */
import { Button, Group, MultiSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import type { Service } from '../entities.ts'
import { Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { allServicesQuery } from './all-services.ts'
import { findOnlyOfferedBy, isOfferedByStaff, listLedNames, listOfferedIds, toStaffServiceChanges } from './forms/staff-services.ts'

const messages = defineDashboardMessages(
  {
    title: 'Services',
    about: (name: string) => `Appointments that clients can book with ${name}.`,
    aService: 'A service',
    notSaved: 'not saved.',
    saved: 'Services saved.',
    none: 'There are no appointments yet. Add them under Services.',
    offers: 'Offers',
    noServices: 'No services',
    alone: (services: string) => `No one else offers ${services}. Choose someone else in the service first, or hide it.`,
    hidden: (service: string) => `${service} (hidden)`,
    leads: (name: string, services: string) =>
      `${name} also leads sessions of ${services}. Staff of classes and courses are chosen with each session, in the calendar.`,
    save: 'Save services',
  },
  {
    de: {
      title: 'Angebote',
      about: (name) => `Termine, die Kunden bei ${name} buchen können.`,
      aService: 'Ein Angebot',
      notSaved: 'nicht gespeichert.',
      saved: 'Angebote gespeichert.',
      none: 'Es gibt noch keine Termine. Füge sie unter „Angebote“ hinzu.',
      offers: 'Bietet an',
      noServices: 'Keine Angebote',
      alone: (services) => `Niemand sonst bietet ${services} an. Wähle zuerst im Angebot jemand anders oder blende es aus.`,
      hidden: (service) => `${service} (ausgeblendet)`,
      leads: (name, services) => `${name} leitet auch Termine von ${services}. Wer Kurse und Kursreihen leitet, wählst du bei jedem Termin im Kalender.`,
      save: 'Angebote speichern',
    },
  },
)

interface StaffServicesProps {
  resourceId: string
  name: string
}

export function StaffServices(props: StaffServicesProps) {
  const t = useMessages(messages)
  const found = useApiQuery('services.queryServices', allServicesQuery)
  return (
    <Section title={t.title} about={t.about(props.name)}>
      <QueryView query={found} loading={<Skeleton height={72} radius="md" />}>
        {({ services }) => <ServiceChoice services={services} {...props} />}
      </QueryView>
    </Section>
  )
}

function ServiceChoice({ services, resourceId, name }: StaffServicesProps & { services: readonly Service[] }) {
  const t = useMessages(messages)
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
      success ? [] : [`${services.find(({ id }) => id === changes[originalIndex]?.service.id)?.name ?? t.aService}: ${error?.description ?? t.notSaved}`],
    )
    guard.markSaved()
    setChosen(undefined)
    toast(refused.length === 0 ? t.saved : refused.join(' '))
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <AllowedFields operation="services.bulkUpdateServices">
        <Stack gap="sm">
          {appointments.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <MultiSelect
              size="md"
              label={t.offers}
              placeholder={shown.length === 0 ? t.noServices : undefined}
              searchable
              hidePickedOptions
              value={shown}
              error={alone.length > 0 ? t.alone(alone.join(', ')) : undefined}
              onChange={(ids) => {
                const isChanged = toStaffServiceChanges(services, resourceId, ids).length > 0
                if (isChanged) guard.markDirty()
                else guard.markSaved()
                setChosen(isChanged ? ids : undefined)
              }}
              data={appointments.map((one) => ({ value: one.id, label: one.hidden ? t.hidden(one.name) : (one.name ?? '') }))}
            />
          )}
          {led.length > 0 && (
            <Text size="sm" c="dimmed">
              {t.leads(name, led.join(', '))}
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
                  {t.save}
                </Button>
              </Group>
            </Allowed>
          )}
        </Stack>
      </AllowedFields>
    </form>
  )
}
