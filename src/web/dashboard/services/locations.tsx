/** Locations of the business: add, change, choose the default, archive and restore. */
import { Button, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconMapPin, IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { zonePlace } from '#web/kit/days.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Location } from '../entities.ts'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { staffSearch } from '../search-params.ts'
import { CalendarFeed } from './calendars/feed.tsx'
import { SpecialDays } from './special-days.tsx'
import { newLocationForm, toLocationChange, toLocationForm, type LocationForm } from './forms/location-form.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    archiveLocation: 'Archive location',
    archiveUnused: 'No services use it. Existing bookings are not affected.',
    archiveUsed: (names: string) => `${names} won’t offer new times there. Existing bookings are not affected.`,
    none: 'No locations yet',
    noneAbout: 'Customers see the name and address of each location.',
    noAddress: 'No address yet',
    timeZone: (zone: string) => `All locations use the ${zone} time zone. The main location is the default for services.`,
    saveLocation: 'Save location',
    addressAbout: 'Shown in confirmations and calendar invites.',
    mainAbout: 'The default for services.',
    feedAbout: (name: string) => `Shows the bookings at ${name} in any calendar, with first names only.`,
  },
  {
    de: {
      archiveLocation: 'Standort archivieren',
      archiveUnused: 'Kein Angebot findet dort statt. Bestehende Buchungen bleiben.',
      archiveUsed: (names) => `Neue Zeiten gibt es dort nicht mehr für ${names}. Bestehende Buchungen bleiben.`,
      none: 'Noch keine Standorte',
      noneAbout: 'Kunden sehen Namen und Adresse jedes Standorts.',
      noAddress: 'Noch keine Adresse',
      timeZone: (zone) => `Alle Standorte haben die Zeitzone ${zone}. Der Hauptstandort ist für Angebote vorausgewählt.`,
      saveLocation: 'Standort speichern',
      addressAbout: 'Steht in Bestätigungen und Kalendereinladungen.',
      mainAbout: 'Für Angebote vorausgewählt.',
      feedAbout: (name) => `Zeigt die Buchungen am Standort „${name}“ in jedem Kalender, nur mit Vornamen.`,
    },
  },
)

export function Locations() {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const [url, setUrl] = useSearchState(staffSearch)
  const found = useApiQuery('staff.listLocations')
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const update = useApiMutation('staff.updateLocation')
  const openConfirm = useConfirm()
  const list = found.data?.locations ?? []
  const archive = async (location: Location) => {
    const { data, error } = services.data ? services : await services.refetch()
    if (!data) return toastError(error)
    const names = data.services.filter((one) => one.locations.some(({ business }) => business?.id === location.id)).map(({ name }) => name)
    openConfirm({
      title: w.askArchive(location.name),
      danger: true,
      confirmLabel: t.archiveLocation,
      cancelLabel: commonWords.cancel,
      successMessage: w.wasArchived(location.name),
      description: names.length === 0 ? t.archiveUnused : t.archiveUsed(names.join(', ')),
      onConfirm: () => update.mutateAsync({ params: { id: location.id }, body: { location: { status: 'INACTIVE' } } }),
    })
  }
  const restore = (location: Location) =>
    void update
      .mutateAsync({ params: { id: location.id }, body: { location: { status: 'ACTIVE' } } })
      .then(() => toast(w.wasRestored(location.name)), toastError)
  return (
    <>
      <QueryView query={found}>
        {() =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconMapPin size={26} />}
              title={t.none}
              action={
                <Allowed operation="staff.createLocation">
                  <Button onClick={() => setUrl({ open: 'new' })}>{w.addLocation}</Button>
                </Allowed>
              }
            >
              {t.noneAbout}
            </EmptyState>
          ) : (
            <>
              <List label={w.locations}>
                {list.map((location) => (
                  <Row
                    key={location.id}
                    lead={<IconMapPin size={22} />}
                    title={location.name}
                    sub={location.address.formattedAddress || t.noAddress}
                    dim={location.status === 'INACTIVE'}
                    facts={
                      location.default ? (
                        <StateTag tone="good">{w.mainLocation}</StateTag>
                      ) : location.status === 'INACTIVE' ? (
                        <StateTag tone="quiet">{w.archived}</StateTag>
                      ) : undefined
                    }
                    onOpen={() => setUrl({ open: location.id }, { push: true })}
                    actions={
                      <CardMenu
                        of={location.name}
                        actions={[
                          {
                            label: commonWords.edit,
                            operation: 'staff.updateLocation',
                            icon: IconPencil,
                            run: () => setUrl({ open: location.id }, { push: true }),
                          },
                          location.status === 'INACTIVE'
                            ? { label: w.restore, operation: 'staff.updateLocation', icon: IconArchiveOff, run: () => restore(location) }
                            : location.default
                              ? undefined
                              : { label: w.archive, operation: 'staff.updateLocation', icon: IconArchive, danger: true, run: () => archive(location) },
                        ]}
                      />
                    }
                  />
                ))}
              </List>
              <Text c="dimmed" size="sm" mt="sm">
                {t.timeZone(zonePlace(site.timeZone))}
              </Text>
            </>
          )
        }
      </QueryView>
      <LocationPanel location={url.open === 'new' ? 'new' : list.find((one) => one.id === url.open)} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

