import { Checkbox, MultiSelect, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { Allowed } from '../../permissions.tsx'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import type { ServiceForm } from '../forms/service-form.ts'
import { locationOptions } from '../../parts/choices.ts'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'

/** What happens to the sessions at a removed location. */
export interface Removal {
  move: boolean
  notify: boolean
}

function BusinessLocations({ form, problems, set, choices }: PartProps) {
  const data = locationOptions(choices.locations, form.placeIds)
  return (
    <>
      {form.type === 'COURSE' ? (
        <Select
          size="md"
          label="Location"
          id={fieldId('places')}
          placeholder="Main location"
          allowDeselect={false}
          value={form.placeIds[0] ?? null}
          error={problems.places}
          onChange={(id) => set({ placeIds: id ? [id] : [] })}
          data={data}
        />
      ) : (
        <MultiSelect
          size="md"
          label="Locations"
          id={fieldId('places')}
          placeholder={form.placeIds.length === 0 ? 'Main location' : undefined}
          description={form.type === 'APPOINTMENT' ? 'Customers choose if there’s more than one.' : undefined}
          value={form.placeIds}
          error={problems.places}
          onChange={(placeIds) => set({ placeIds })}
          data={data}
        />
      )}
      <Allowed operation="staff.createLocation">
        <AddInPlace
          label="Add location"
          name="Location name"
          more="Address"
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
  return (
    <>
      <Radio.Group
        label="Existing sessions and appointments at a removed location"
        value={removal.move ? 'move' : 'stay'}
        onChange={(value) => setRemoval({ ...removal, move: value === 'move' })}
      >
        <Stack gap="sm" mt="xs">
          <Radio size="md" value="stay" label="Keep their location" />
          <Radio size="md" value="move" label="Move to the new location" />
        </Stack>
      </Radio.Group>
      {removal.move && (
        <Checkbox
          size="md"
          label="Notify clients by email"
          checked={removal.notify}
          onChange={(event) => setRemoval({ ...removal, notify: event.currentTarget.checked })}
        />
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
  const appointment = form.type === 'APPOINTMENT'
  const removesLocation =
    before !== undefined &&
    before.where !== 'CUSTOMER' &&
    (form.where !== before.where || before.placeIds.some((id) => !form.placeIds.includes(id)) || (form.where === 'CUSTOM' && form.address !== before.address))
  return (
    <Part name="place" title="Location">
      <Radio.Group label="Location type" value={form.where} onChange={(where) => set({ where: where as ServiceForm['where'] })}>
        <Stack gap="sm" mt="xs">
          <Radio size="md" value="BUSINESS" label="At your business" />
          <Radio size="md" value="CUSTOM" label="Another address" />
          {appointment && <Radio size="md" value="CUSTOMER" label="Customer’s address" description="Customers enter it when booking." />}
        </Stack>
      </Radio.Group>
      {form.where === 'BUSINESS' && <BusinessLocations form={form} problems={problems} set={set} choices={choices} />}
      {form.where === 'CUSTOM' && (
        <Textarea
          size="md"
          label="Address"
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
      <Switch size="md" label="Online meeting" checked={form.meeting} onChange={(event) => set({ meeting: event.currentTarget.checked })} />
      {form.meeting && (
        <TextInput
          size="md"
          type="url"
          label="Meeting link"
          description="Only shared with clients who booked."
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
