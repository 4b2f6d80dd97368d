/** Week, view and filters of the schedule. */
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { addDays } from '../../kit/days.ts'
import type { Service } from '../catalog.ts'
import { describeLevel } from '../level.ts'
import { dayParts, keepChosen, levels, listKnown, listLevels, type Choice, type Choices, type SessionFilter } from './filter-sessions.ts'

const messages = defineMessages(
  {
    previous: 'Previous week',
    next: 'Next week',
    filters: 'Filters',
    class: 'Class',
    allClasses: 'All classes',
    teacher: 'Teacher',
    allTeachers: 'All teachers',
    thisTeacher: 'This teacher',
    place: 'Location',
    allPlaces: 'All locations',
    thisPlace: 'This location',
    part: 'Time of day',
    allParts: 'Any time',
    morning: 'Morning',
    afternoon: 'Afternoon',
    evening: 'Evening',
    level: 'Level',
    anyLevel: 'Any level',
    view: 'View',
    list: 'List',
    week: 'Week',
  },
  {
    de: {
      previous: 'Vorherige Woche',
      next: 'Nächste Woche',
      filters: 'Filter',
      class: 'Kurs',
      allClasses: 'Alle Kurse',
      teacher: 'Leitung',
      allTeachers: 'Alle Lehrenden',
      thisTeacher: 'Diese Lehrkraft',
      place: 'Ort',
      allPlaces: 'Alle Orte',
      thisPlace: 'Dieser Ort',
      part: 'Tageszeit',
      allParts: 'Jede Tageszeit',
      morning: 'Morgens',
      afternoon: 'Nachmittags',
      evening: 'Abends',
      level: 'Niveau',
      anyLevel: 'Jedes Niveau',
      view: 'Ansicht',
      list: 'Liste',
      week: 'Woche',
    },
    fr: {
      previous: 'Semaine précédente',
      next: 'Semaine suivante',
      filters: 'Filtres',
      class: 'Cours',
      allClasses: 'Tous les cours',
      teacher: 'Équipe',
      allTeachers: 'Toute l’équipe',
      thisTeacher: 'Cette personne',
      place: 'Lieu',
      allPlaces: 'Tous les lieux',
      thisPlace: 'Ce lieu',
      part: 'Moment de la journée',
      allParts: 'À toute heure',
      morning: 'Matin',
      afternoon: 'Après-midi',
      evening: 'Soir',
      level: 'Niveau',
      anyLevel: 'Niveau indifférent',
      view: 'Affichage',
      list: 'Liste',
      week: 'Semaine',
    },
    es: {
      previous: 'Semana anterior',
      next: 'Semana siguiente',
      filters: 'Filtros',
      class: 'Clase',
      allClasses: 'Todas las clases',
      teacher: 'Equipo',
      allTeachers: 'Todo el equipo',
      thisTeacher: 'Esta persona',
      place: 'Lugar',
      allPlaces: 'Todos los lugares',
      thisPlace: 'Este lugar',
      part: 'Momento del día',
      allParts: 'A cualquier hora',
      morning: 'Mañana',
      afternoon: 'Tarde',
      evening: 'Tarde-noche',
      level: 'Nivel',
      anyLevel: 'Cualquier nivel',
      view: 'Vista',
      list: 'Lista',
      week: 'Semana',
    },
  },
)

export type ChangeSchedule = (change: Partial<Record<'week' | 'service' | 'teacher' | 'place' | 'part' | 'level' | 'view', string | undefined>>) => void

interface WeekStepsProps {
  /** The first day of the week. */
  week: string
  today: string
  label: string
  view: 'list' | 'week'
  onChange: ChangeSchedule
}
export function WeekSteps({ week, today, label, view, onChange }: WeekStepsProps) {
  const t = useMessages(messages)
  return (
    <div className="row row-between week-head">
      <div className="row week-steps">
        <button type="button" className="month-step" aria-label={t.previous} disabled={week <= today} onClick={() => onChange({ week: addDays(week, -7) })}>
          ‹
        </button>
        <h2 className="week-name" aria-live="polite">
          {label}
        </h2>
        <button type="button" className="month-step" aria-label={t.next} onClick={() => onChange({ week: addDays(week, 7) })}>
          ›
        </button>
      </div>
      <div className="chips view-switch" role="group" aria-label={t.view}>
        {(['list', 'week'] as const).map((one) => (
          <button key={one} type="button" className="chip" aria-pressed={view === one} onClick={() => onChange({ view: one === 'week' ? one : undefined })}>
            {t[one]}
          </button>
        ))}
      </div>
    </div>
  )
}

interface FilterSelectProps {
  label: string
  all: string
  choices: readonly Choice[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}
/** Nothing while there is only one to choose, unless one is chosen. */
function FilterSelect({ label, all, choices, value, onChange }: FilterSelectProps) {
  if (choices.length < 2 && !value) return null
  return (
    <label className="filter-select">
      <span className="sr">{label}</span>
      <select className="select" value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
        <option value="">{all}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ScheduleFiltersProps {
  classes: readonly Service[]
  isLoading: boolean
  service: string | undefined
  level: (typeof levels)[number] | undefined
  choices: Choices
  filter: SessionFilter
  onChange: ChangeSchedule
}
export function ScheduleFilters({ classes, isLoading, service, level, choices, filter, onChange }: ScheduleFiltersProps) {
  const t = useMessages(messages)
  const known = listKnown(classes)
  const teachers = keepChosen(choices.teachers, filter.teacher, known.teachers, t.thisTeacher)
  const places = keepChosen(choices.places, filter.place, known.places, t.thisPlace)
  const parts = dayParts.filter((part) => part === filter.part || choices.parts.includes(part)).map((part) => ({ id: part, name: t[part] }))
  const levelChoices = levels.filter((one) => one === level || listLevels(classes).includes(one)).map((id) => ({ id, name: describeLevel(id) }))
  return (
    <div className="row filters schedule-filters" role="group" aria-label={t.filters}>
      <FilterSelect
        label={t.class}
        all={t.allClasses}
        // While they load, their place is kept.
        choices={isLoading ? [] : classes}
        value={isLoading ? (service ?? 'loading') : service}
        onChange={(id) => onChange({ service: id })}
      />
      <FilterSelect label={t.teacher} all={t.allTeachers} choices={teachers} value={filter.teacher} onChange={(teacher) => onChange({ teacher })} />
      <FilterSelect label={t.place} all={t.allPlaces} choices={places} value={filter.place} onChange={(place) => onChange({ place })} />
      <FilterSelect label={t.part} all={t.allParts} choices={parts} value={filter.part} onChange={(part) => onChange({ part })} />
      <FilterSelect label={t.level} all={t.anyLevel} choices={levelChoices} value={level} onChange={(to) => onChange({ level: to })} />
    </div>
  )
}
