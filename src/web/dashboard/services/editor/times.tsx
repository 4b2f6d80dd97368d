import { ActionIcon, Button, MultiSelect, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../../permissions.tsx'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import type { ServiceForm } from '../forms/service-form.ts'
import css from '../services.module.css'
import { personOptions } from '../../parts/choices.ts'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'
import { messages } from './times.messages.ts'
import { words } from '../words.messages.ts'

/** Duration, capacity, staff, and the resources that must be free. */
export function TimesPart({ form, set, problems, choices }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  if (form.type !== 'APPOINTMENT')
    return (
      <Part name="times" title={w.capacity} about={t.about}>
        <NumberInput
          size="md"
          label={t.spots}
          id={fieldId('capacity')}
          min={1}
          max={1000}
          value={form.capacity}
          error={problems.capacity}
          onChange={(value) => set({ capacity: Number(value) || 1 })}
        />
      </Part>
    )
  return (
    <Part name="times" title={t.title}>
      <SegmentedControl
        size="md"
        fullWidth
        aria-label={t.durationType}
        value={form.lengthKind}
        onChange={(lengthKind) => set({ lengthKind: lengthKind as 'LIST', ...(lengthKind === 'LIST' && form.lengths.length === 0 ? { lengths: [60] } : {}) })}
        data={[
          { value: 'LIST', label: t.fixed },
          { value: 'RANGE', label: t.flexible },
        ]}
      />
      {form.lengthKind === 'LIST' ? (
        <Lengths form={form} set={set} problems={problems} choices={choices} />
      ) : (
        <Range form={form} set={set} problems={problems} choices={choices} />
      )}
      <NumberInput
        size="md"
        label={t.buffer}
        description={t.bufferAbout}
        min={0}
        max={720}
        step={5}
        value={form.pause}
        onChange={(value) => set({ pause: Math.min(720, Math.max(0, Math.round(Number(value) || 0))) })}
      />
      <MultiSelect
        size="md"
        label={t.staff}
        id={fieldId('staff')}
        placeholder={form.staffIds.length ? undefined : choices.people.length === 0 ? t.noStaff : t.selectStaff}
        value={form.staffIds}
        error={problems.staff}
        onChange={(staffIds) => set({ staffIds })}
        data={personOptions(choices.people)}
      />
      <Allowed operation="staff.createStaffMember">
        <AddInPlace
          label={w.addStaff}
          name={t.staffName}
          add={async (name) => {
            const { resourceId } = await choices.addPerson(name)
            set((now) => ({ staffIds: [...now.staffIds, resourceId] }))
          }}
        />
      </Allowed>
      <Rooms form={form} set={set} problems={problems} choices={choices} />
    </Part>
  )
}

function Lengths({ form, set, problems }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const change = (at: number, minutes: number) => set({ lengths: form.lengths.map((old, i) => (i === at ? minutes : old)) })
  return (
    <Stack gap="sm">
      {form.lengths.map((minutes, at) => (
        // A duration has no id; only its index tells it from the others.
        <div key={at} className={css.length}>
          <NumberInput
            size="md"
            label={form.lengths.length === 1 ? w.minutes : at === 0 ? t.minutesDefault : t.minutesOption(at + 1)}
            id={at === 0 ? fieldId('lengths') : undefined}
            min={1}
            max={44_639}
            step={5}
            allowDecimal={false}
            value={minutes}
            error={at === 0 ? problems.lengths : undefined}
            onChange={(value) => change(at, Math.round(Number(value) || 0))}
          />
          {form.lengths.length > 1 && (
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t.removeMinutes(minutes)}
              onClick={() => set({ lengths: form.lengths.filter((_, i) => i !== at) })}
            >
              <IconX size={18} />
            </ActionIcon>
          )}
        </div>
      ))}
      {form.lengths.length === 0 && <Problem field="lengths" problems={problems} />}
      <div>
        <Button
          type="button"
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          className={css.inline}
          onClick={() => set({ lengths: [...form.lengths, Math.max(0, ...form.lengths) + 30] })}
        >
          {t.addDuration}
        </Button>
      </div>
    </Stack>
  )
}

function Range({ form, set, problems }: PartProps) {
  const t = useMessages(messages)
  return (
    <div className={css.pair}>
      <NumberInput
        size="md"
        label={t.minimum}
        id={fieldId('range')}
        min={30}
        max={1440}
        step={30}
        value={form.shortest}
        error={problems.range}
        onChange={(value) => set({ shortest: Math.round(Number(value) || 0) })}
      />
      <NumberInput
        size="md"
        label={t.maximum}
        min={30}
        max={1440}
        step={30}
        value={form.longest}
        onChange={(value) => set({ longest: Math.round(Number(value) || 0) })}
      />
    </div>
  )
}

/** One of the chosen rooms or devices of each kind must be free as well. */
function Rooms({ form, set, choices }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const findIds = (needs: ServiceForm['rooms'], typeId: string) => needs.find((need) => need.typeId === typeId)?.ids ?? []
  const change = (typeId: string, idsAfter: (ids: string[]) => string[]) =>
    set(({ rooms }) => {
      const ids = idsAfter(findIds(rooms, typeId))
      const others = rooms.filter((need) => need.typeId !== typeId)
      return { rooms: ids.length > 0 ? [...others, { typeId, ids }] : others }
    })
  const { roomTypes } = choices
  return (
    <>
      {roomTypes.map((type) => (
        <MultiSelect
          key={type.id}
          size="md"
          label={t.requires(type.name)}
          description={t.requiresAbout}
          clearable
          value={findIds(form.rooms, type.id)}
          onChange={(ids) => change(type.id, () => ids)}
          data={type.rooms.map((room) => ({ value: room.id, label: room.name }))}
        />
      ))}
      {roomTypes.length === 0 && (
        <Text c="dimmed" size="sm">
          {t.noRoom}
        </Text>
      )}
      <Allowed operation={['staff.createResourceType', 'staff.createResource']}>
        <AddInPlace
          label={w.addRoom}
          name={t.roomName}
          add={async (name) => {
            const room = await choices.addRoom(name)
            change(room.typeId, (ids) => [...ids, room.id])
          }}
        />
      </Allowed>
    </>
  )
}
