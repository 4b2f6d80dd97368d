/** Every operation that the server answers, as data: what the permission and the fuzz suite go through. */
import { setupApi } from '#domains/setup/contract.ts'
import type { Operation, Registry } from '#kit/api/contract.ts'
import { operationGroups } from '../src/domains.ts'

export interface MountedOperation {
  name: string
  op: Operation
}

export const allOperations = (): MountedOperation[] => {
  const parts: { domain: string; registry: Registry }[] = [...operationGroups, { domain: 'house', registry: setupApi }]
  return parts.flatMap(({ domain, registry }) => Object.entries(registry).map(([name, op]) => ({ name: `${domain}.${name}`, op })))
}

/** The path with each `{parameter}` filled in. */
export const fillPath = (op: Operation, value: (parameter: string) => string): string =>
  op.path.replace(/\{([^}]+)\}/g, (_, parameter: string) => encodeURIComponent(value(parameter)))
