/** What is known of the functions of the packages, for the documents. */
import type { AnswerTypes } from './answer-types.ts'
import type { EventRecord } from './events.ts'
import type { NotOffered } from './not-offered.ts'
import type { Recording } from './recorder.ts'

export interface Compatibility {
  functions: Record<string, { calledBy: string[]; refusedWith: string[]; beyondTypings: string[]; isTyped: boolean; note?: string }>
  events: Record<string, { type: string; isEmitted: boolean; beyondTypings: string[] }>
  notOffered: { names: string[]; reason: string }[]
}

const BEYOND = ': not in the typings'
/** Where typings contradict each other or what the packages do: what we answer instead. */
const knownDeviations: Readonly<Record<string, { fields: RegExp; note: string }>> = {
  '@wix/identity oauth.tokenInfo': { fields: /^\.(exp|iat): /, note: '`exp` and `iat` are numbers, as the strategies read them' },
}
/** Fields that no typing has; an answer of another kind than its typing is an error. */
function toFields(name: string, deviations: ReadonlySet<string>): string[] {
  const wrong = [...deviations].filter((one) => !one.endsWith(BEYOND) && !knownDeviations[name]?.fields.test(one))
  if (wrong.length > 0) throw new Error(`${name} answers something else than its typings say:\n${wrong.join('\n')}`)
  return [...new Set([...deviations].filter((one) => one.endsWith(BEYOND)).map((one) => one.slice(0, -BEYOND.length).replace(/^\./, '')))].toSorted()
}

/** In the order of names, so that a change shows as a change. */
export function toSummary(
  recording: Recording,
  known: { types: AnswerTypes; events: readonly EventRecord[]; notOffered: readonly NotOffered[] },
): Compatibility {
  const { types } = known
  const functions = [...recording]
    .filter(([, { answers }]) => answers.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { roles, refusals, answers }]) => {
      const isTyped = types.isTyped(name)
      const deviations = new Set(isTyped ? answers.flatMap((answer) => types.findDeviations(name, answer)) : [])
      return [
        name,
        {
          calledBy: [...roles].toSorted(),
          refusedWith: [...refusals].toSorted(),
          beyondTypings: toFields(name, deviations),
          isTyped,
          ...(knownDeviations[name] && { note: knownDeviations[name].note }),
        },
      ] as const
    })
  const events = known.events
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, heard, deviations }) => [name, { type, isEmitted: heard > 0, beyondTypings: toFields(name, deviations) }] as const)
  return {
    functions: Object.fromEntries(functions),
    events: Object.fromEntries(events),
    notOffered: known.notOffered.map(({ calls, reason }) => ({ names: Object.keys(calls), reason })),
  }
}
