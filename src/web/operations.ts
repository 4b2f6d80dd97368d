/** Which registry stands behind which name. Types only: the addresses come from the slim table of the build. */
import type { houseApi } from '#domains/house/contract.ts'
import type { plansApi } from '#domains/plans/contract.ts'
import type { staffApi } from '#domains/staff/contract.ts'
import type { Input, Operation, Reply } from '#kit/contract.ts'

export interface Operations {
  house: typeof houseApi
  plans: typeof plansApi
  staff: typeof staffApi
}

type Values<T> = T[keyof T]
type NamesOf = { [D in keyof Operations & string]: `${D}.${keyof Operations[D] & string}` }
export type OperationName = Values<NamesOf>
/** The record behind a name such as 'plans.listPublicPlans'. */
export type OperationOf<N> = N extends `${infer D}.${infer K}` ? D extends keyof Operations ? K extends keyof Operations[D] ? Operations[D][K] extends Operation ? Operations[D][K] : never : never : never : never

type Given<O extends Operation> = { [K in keyof Input<O> as Input<O>[K] extends undefined ? never : K]: Input<O>[K] }
export type InputOf<N extends OperationName> = Given<OperationOf<N>>
export type ReplyOf<N extends OperationName> = Reply<OperationOf<N>>
