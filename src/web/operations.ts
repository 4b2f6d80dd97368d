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

/** What the web sends: files as they are, everything else as the contract says. */
type SentInput<O extends Operation> = Omit<Input<O>, 'body'> & { body: O extends { rawBody: 'binary' | 'stream' } ? Blob : Input<O>['body'] }
type ProvidedInput<I> = { [K in keyof I as I[K] extends undefined ? never : K]: I[K] }
export type InputOf<N extends OperationName> = ProvidedInput<SentInput<OperationOf<N>>>
export type ReplyOf<N extends OperationName> = Reply<OperationOf<N>>
