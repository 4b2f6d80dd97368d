/** What is said of work on many things: while it goes on, and when it is over. Pure. */
import type { ReplyOf } from '#web/operations.ts'

export type RunningWork = ReplyOf<'reports.listNotifications'>['running'][number]
type WorkKind = RunningWork['kind']

interface Texts {
  running: string
  over: string
  /** The verb of the result: "2 of 3 bookings cancelled". */
  done: string
}
const toTexts = (doing: string, noun: string, done: string): Texts => ({
  running: `${doing} ${noun}`,
  over: `${noun[0]?.toUpperCase()}${noun.slice(1)} ${done}`,
  done: `${noun} ${done}`,
})
const texts: Readonly<Record<WorkKind, Readonly<Record<string, Texts>>>> = {
  BOOKINGS_CHANGED: {
    CANCEL: toTexts('Cancelling', 'bookings', 'cancelled'),
    CONFIRM: toTexts('Confirming', 'bookings', 'confirmed'),
    DECLINE: toTexts('Declining', 'requests', 'declined'),
    MARK_PAID: toTexts('Recording', 'payments', 'recorded'),
    CHECK_IN: toTexts('Checking in', 'bookings', 'checked in'),
  },
  MEMBERS_CHANGED: {
    APPROVE: toTexts('Approving', 'members', 'approved'),
    BLOCK: toTexts('Blocking', 'members', 'blocked'),
    DELETE: toTexts('Deleting', 'members', 'deleted'),
    IMPORT: toTexts('Importing', 'members', 'imported'),
  },
  IMPORTED: {
    MEMBERS: toTexts('Importing', 'members', 'imported'),
    SERVICES: toTexts('Importing', 'services', 'imported'),
    PLANS: toTexts('Importing', 'plans', 'imported'),
    ORDERS: toTexts('Importing', 'orders', 'imported'),
    BOOKINGS: toTexts('Importing', 'bookings', 'imported'),
  },
}
const unknown = toTexts('Changing', 'entries', 'changed')
export const getWorkTexts = (kind: WorkKind, what = ''): Texts => texts[kind][what] ?? unknown

/** `2 bookings cancelled`, `2 of 3 bookings cancelled`; one thing is said in the singular. */
export function describeResult({ kind, what, done, total }: Omit<RunningWork, 'entityId' | 'refused'>): string {
  const text = getWorkTexts(kind, what).done
  if (done !== total) return `${done} of ${total} ${text}`
  return `${done} ${done === 1 ? text.replace(/s( \w+( in)?)$/, '$1') : text}`
}
