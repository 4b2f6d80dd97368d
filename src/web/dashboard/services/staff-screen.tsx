import { Button, Skeleton, Text } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { OperationName } from '#web/operations.ts'
import { zonePlace } from '#web/kit/days.ts'
import { Allowed, OwnSubject } from '../permissions.tsx'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row } from '../parts/list.tsx'
import { Card, List, Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { hasHoursProblem, withoutId } from '../parts/hours.ts'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { WeekHours } from '../parts/week-hours.tsx'
import type { Period, Service } from '../entities.ts'
import { staffSearch } from '../search-params.ts'
import { allServicesQuery } from './all-services.ts'
import { ConsentOutcome } from './calendars/consent-outcome.tsx'
import { CalendarFeed } from './calendars/feed.tsx'
import { OtherCalendars } from './calendars/other-calendars.tsx'
import { Locations } from './locations.tsx'
import { RemovedStaff } from './removed-staff.tsx'
import { Rooms } from './rooms.tsx'
import { SpecialDays } from './special-days.tsx'
import { useOwnStaff } from '../parts/own-staff.ts'
import { StaffAccount } from './staff-account.tsx'
import { StaffHours } from './staff-hours.tsx'
import { StaffPanel } from './staff-panel.tsx'
import { StaffRank } from './staff-rank.tsx'
import { StaffServices } from './staff-services.tsx'
import { TimeOff } from './time-off.tsx'
import { sharedMessages } from './staff.messages.ts'

const messages = defineDashboardMessages(
  {
    addLocation: 'Add location',
    rooms: 'Rooms',
    locations: 'Locations',
    timeOff: 'Time off',
    services: (count: number) => (count === 0 ? 'No services' : count === 1 ? '1 service' : `${count} services`),
    none: 'No staff yet',
    noneHint: 'Add the people who offer your services.',
    unnamed: 'Unnamed',
    someone: 'this staff member',
    saved: 'Business hours saved.',
    about: (zone: string) => `Your opening hours in ${zone}. They apply to staff without custom hours.`,
    feed: 'Shows all bookings in any calendar, with first names only.',
  },
  {
    de: {
      addLocation: 'Standort hinzufügen',
      rooms: 'Räume',
      locations: 'Standorte',
      timeOff: 'Abwesenheiten',
      services: (count) => (count === 0 ? 'Keine Angebote' : count === 1 ? '1 Angebot' : `${count} Angebote`),
      none: 'Noch kein Team',
      noneHint: 'Füge die Personen hinzu, die deine Angebote durchführen.',
      unnamed: 'Ohne Namen',
      someone: 'dieses Teammitglied',
      saved: 'Öffnungszeiten gespeichert.',
      about: (zone) => `Deine Öffnungszeiten in ${zone}. Sie gelten für alle im Team ohne eigene Zeiten.`,
      feed: 'Zeigt alle Buchungen in jedem Kalender, nur mit Vornamen.',
    },
  },
)

/** Staff, rooms, locations and business hours. */
export function StaffScreen() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(staffSearch)
  const tab = url.tab ?? 'staff'
  return (
    <Page
      title={shared.title}
      action={
        tab === 'staff' ? (
          <AddButton operation="staff.createStaffMember" onClick={() => setUrl({ open: 'new' })}>
            {shared.addStaff}
          </AddButton>
        ) : tab === 'rooms' ? (
          <AddButton operation="staff.createResource" onClick={() => setUrl({ open: 'new' })}>
            {shared.addRoom}
          </AddButton>
        ) : tab === 'places' ? (
          <AddButton operation="staff.createLocation" onClick={() => setUrl({ open: 'new' })}>
            {t.addLocation}
          </AddButton>
        ) : undefined
      }
    >
      <Tabs
        label={shared.title}
        current={tab}
        items={[
          { value: 'staff', label: shared.staff },
          { value: 'rooms', label: t.rooms },
          { value: 'places', label: t.locations },
          { value: 'hours', label: shared.businessHours },
          { value: 'time-off', label: t.timeOff },
        ]}
      />
      {tabs[tab] ?? <Staff />}
    </Page>
  )
}
const AddButton = ({ operation, onClick, children }: { operation: OperationName; onClick: () => void; children: string }) => (
  <Allowed operation={operation}>
    <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  </Allowed>
)

const tabs: Record<string, ReactNode> = { rooms: <Rooms />, places: <Locations />, hours: <BusinessHours />, 'time-off': <TimeOff /> }

const countServices = (services: readonly Service[], resourceId: string): string => {
  const t = currentMessages(messages)
  const count = services.filter(({ staffMemberIds }) => staffMemberIds.includes(resourceId)).length
  return t.services(count)
}

