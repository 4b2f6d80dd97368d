/** Small shapes that the contracts of services share. */
import { Type } from 'typebox'
import { Guid } from '#kit/api/wire.ts'

export const ById = Type.Object({ id: Guid })
export const Money = Type.Object({ value: Type.String(), currency: Type.Optional(Type.String()), formattedValue: Type.Optional(Type.String()) })
export const MoneyInput = Type.Object({ value: Type.String({ maxLength: 20 }), currency: Type.Optional(Type.String()) })
export const flag = Type.Optional(Type.Boolean())
export const owner = { owner: 'any' } as const
export const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
export const Mask = Type.Optional(Type.Unknown())