function LocationPanel({ location, onClose }: { location: Location | 'new' | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const create = useApiMutation('staff.createLocation')
  const update = useApiMutation('staff.updateLocation')
  const unsaved = useUnsavedGuard(onClose)
  const saved = location === 'new' ? undefined : location
  const [{ before, form }, setEdited] = useState({ before: newLocationForm, form: newLocationForm })
  const [checked, setChecked] = useState(false)
  const restart = useEffectEvent(() => {
    const first = saved ? toLocationForm(saved) : newLocationForm
    setEdited({ before: first, form: first })
    setChecked(false)
    create.reset()
    update.reset()
  })
  const key = location === 'new' ? 'new' : location?.id
  // Refetching the same location must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const set = (change: Partial<LocationForm>) => {
    unsaved.markDirty()
    setEdited((old) => ({ ...old, form: { ...old.form, ...change } }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (form.name.trim() === '') return
    try {
      const change = toLocationChange(before, form)
      if (change && saved) await update.mutateAsync({ params: { id: saved.id }, body: { location: change } })
      else if (change) await create.mutateAsync({ body: { location: change } })
      unsaved.markSaved()
      if (change) toast(saved ? commonWords.saved : w.wasAdded(form.name.trim()))
      onClose()
    } catch {
      /* shown above the form */
    }
  }
  return (
    <SidePanel
      open={location !== undefined}
      onClose={unsaved.close}
      title={saved ? saved.name : w.addLocation}
      footer={
        <Allowed operation="staff.updateLocation">
          <Button type="submit" form="location" size="md" loading={create.isPending || update.isPending}>
            {saved ? t.saveLocation : w.addLocation}
          </Button>
        </Allowed>
      }
    >
      <form id="location" noValidate onSubmit={(event) => void save(event)}>
        <AllowedFields operation="staff.updateLocation">
          <Stack gap="lg">
            <SaveError error={create.error ?? update.error} />
            <TextInput
              size="md"
              label={commonWords.name}
              required
              maxLength={150}
              value={form.name}
              error={checked && form.name.trim() === '' ? w.enterName : undefined}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Textarea
              size="md"
              label={w.address}
              description={t.addressAbout}
              autosize
              minRows={2}
              maxLength={500}
              value={form.address}
              onChange={(event) => set({ address: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              type="tel"
              label={commonWords.phone}
              maxLength={50}
              value={form.phone}
              onChange={(event) => set({ phone: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              type="email"
              label={commonWords.email}
              maxLength={320}
              value={form.email}
              onChange={(event) => set({ email: event.currentTarget.value })}
            />
            {!saved?.default && saved?.status !== 'INACTIVE' && (
              <Switch
                size="md"
                label={w.mainLocation}
                description={t.mainAbout}
                checked={form.isDefault}
                onChange={(event) => set({ isDefault: event.currentTarget.checked })}
              />
            )}
          </Stack>
        </AllowedFields>
      </form>
      {saved && saved.status === 'ACTIVE' && <SpecialDays key={saved.id} owner={{ kind: 'location', locationId: saved.id }} />}
      {saved && <CalendarFeed key={`feed-${saved.id}`} kind="LOCATION" subjectId={saved.id} about={t.feedAbout(saved.name)} />}
    </SidePanel>
  )
}