function Staff() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(staffSearch)
  const found = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } }, fields: ['RESOURCE_DETAILS'] } })
  const services = useApiQuery('services.queryServices', allServicesQuery).data?.services
  const person = found.data?.staffMembers.find((one) => one.id === url.open)
  const own = useOwnStaff()
  return (
    <>
      {!url.open && <ConsentOutcome />}
      <QueryView query={found}>
        {(data) =>
          data.staffMembers.length === 0 ? (
            <EmptyState
              icon={<IconUsersGroup size={26} />}
              title={t.none}
              action={
                <Allowed operation="staff.createStaffMember">
                  <Button onClick={() => setUrl({ open: 'new' })}>{shared.addStaff}</Button>
                </Allowed>
              }
            >
              {t.noneHint}
            </EmptyState>
          ) : (
            <List label={shared.staff}>
              {data.staffMembers.map((one) => (
                <Row
                  key={one.id}
                  lead={<Avatar name={one.name ?? '?'} src={(one.mainMedia as { image?: { url: string } } | undefined)?.image?.url} />}
                  title={one.name ?? t.unnamed}
                  sub={one.email ?? one.phone}
                  facts={
                    <>
                      {services && <span>{countServices(services, one.resourceId)}</span>}
                      <span>{one.resource?.usesDefaultWorkingHours === false ? shared.customHours : shared.businessHours}</span>
                    </>
                  }
                  onOpen={() => setUrl({ open: one.id }, { push: true })}
                />
              ))}
            </List>
          )
        }
      </QueryView>
      <RemovedStaff />
      <OwnSubject.Provider value={person !== undefined && person.id === own?.id}>
        <StaffPanel
          person={url.open === 'new' ? 'new' : person}
          notice={<ConsentOutcome />}
          onClose={() => setUrl({ open: undefined, calendar: undefined })}
          onCreated={(id) => setUrl({ open: id })}
        >
          {person && <StaffServices key={`services ${person.id}`} resourceId={person.resourceId} name={person.name ?? t.someone} />}
          {person && <StaffHours key={`hours ${person.id}`} id={person.id} />}
          {person && <SpecialDays key={person.resourceId} owner={{ kind: 'staff', resourceId: person.resourceId, name: person.name ?? t.someone }} />}
          {person && <StaffAccount key={person.id} id={person.id} name={person.name ?? t.someone} />}
          {person && <StaffRank key={`rank ${person.id}`} id={person.id} />}
          {person && (
            <Allowed operation="staff.updateStaffMember">
              <OtherCalendars key={person.id} staffId={person.id} resourceId={person.resourceId} name={person.name ?? t.someone} />
            </Allowed>
          )}
        </StaffPanel>
      </OwnSubject.Provider>
    </>
  )
}

function BusinessHours() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('staff.getBusinessHours')
  const places = useApiQuery('staff.listLocations')
  const change = useApiMutation('staff.setBusinessHours')
  const guard = useUnsavedGuard(() => undefined)
  const [periods, setPeriods] = useState<Period[]>()
  const edit = (next: Period[]) => {
    guard.markDirty()
    setPeriods(next)
  }
  const shown = periods ?? found.data?.periods ?? []
  const save = () =>
    change.mutateAsync({ body: { periods: shown.map(withoutId) } }).then(
      async () => {
        guard.markSaved()
        toast(t.saved)
        // What was typed stays until the server says the same.
        await found.refetch()
        setPeriods(undefined)
      },
      () => undefined,
    )
  return (
    <>
      <QueryView query={found} loading={<Skeleton height={420} radius="lg" />}>
        {() => (
          <Card>
            <Text c="dimmed" mb="md">
              {t.about(zonePlace(site.timeZone))}
            </Text>
            <WeekHours periods={shown} places={places.data?.locations ?? []} onChange={edit} weekStartsOn={site.weekStartsOn} />
            {change.error && (
              <Text c="red" role="alert" mt="sm">
                {describeError(change.error)}
              </Text>
            )}
            <Allowed operation="staff.setBusinessHours">
              <Button
                mt="lg"
                size="md"
                disabled={periods === undefined || periods.some(hasHoursProblem)}
                loading={change.isPending}
                onClick={() => void save()}
              >
                {shared.saveHours}
              </Button>
            </Allowed>
          </Card>
        )}
      </QueryView>
      <SpecialDays owner={{ kind: 'business' }} />
      <CalendarFeed kind="SITE" about={t.feed} />
    </>
  )
}
