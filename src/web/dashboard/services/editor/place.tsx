import { Checkbox, MultiSelect, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import type { ServiceForm } from '../forms/service-form.ts'
import { locationOptions } from './choices.ts'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'

/** What becomes of sessions at a place that is taken away. */
export interface Removal {
  move: boolean
  notify: boolean
}

/** Where it takes place. `before` is set for a service that may have sessions already. */
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
  const data = locationOptions(choices.locations, form.placeIds)
  const removesLocation =
    before !== undefined &&
    before.where !== 'CUSTOMER' &&
    (form.where !== before.where || before.placeIds.some((id) => !form.placeIds.includes(id)) || (form.where === 'CUSTOM' && form.address !== before.address))
  return (
    <Part name="place" title="Where">
      <Radio.Group label="Where it takes place" value={form.where} onChange={(where) => set({ where: where as ServiceForm['where'] })}>
        <Stack gap="sm" mt="xs">
          <Radio size="md" value="BUSINESS" label={appointment ? 'At one of your places' : 'At your place'} />
          <Radio size="md" value="CUSTOM" label="At another address" />
          {appointment && <Radio size="md" value="CUSTOMER" label="At the customer’s address" description="Customers give it when they book." />}
        </Stack>
      </Radio.Group>
      {form.where === 'BUSINESS' && (
        <>
          {form.type === 'COURSE' ? (
            <Select
              size="md"
              label="Place"
              id={fieldId('places')}
              placeholder="Your main place"
              allowDeselect={false}
              value={form.placeIds[0] ?? null}
              error={problems.places}
              onChange={(id) => set({ placeIds: id ? [id] : [] })}
              data={data}
            />
          ) : (
            <MultiSelect
              size="md"
              label="Places"
              id={fieldId('places')}
              placeholder={form.placeIds.length === 0 ? 'Your main place' : undefined}
              description={appointment ? 'Customers choose where more than one is possible.' : undefined}
              value={form.placeIds}
              error={problems.places}
              onChange={(placeIds) => set({ placeIds })}
              data={data}
            />
          )}
          <AddInPlace
            label="Add a place"
            name="Name of the place"
            more="Address"
            maxLength={150}
            add={async (name, address) => {
              const id = await choices.addLocation(name, address)
              set((now) => ({ placeIds: now.type === 'COURSE' ? [id] : [...now.placeIds, id] }))
            }}
          />
        </>
      )}
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
      {removesLocation && (
        <>
          <Radio.Group
            label="Sessions and appointments already planned at a place you take away"
            value={removal.move ? 'move' : 'stay'}
            onChange={(value) => setRemoval({ ...removal, move: value === 'move' })}
          >
            <Stack gap="sm" mt="xs">
              <Radio size="md" value="stay" label="Stay where they are" />
              <Radio size="md" value="move" label="Move to the new place" />
            </Stack>
          </Radio.Group>
          {removal.move && (
            <Checkbox
              size="md"
              label="Tell the people who booked by e-mail"
              checked={removal.notify}
              onChange={(event) => setRemoval({ ...removal, notify: event.currentTarget.checked })}
            />
          )}
        </>
      )}
      <Switch size="md" label="Held online as a video meeting" checked={form.meeting} onChange={(event) => set({ meeting: event.currentTarget.checked })} />
      {form.meeting && (
        <TextInput
          size="md"
          type="url"
          label="Link of the meeting"
          description="Only people who have booked see it."
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
