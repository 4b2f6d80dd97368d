/** Small shapes that the contracts of staff, resources and places share. */
import { Type, type Static } from 'typebox'
import { filterSchema } from '#kit/query/wire.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'

export const ById = Type.Object({ id: Guid })
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength })
export const LocationOptions = Type.Object({
  availableInAllLocations: Type.Optional(Type.Boolean()),
  specificLocationOptions: Maybe(
    Type.Object({
      availableInBusinessLocations: Type.Optional(Type.Boolean()),
      businessLocations: Type.Optional(Type.Array(Type.Object({ locationId: Guid }), { maxItems: 100 })),
    }),
  ),
})
const TagList = Type.Object({ tagIds: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }) })
export const Tags = Type.Object({ privateTags: Type.Optional(TagList), tags: Type.Optional(TagList) })
export type Tags = Static<typeof Tags>
/** A weekly period of opening time; `end` may be `24:00`, and an end not after the start lies on the next day. */
const clock = '^([01]\\d|2[0-3]):[0-5]\\d$'
const clockOr24 = '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$'
export const HoursPeriod = Type.Object({
  id: Type.Optional(Type.String()),
  day: Type.Enum(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']),
  start: Type.String({ pattern: clock }),
  end: Type.String({ pattern: clockOr24 }),
  interval: Type.Optional(Type.Integer({ minimum: 1, maximum: 52 })),
  from: Maybe(Type.String({ format: 'date' })),
  until: Maybe(Type.String({ format: 'date' })),
  locationId: Maybe(Guid),
})
export type HoursPeriod = Static<typeof HoursPeriod>
export const Periods = Type.Array(HoursPeriod, { maxItems: 100 })
export const owner = { owner: 'any' } as const
export const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
export const Count = Type.Object({ count: Type.Integer() })
export const Filter = Type.Object({ filter: filterSchema })
export const Flag = Maybe(Type.Boolean())
