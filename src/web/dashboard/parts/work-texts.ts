/** What is said of work on many things: while it goes on, and when it is over. Pure. */
import { currentMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { messages, type WorkTexts } from './work-texts.messages.ts'

export type RunningWork = ReplyOf<'reports.listNotifications'>['running'][number]
/** Work on many things, whose result is said when it is over. */
export type WorkKind = Exclude<RunningWork['kind'], 'FORECAST' | 'ARCHIVE'>

const text = currentMessages(messages)
export const getWorkTexts = (kind: WorkKind, what = ''): WorkTexts => text[kind][what] ?? text.unknown

interface Result {
  kind: WorkKind
  what: string
  done: number
  total: number
}
/** `2 bookings cancelled`, `2 of 3 bookings cancelled`; one thing is said in the singular. */
export function describeResult({ kind, what, done, total }: Result): string {
  const { all, some } = getWorkTexts(kind, what)
  return done === total ? all(done) : some(done, total)
}
