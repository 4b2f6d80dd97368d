/** Operation names and their types, from the registry of the server. Types only: the addresses come from the slim table of the build. */
import type { Input, Operation, Reply } from '#kit/api/contract.ts'
import type { Contracts } from '../contracts.ts'

type Values<T> = T[keyof T]
export type OperationName = Values<{ [G in keyof Contracts & string]: `${G}.${keyof Contracts[G] & string}` }>
/** The operation behind a name such as 'plans.listPublicPlans'. */
export type OperationOf<N> = N extends `${infer G extends keyof Contracts & string}.${infer K}`
  ? K extends keyof Contracts[G]
    ? Contracts[G][K] extends Operation
      ? Contracts[G][K]
      : never
    : never
  : never

type ProvidedInput<O extends Operation> = { [K in keyof Input<O> as Input<O>[K] extends undefined ? never : K]: Input<O>[K] }
export type InputOf<N extends OperationName> = ProvidedInput<OperationOf<N>>
export type ReplyOf<N extends OperationName> = Reply<OperationOf<N>>
