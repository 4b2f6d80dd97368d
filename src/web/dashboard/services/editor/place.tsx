import { Checkbox, MultiSelect, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../../permissions.tsx'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import type { ServiceForm } from '../forms/service-form.ts'
import { locationOptions } from '../../parts/choices.ts'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    location: 'Location',
    several: 'Customers choose if there’s more than one.',
    locationName: 'Location name',
    existing: 'Existing sessions and appointments at a removed location',
    keep: 'Keep their location',
    move: 'Move to the new location',
    notify: 'Notify clients by email',
    where: 'Location type',
    business: 'At your business',
    custom: 'Another address',
    customer: 'Customer’s address',
    customerAbout: 'Customers enter it when booking.',
    meeting: 'Online meeting',
    link: 'Meeting link',
    linkAbout: 'Only shared with clients who booked.',
  },
  {
    de: {
      location: 'Standort',
      several: 'Bei mehreren wählen deine Kunden.',
      locationName: 'Name des Standorts',
      existing: 'Bestehende Termine an einem entfernten Ort',
      keep: 'Ort beibehalten',
      move: 'An den neuen Ort verlegen',
      notify: 'Kunden per E-Mail benachrichtigen',
      where: 'Art des Ortes',
      business: 'An deinem Standort',
      custom: 'Andere Adresse',
      customer: 'Adresse der Kunden',
      customerAbout: 'Sie wird beim Buchen angegeben.',
      meeting: 'Online-Treffen',
      link: 'Link zum Treffen',
      linkAbout: 'Sichtbar nur für Kunden, die gebucht haben.',
    },
  },
)

/** What happens to the sessions at a removed location. */
export interface Removal {
  move: boolean
  notify: boolean
}

function BusinessLocations({ form, problems, set, choices }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const data = locationOptions(choices.locations, form.placeIds)
  return (
    <>
      {form.type === 'COURSE' ? (
        <Select
          size="md"
          label={t.location}
          id={fieldId('places')}
          placeholder={w.mainLocation}
          allowDeselect={false}
          value={form.placeIds[0] ?? null}
          error={problems.places}
          onChange={(id) => set({ placeIds: id ? [id] : [] })}
          data={data}
        />
      ) : (
        <MultiSelect
          size="md"
          label={w.locations}
          id={fieldId('places')}
          placeholder={form.placeIds.length === 0 ? w.mainLocation : undefined}
          description={form.type === 'APPOINTMENT' ? t.several : undefined}
          value={form.placeIds}
          error={problems.places}
          onChange={(placeIds) => set({ placeIds })}
          data={data}
        />
      )}
      <Allowed operation="staff.createLocation">
        <AddInPlace
          label={w.addLocation}
          name={t.locationName}
          more={w.address}
          maxLength={150}
          add={async (name, address) => {
            const id = await choices.addLocation(name, address)
            set((now) => ({ placeIds: now.type === 'COURSE' ? [id] : [...now.placeIds, id] }))
          }}
        />
      </Allowed>
    </>
  )
}

function RemovalChoice({ removal, setRemoval }: { removal: Removal; setRemoval: (removal: Removal) => void }) {
  const t = useMessages(messages)
  return (
    <>
      <Radio.Group label={t.existing} value={removal.move ? 'move' : 'stay'} onChange={(value) => setRemoval({ ...removal, move: value === 'move' })}>
        <Stack gap="sm" mt="xs">
          <Radio size="md" value="stay" label={t.keep} />
          <Radio size="md" value="move" label={t.move} />
        </Stack>
      </Radio.Group>
      {removal.move && (
        <Checkbox size="md" label={t.notify} checked={removal.notify} onChange={(event) => setRemoval({ ...removal, notify: event.currentTarget.checked })} />
      )}
    </>
  )
}

/** Where the service takes place. `before` is set for a service that may have sessions already. */
export function PlacePart({
  form,
  set,
  problems,
  choices,
  before,
  removal,
  setRemoval,
}: PartProps & { before: ServiceForm | undefined; removal: Removal; setRemoval: (removal: Removal) => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const appointment = form.type === 'APPOINTMENT'
  const removesLocation =
    before !== undefined &&
    before.where !== 'CUSTOMER' &&
    (form.where !== before.where || before.placeIds.some((id) => !form.placeIds.includes(id)) || (form.where === 'CUSTOM' && form.address !== before.address))
  return (
    <Part name="place" title={w.location}>
      <Radio.Group label={t.where} value={form.where} onChange={(where) => set({ where: where as ServiceForm['where'] })}>
        <Stack gap="sm" mt="xs">
          <Radio size="md" value="BUSINESS" label={t.business} />
          <Radio size="md" value="CUSTOM" label={t.custom} />
          {appointment && <Radio size="md" value="CUSTOMER" label={t.customer} description={t.customerAbout} />}
        </Stack>
      </Radio.Group>
      {form.where === 'BUSINESS' && <BusinessLocations form={form} problems={problems} set={set} choices={choices} />}
      {form.where === 'CUSTOM' && (
        <Textarea
          size="md"
          label={w.address}
          id={fieldId('address')}
          autosize
          minRows={2}
          maxLength={500}
          value={form.address}
          error={problems.address}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
      )}
      {form.where !== 'BUSINESS' && <Problem field="places" problems={problems} />}
      {removesLocation && <RemovalChoice removal={removal} setRemoval={setRemoval} />}
      <Switch size="md" label={t.meeting} checked={form.meeting} onChange={(event) => set({ meeting: event.currentTarget.checked })} />
      {form.meeting && (
        <TextInput
          size="md"
          type="url"
          label={t.link}
          description={t.linkAbout}
          id={fieldId('meetingLink')}
          placeholder="https://"
          maxLength={2000}
          value={form.meetingLink}
          error={problems.meetingLink}
          onChange={(event) => set({ meetingLink: event.currentTarget.value })}
        />
      )}
    </Part>
  )
}
