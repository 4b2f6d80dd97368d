/** What the import calls things. */
import type { ReplyOf } from '#web/operations.ts'
import type { Tone } from '../../parts/list.tsx'

export type Import = ReplyOf<'imports.getImport'>['import']
export type Kind = Import['kind']
export type Preview = ReplyOf<'imports.previewImport'>

interface KindWords {
  label: string
  one: string
  many: string
  about: string
}
export const kindWords: Readonly<Record<Kind, KindWords>> = {
  MEMBERS: {
    label: 'Members',
    one: 'member',
    many: 'members',
    about: 'People with name, phone, birthday and your own fields. They sign in with “Forgot password”, or with the password they had if you bring its hash.',
  },
  SERVICES: {
    label: 'Services',
    one: 'service',
    many: 'services',
    about: 'Appointments, classes and courses with length, price and places. Add the dates of classes in the calendar afterwards.',
  },
  PLANS: { label: 'Plans', one: 'plan', many: 'plans', about: 'Price, billing and how long they last. Choose afterwards which services each plan pays for.' },
  ORDERS: {
    label: 'Subscriptions',
    one: 'subscription',
    many: 'subscriptions',
    about: 'Memberships and passes that run on, each with its next payment. They come as paid in person: cards don’t move with a file.',
  },
  BOOKINGS: {
    label: 'Bookings',
    one: 'booking',
    many: 'bookings',
    about: 'Future bookings. Each takes a real place; what no longer fits is reported. Past ones stay in the old system.',
  },
}
export const isKind = (text: string): text is Kind => text in kindWords

export const presetLabels: Readonly<Record<Import['preset'], string>> = {
  WIX: 'Wix',
  MINDBODY: 'Mindbody',
  MOMENCE: 'Momence',
  ATRIUM: 'Atrium',
  OTHER: 'Another system, or a table of my own',
}
export const statusWords: Readonly<Record<Import['status'], [string, Tone]>> = {
  RECEIVING: ['Uploading', 'wait'],
  READY: ['Not started', 'wait'],
  RUNNING: ['Importing', 'wait'],
  FINISHED: ['Done', 'good'],
  CANCELED: ['Cancelled', 'quiet'],
}

const number = new Intl.NumberFormat('en')
/** "1 member", "2,000 members". */
export const formatCount = (count: number, kind: Kind): string => `${number.format(count)} ${count === 1 ? kindWords[kind].one : kindWords[kind].many}`
export const formatRows = (count: number): string => (count === 1 ? '1 row' : `${number.format(count)} rows`)
/** "3 new, 1 updated, 2 skipped, 1 failed", without what there is none of. */
export function describeCounts({ created, updated, skipped, failed }: { created: number; updated: number; skipped: number; failed: number }): string {
  const parts = [
    [created, 'new'],
    [updated, 'updated'],
    [skipped, 'skipped'],
    [failed, 'failed'],
  ] as const
  return parts.flatMap(([count, word]) => (count > 0 ? [`${number.format(count)} ${word}`] : [])).join(', ') || 'nothing yet'
}
