/** Clients that keep what became of every call of a public package: who made it, what was answered or refused. */
import * as bookings from '@wix/bookings'
import * as identity from '@wix/identity'
import * as members from '@wix/members'
import * as plans from '@wix/pricing-plans'
import * as redirects from '@wix/redirects'
import { createClient } from '@wix/sdk'

export const packages = {
  '@wix/bookings': bookings,
  '@wix/members': members,
  '@wix/pricing-plans': plans,
  '@wix/identity': identity,
  '@wix/redirects': redirects,
}
export type PackageName = keyof typeof packages
export type Role = 'owner' | 'member' | 'visitor'

/** What became of the calls of one function. */
export interface CallRecord {
  roles: Set<Role>
  /** What it was called with when it was first answered. */
  args: readonly unknown[]
  answers: unknown[]
  /** Codes of refusals; of violations the name of the rule. */
  refusals: Set<string>
}
type Recording = Map<string, CallRecord>

const isEvent = (name: string): boolean => /^on[A-Z]/.test(name)

/** Every exported function by package and module, as `@wix/members badges.createBadge`; handlers of events apart. */
export function listFunctions(): { calls: string[]; events: string[] } {
  const names = Object.entries(packages).flatMap(([name, modules]) =>
    Object.entries(modules).flatMap(([module, api]) =>
      Object.entries(api as object).flatMap(([fn, value]) => (typeof value === 'function' ? [[`${name} ${module}.${fn}`, isEvent(fn)] as const] : [])),
    ),
  )
  const pick = (events: boolean) => names.flatMap(([name, isOne]) => (isOne === events ? [name] : [])).toSorted()
  return { calls: pick(false), events: pick(true) }
}

/** The code that a refused call carries; of a shape that was refused the first rule that was broken. */
export function readRefusal(error: unknown): string {
  const { details } = error as {
    details?: { applicationError?: { code?: unknown }; validationError?: { fieldViolations?: { violatedRule?: string; ruleName?: string }[] } }
  }
  const code = details?.applicationError?.code
  if (typeof code === 'string') return code
  const [violation] = details?.validationError?.fieldViolations ?? []
  if (violation) return violation.ruleName || violation.violatedRule || 'VALIDATION'
  throw error
}

/** The code with which a call was refused; a call that was accepted is an error. */
export async function getRefusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) throw new Error('the call was accepted')
  return readRefusal(error)
}

/** Builders of queries answer new builders until `find` calls the server; the result pages on by `next` and `prev`. */
function watchBuilder<T extends object>(builder: T, keep: <R>(call: Promise<R>) => Promise<R>): T {
  return new Proxy(builder, {
    get(target, key) {
      const value = Reflect.get(target, key) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args)
        if (key === 'find') return keep(result as Promise<unknown>)
        return typeof result === 'object' && result !== null && 'find' in result ? watchBuilder(result, keep) : result
      }
    },
  })
}

function watchFunction(recording: Recording, name: string, role: Role, call: (...args: unknown[]) => unknown) {
  const record = recording.get(name) ?? { roles: new Set<Role>(), args: [], answers: [], refusals: new Set<string>() }
  recording.set(name, record)
  const keep = async <R>(answering: Promise<R>, args: readonly unknown[]): Promise<R> => {
    try {
      const answer = await answering
      record.roles.add(role)
      if (record.answers.length === 0) record.args = args
      record.answers.push(answer)
      return answer
    } catch (error) {
      record.refusals.add(readRefusal(error))
      throw error
    }
  }
  return (...args: unknown[]): unknown => {
    // The packages rename fields of what they are given.
    const sent = structuredClone(args)
    const result = call(...args)
    if (result instanceof Promise) return keep(result, sent)
    return typeof result === 'object' && result !== null && 'find' in result ? watchBuilder(result, (answering) => keep(answering, sent)) : result
  }
}

/** A client of one package whose calls are kept in the recording. */
export function createRecordedClient<P extends PackageName, A extends Parameters<typeof createClient>[0]['auth']>(
  recording: Recording,
  name: P,
  { auth, role }: { auth: A; role: Role },
) {
  const client = createClient({ modules: packages[name] as never, auth: auth as never }) as unknown as Record<string, Record<string, unknown>>
  const modules = Object.keys(packages[name]).map((module) => {
    const functions = Object.entries(client[module] ?? {}).map(([fn, value]) =>
      typeof value === 'function' && !isEvent(fn) ? [fn, watchFunction(recording, `${name} ${module}.${fn}`, role, value as never)] : [fn, value],
    )
    return [module, Object.fromEntries(functions)] as const
  })
  return Object.fromEntries(modules) as (typeof packages)[P]
}

export const createRecording = (): Recording => new Map()
export type { Recording }
