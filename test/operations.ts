/** Every operation that the server answers, as data: what the permission and the fuzz suite go through. */
import type { Operation } from '#kit/api/contract.ts'
import { contracts } from '../src/contracts.ts'

export interface MountedOperation {
  name: string
  op: Operation
}

export const allOperations = (): MountedOperation[] =>
  Object.entries(contracts).flatMap(([group, registry]) => Object.entries<Operation>(registry).map(([name, op]) => ({ name: `${group}.${name}`, op })))

/** The path with each `{parameter}` filled in. */
export const fillPath = (op: Operation, value: (parameter: string) => string): string =>
  op.path.replace(/\{([^}]+)\}/g, (_, parameter: string) => encodeURIComponent(value(parameter)))
