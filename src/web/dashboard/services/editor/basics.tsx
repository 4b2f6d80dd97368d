import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { Allowed } from '../../permissions.tsx'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import { ColorChoice } from './color-choice.tsx'
import { withType, type ServiceForm } from '../forms/service-form.ts'
import { fieldId, Part, type PartProps } from './part.tsx'

const NONE = 'none'
const kinds = {
  APPOINTMENT: 'A client books an available time with a staff member.',
  CLASS: 'Group sessions. Clients book individual sessions.',
  COURSE: 'A series of sessions. Clients book all of them at once.',
}

const levels = [
  { value: NONE, label: 'Not stated' },
  { value: 'BEGINNER', label: 'Beginner' },
  { value: 'INTERMEDIATE', label: 'Intermediate' },
  { value: 'ADVANCED', label: 'Advanced' },
  { value: 'ALL', label: 'All levels' },
]

/** What it is called and how it looks. */
export function BasicsPart({ form, set, problems, choices, isNew }: PartProps & { isNew: boolean }) {
  const known = choices.categories
  const dead = form.categoryId !== null && !choices.isLoading && !known.some((one) => one.value === form.categoryId)
  return (
    <Part name="basics" title="Basics">
      {isNew && (
        <SegmentedControl
          size="md"
          fullWidth
          aria-label="Type"
          value={form.type}
          onChange={(type) => set(withType(form, type as ServiceForm['type']))}
          data={[
            { value: 'APPOINTMENT', label: 'Appointment' },
            { value: 'CLASS', label: 'Class' },
            { value: 'COURSE', label: 'Course' },
          ]}
        />
      )}
      <Text c="dimmed" size="sm" mt={-8}>
        {kinds[form.type]}
      </Text>
      <TextInput
        size="md"
        label="Name"
        id={fieldId('name')}
        required
        maxLength={400}
        value={form.name}
        error={problems.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        label="Tagline"
        description="Shown below the name on your site."
        maxLength={6000}
        value={form.tagLine}
        onChange={(event) => set({ tagLine: event.currentTarget.value })}
      />
      <Select
        size="md"
        label="Level"
        description="Shown with the service; clients filter the class schedule by it."
        allowDeselect={false}
        value={form.level ?? NONE}
        onChange={(value) => set({ level: value === NONE ? null : (value as ServiceForm['level']) })}
        data={levels}
      />
      <Textarea
        size="md"
        label="Description"
        autosize
        minRows={3}
        maxLength={7000}
        value={form.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        size="md"
        label="Category"
        id={fieldId('category')}
        allowDeselect={false}
        value={form.categoryId ?? NONE}
        error={problems.category ?? (dead ? 'This category was deleted. Choose another one.' : undefined)}
        onChange={(value) => set({ categoryId: value === NONE ? null : value })}
        data={[{ value: NONE, label: 'No category' }, ...known, ...(dead && form.categoryId ? [{ value: form.categoryId, label: 'Deleted category' }] : [])]}
      />
      <Allowed operation="services.createCategoryV2">
        <AddInPlace label="Add category" name="Category name" maxLength={100} add={async (name) => set({ categoryId: await choices.addCategory(name) })} />
      </Allowed>
      <ColorChoice value={form.color} onChange={(color) => set({ color })} />
    </Part>
  )
}
