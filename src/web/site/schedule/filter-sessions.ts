/** Which sessions of a week are shown. No I/O. */
import { toHour } from '../../kit/days.ts'
import type { Service, SlotEntry } from '../catalog.ts'

export const dayParts = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof dayParts)[number]

/** Ids of a resource and a location; undefined: all. */
export interface SessionFilter {
  teacher?: string | undefined
  place?: string | undefined
  part?: DayPart | undefined
}
export interface Choice {
  id: string
  name: string
}
export interface Choices {
  teachers: Choice[]
  places: Choice[]
  parts: DayPart[]
}

/** Levels that a visitor has; what is for all levels suits each of them. */
export const levels = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const
export const suitsLevel = (service: Pick<Service, 'level'>, level: (typeof levels)[number] | undefined): boolean =>
  !level || service.level === level || service.level === 'ALL'
/** Levels that classes are made for; none where all are for everyone, or nothing is said. */
export const listLevels = (services: readonly Pick<Service, 'level'>[]): (typeof levels)[number][] =>
  levels.filter((level) => services.some((service) => service.level === level))

/** The part of the day in which an instant falls in a zone: the afternoon begins at 12:00, the evening at 17:00. */
export function toDayPart(at: string, zone: string): DayPart {
  const hour = toHour(at, zone)
  return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
}

export const filterSessions = (entries: readonly SlotEntry[], { teacher, place, part }: SessionFilter, zone: string): SlotEntry[] =>
  entries.filter(
    ({ slot }) => (!teacher || slot.resource?.id === teacher) && (!place || slot.location?.id === place) && (!part || toDayPart(slot.startDate, zone) === part),
  )

const byName = (all: readonly { id?: string; name?: string }[]): Choice[] =>
  [...new Map(all.flatMap(({ id, name }) => (id && name ? [[id, { id, name }] as const] : []))).values()].toSorted((a, b) => a.name.localeCompare(b.name))

/** Teachers and places of the services, also those without a session in the week that is shown. */
export const listKnown = (services: readonly Service[]): { teachers: Choice[]; places: Choice[] } => ({
  teachers: byName(
    services.flatMap(({ staffMemberDetails }) => (staffMemberDetails?.staffMembers ?? []).map(({ staffMemberId: id, name = '' }) => ({ id, name }))),
  ),
  places: byName(services.flatMap(({ locations = [] }) => locations.map(({ business }) => business ?? {}))),
})

/** A choice that the address holds stays in the list in weeks that do not have it; `otherwise` names one that is not known. */
export function keepChosen(choices: readonly Choice[], chosen: string | undefined, known: readonly Choice[], otherwise: string): Choice[] {
  if (!chosen || choices.some(({ id }) => id === chosen)) return [...choices]
  return byName([...choices, known.find(({ id }) => id === chosen) ?? { id: chosen, name: otherwise }])
}

/** What the sessions can be narrowed to, by name; a choice without an alternative is none. */
export function listChoices(entries: readonly SlotEntry[], zone: string): Choices {
  const present = new Set(entries.map(({ slot }) => toDayPart(slot.startDate, zone)))
  const orNone = <T>(choices: T[]): T[] => (choices.length > 1 ? choices : [])
  return {
    teachers: orNone(byName(entries.map(({ slot }) => slot.resource ?? {}))),
    places: orNone(byName(entries.map(({ slot }) => slot.location ?? {}))),
    parts: orNone(dayParts.filter((part) => present.has(part))),
  }
}
