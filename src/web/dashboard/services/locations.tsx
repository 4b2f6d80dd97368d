/** Locations of the business: add, change, choose the default, archive and restore. */
import { Button, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconMapPin, IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
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

export function Locations() {
  const site = useSite()
  const [url, setUrl] = useSearchState(staffSearch)
  const found = useApiQuery('staff.listLocations')
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const update = useApiMutation('staff.updateLocation')
  const openConfirm = useConfirm()
  const list = found.data?.locations ?? []
  const servicesAt = (location: Location) =>
    (services.data?.services ?? []).filter((service) => service.locations.some(({ business }) => business?.id === location.id))
  const archive = (location: Location) => {
    const names = servicesAt(location).map((service) => service.name)
    openConfirm({
      title: `Archive ${location.name}?`,
      danger: true,
      confirmLabel: 'Archive location',
      cancelLabel: 'Cancel',
      successMessage: `${location.name} archived.`,
      description: `${names.length === 0 ? 'No services use it.' : `${names.join(', ')} won’t offer new times there.`} Existing bookings are not affected.`,
      onConfirm: () => update.mutateAsync({ params: { id: location.id }, body: { location: { status: 'INACTIVE' } } }),
    })
  }
  const restore = (location: Location) =>
    void update
      .mutateAsync({ params: { id: location.id }, body: { location: { status: 'ACTIVE' } } })
      .then(() => toast(`${location.name} restored.`), toastError)
  return (
    <>
      <QueryView query={found}>
        {() =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconMapPin size={26} />}
              title="No locations yet"
              action={
                <Allowed operation="staff.createLocation">
                  <Button onClick={() => setUrl({ open: 'new' })}>Add location</Button>
                </Allowed>
              }
            >
              Customers see the name and address of each location.
            </EmptyState>
          ) : (
            <>
              <List label="Locations">
                {list.map((location) => (
                  <Row
                    key={location.id}
                    lead={<IconMapPin size={22} />}
                    title={location.name}
                    sub={location.address.formattedAddress || 'No address yet'}
                    dim={location.status === 'INACTIVE'}
                    facts={
                      location.default ? (
                        <StateTag tone="good">Main location</StateTag>
                      ) : location.status === 'INACTIVE' ? (
                        <StateTag tone="quiet">Archived</StateTag>
                      ) : undefined
                    }
                    onOpen={() => setUrl({ open: location.id }, { push: true })}
                    actions={
                      <CardMenu
                        of={location.name}
                        actions={[
                          { label: 'Edit', operation: 'staff.updateLocation', icon: IconPencil, run: () => setUrl({ open: location.id }, { push: true }) },
                          location.status === 'INACTIVE'
                            ? { label: 'Restore', operation: 'staff.updateLocation', icon: IconArchiveOff, run: () => restore(location) }
                            : location.default
                              ? undefined
                              : { label: 'Archive', operation: 'staff.updateLocation', icon: IconArchive, danger: true, run: () => archive(location) },
                        ]}
                      />
                    }
                  />
                ))}
              </List>
              <Text c="dimmed" size="sm" mt="sm">
                All locations use the {site.timeZone.replaceAll('_', ' ')} time zone. The main location is the default for services.
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
      if (change) toast(saved ? 'Saved.' : `${form.name.trim()} added.`)
      onClose()
    } catch {
      /* shown above the form */
    }
  }
  return (
    <SidePanel
      open={location !== undefined}
      onClose={unsaved.close}
      title={saved ? saved.name : 'Add location'}
      footer={
        <Allowed operation="staff.updateLocation">
          <Button type="submit" form="location" size="md" loading={create.isPending || update.isPending}>
            {saved ? 'Save location' : 'Add location'}
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
              label="Name"
              required
              maxLength={150}
              value={form.name}
              error={checked && form.name.trim() === '' ? 'Enter a name.' : undefined}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Textarea
              size="md"
              label="Address"
              description="Shown in confirmations and calendar invites."
              autosize
              minRows={2}
              maxLength={500}
              value={form.address}
              onChange={(event) => set({ address: event.currentTarget.value })}
            />
            <TextInput size="md" type="tel" label="Phone" maxLength={50} value={form.phone} onChange={(event) => set({ phone: event.currentTarget.value })} />
            <TextInput
              size="md"
              type="email"
              label="Email"
              maxLength={320}
              value={form.email}
              onChange={(event) => set({ email: event.currentTarget.value })}
            />
            {!saved?.default && saved?.status !== 'INACTIVE' && (
              <Switch
                size="md"
                label="Main location"
                description="The default for services."
                checked={form.isDefault}
                onChange={(event) => set({ isDefault: event.currentTarget.checked })}
              />
            )}
          </Stack>
        </AllowedFields>
      </form>
      {saved && saved.status === 'ACTIVE' && <SpecialDays key={saved.id} owner={{ kind: 'location', locationId: saved.id }} />}
      {saved && (
        <CalendarFeed
          key={`feed-${saved.id}`}
          kind="LOCATION"
          subjectId={saved.id}
          about={`Shows the bookings at ${saved.name} in any calendar, with first names only.`}
        />
      )}
    </SidePanel>
  )
}
