import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../../permissions.tsx'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import { ColorChoice } from './color-choice.tsx'
import { withType, type ServiceForm } from '../forms/service-form.ts'
import { fieldId, Part, type PartProps } from './part.tsx'
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    appointmentAbout: 'A client books an available time with a staff member.',
    classAbout: 'Group sessions. Clients book individual sessions.',
    courseAbout: 'A series of sessions. Clients book all of them at once.',
    notStated: 'Not stated',
    beginner: 'Beginner',
    intermediate: 'Intermediate',
    advanced: 'Advanced',
    allLevels: 'All levels',
    appointment: 'Appointment',
    class: 'Class',
    course: 'Course',
    tagline: 'Tagline',
    taglineAbout: 'Shown below the name on your site.',
    level: 'Level',
    levelAbout: 'Shown with the service; clients filter the class schedule by it.',
    category: 'Category',
    categoryGone: 'This category was deleted. Choose another one.',
    deletedCategory: 'Deleted category',
    categoryName: 'Category name',
  },
  {
    de: {
      appointmentAbout: 'Eine Person bucht eine freie Zeit bei jemandem aus dem Team.',
      classAbout: 'Termine für Gruppen. Jeder Termin wird einzeln gebucht.',
      courseAbout: 'Eine Reihe von Terminen, die alle zusammen gebucht werden.',
      notStated: 'Keine Angabe',
      beginner: 'Einsteiger',
      intermediate: 'Mittelstufe',
      advanced: 'Fortgeschritten',
      allLevels: 'Alle Niveaus',
      appointment: 'Termin',
      class: 'Kurs',
      course: 'Kursreihe',
      tagline: 'Kurzbeschreibung',
      taglineAbout: 'Steht auf deiner Website unter dem Namen.',
      level: 'Niveau',
      levelAbout: 'Steht beim Angebot; der Kursplan lässt sich danach filtern.',
      category: 'Kategorie',
      categoryGone: 'Diese Kategorie wurde gelöscht. Wähle eine andere.',
      deletedCategory: 'Gelöschte Kategorie',
      categoryName: 'Name der Kategorie',
    },
  },
)
const text = currentMessages(messages)

const NONE = 'none'
const kinds = {
  APPOINTMENT: text.appointmentAbout,
  CLASS: text.classAbout,
  COURSE: text.courseAbout,
}

const levels = [
  { value: NONE, label: text.notStated },
  { value: 'BEGINNER', label: text.beginner },
  { value: 'INTERMEDIATE', label: text.intermediate },
  { value: 'ADVANCED', label: text.advanced },
  { value: 'ALL', label: text.allLevels },
]

/** What it is called and how it looks. */
export function BasicsPart({ form, set, problems, choices, isNew }: PartProps & { isNew: boolean }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const known = choices.categories
  const dead = form.categoryId !== null && !choices.isLoading && !known.some((one) => one.value === form.categoryId)
  return (
    <Part name="basics" title={w.basics}>
      {isNew && (
        <SegmentedControl
          size="md"
          fullWidth
          aria-label={w.type}
          value={form.type}
          onChange={(type) => set(withType(form, type as ServiceForm['type']))}
          data={[
            { value: 'APPOINTMENT', label: t.appointment },
            { value: 'CLASS', label: t.class },
            { value: 'COURSE', label: t.course },
          ]}
        />
      )}
      <Text c="dimmed" size="sm" mt={-8}>
        {kinds[form.type]}
      </Text>
      <TextInput
        size="md"
        label={commonWords.name}
        id={fieldId('name')}
        required
        maxLength={400}
        value={form.name}
        error={problems.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        label={t.tagline}
        description={t.taglineAbout}
        maxLength={6000}
        value={form.tagLine}
        onChange={(event) => set({ tagLine: event.currentTarget.value })}
      />
      <Select
        size="md"
        label={t.level}
        description={t.levelAbout}
        allowDeselect={false}
        value={form.level ?? NONE}
        onChange={(value) => set({ level: value === NONE ? null : (value as ServiceForm['level']) })}
        data={levels}
      />
      <Textarea
        size="md"
        label={w.description}
        autosize
        minRows={3}
        maxLength={7000}
        value={form.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        size="md"
        label={t.category}
        id={fieldId('category')}
        allowDeselect={false}
        value={form.categoryId ?? NONE}
        error={problems.category ?? (dead ? t.categoryGone : undefined)}
        onChange={(value) => set({ categoryId: value === NONE ? null : value })}
        data={[{ value: NONE, label: w.noCategory }, ...known, ...(dead && form.categoryId ? [{ value: form.categoryId, label: t.deletedCategory }] : [])]}
      />
      <Allowed operation="services.createCategoryV2">
        <AddInPlace label={w.addCategory} name={t.categoryName} maxLength={100} add={async (name) => set({ categoryId: await choices.addCategory(name) })} />
      </Allowed>
      <ColorChoice value={form.color} onChange={(color) => set({ color })} />
    </Part>
  )
}
