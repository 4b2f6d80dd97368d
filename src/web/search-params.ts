/** Typed search params: a route declares once which params it keeps; screens read them through the same declaration. */
import { type RegisteredRouter, useSearch } from '@tanstack/react-router'

type Param<T> = (raw: unknown) => T | undefined
export type SearchShape = Record<string, Param<string | number | boolean>>
export type SearchOf<S extends SearchShape> = { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> }

/** The router has read numbers and `true` out of the address already. */
export const text: Param<string> = (raw) => (raw === undefined || raw === null || raw === '' || typeof raw === 'object' ? undefined : String(raw))
export const flag: Param<true> = (raw) => (raw === true || raw === 'true' ? true : undefined)
/** Pages count from one; anything else in the address means the first. */
export const pageNumber: Param<number> = (raw) => (text(raw) === undefined ? undefined : Math.max(1, Math.trunc(Number(raw)) || 1))
export const oneOf =
  <const V extends string>(...values: V[]): Param<V> =>
  (raw) =>
    values.find((value) => value === raw)

/** `validateSearch` of a route: params it does not declare, and values that do not fit, are dropped. */
export const parseSearch =
  <S extends SearchShape>(shape: S) =>
  (raw: Record<string, unknown>): SearchOf<S> =>
    Object.fromEntries(
      Object.entries(shape).flatMap(([name, parse]) => {
        const value = parse(raw[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ) as SearchOf<S>

/** The search params of the page, as far as `shape` declares them. */
export const useSearchParams = <S extends SearchShape>(shape: S): SearchOf<S> =>
  useSearch<RegisteredRouter, undefined, false, true, SearchOf<S>, boolean>({ strict: false, select: parseSearch(shape), structuralSharing: true })
