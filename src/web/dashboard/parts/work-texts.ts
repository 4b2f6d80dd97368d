/** What is said of work on many things: while it goes on, and when it is over. Pure. */
import { currentMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { messages, type WorkTexts } from './work-texts.messages.ts'

export type RunningWork = ReplyOf<'reports.listNotifications'>['running'][number]
type WorkKind = RunningWork['kind']

const text = currentMessages(messages)
export const getWorkTexts = (kind: WorkKind, what = ''): WorkTexts => text[kind][what] ?? text.unknown

/** `2 bookings cancelled`, `2 of 3 bookings cancelled`; one thing is said in the singular. */
export function describeResult({ kind, what, done, total }: Omit<RunningWork, 'entityId' | 'refused'>): string {
  const { all, some } = getWorkTexts(kind, what)
  return done === total ? all(done) : some(done, total)
}
