/** Every operation that the server answers, as data: what the permission and the fuzz suite go through. */
import { houseApi } from '#domains/house/contract.ts'
import type { Operation, Registry } from '#kit/contract.ts'
import { mountables } from '../src/domains.ts'

export interface Mounted {
  name: string
  op: Operation
}

export const allOperations = (): Mounted[] => {
  const parts: { domain: string; registry: Registry }[] = [...mountables, { domain: 'house', registry: houseApi }]
  return parts.flatMap(({ domain, registry }) => Object.entries(registry).map(([name, op]) => ({ name: `${domain}.${name}`, op })))
}

/** The path with each `{parameter}` filled in. */
export const pathWith = (op: Operation, value: (parameter: string) => string): string =>
  op.path.replace(/\{([^}]+)\}/g, (_, parameter: string) => encodeURIComponent(value(parameter)))
