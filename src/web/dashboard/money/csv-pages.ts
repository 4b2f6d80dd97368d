import type { Cell } from '#kit/pure/csv.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { Member } from '../entities.ts'
import type { CsvPages } from '../parts/export.tsx'
import { membersById } from '../parts/people.ts'
import { memberName } from '../parts/format.ts'
import type { PaymentSubject } from './payer-names.ts'
import { columnMessages } from './columns.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    what: 'What',
    kinds: { ORDER: 'Plan', BOOKING: 'Booking', UNKNOWN: 'Unknown' } as Readonly<Record<string, string>>,
  },
  {
    de: {
      what: 'Was',
      kinds: { ORDER: 'Tarif', BOOKING: 'Buchung', UNKNOWN: 'Unbekannt' },
    },
  },
)

/** One column of an export: heading and cell. */
export type CsvColumn<T> = readonly [head: string, cell: (one: T, member: Member | undefined) => Cell]

const text = currentMessages(messages)
const columnText = currentMessages(columnMessages)

/** The person concerned; empty for people who were erased. */
const personColumns: readonly CsvColumn<{ buyerName?: string | undefined }>[] = [
  [commonWords.name, (one, member) => one.buyerName || (member ? memberName(member) : '')],
  [commonWords.email, (_, member) => member?.loginEmail],
]
/** The item and its price. */
const saleColumns: readonly CsvColumn<{ kind: string; title: string; amount: string; currency: string }>[] = [
  [columnText.for, (one) => text.kinds[one.kind] ?? one.kind],
  [text.what, (one) => one.title],
  [columnText.amount, (one) => one.amount],
  [columnText.currency, (one) => one.currency],
]

/** A list of money as a table: first its numbers, then the person, the plan and the amount, then the rest. */
export const toCsvPages = <T extends PaymentSubject & { amount: string; currency: string }>({
  file,
  page,
  numbers = [],
  rest,
}: {
  file: string
  page: (window: { limit: number; offset: number }) => Promise<{ found: readonly T[]; total: number }>
  numbers?: readonly CsvColumn<T>[]
  rest: readonly CsvColumn<T>[]
}): CsvPages => {
  const columns: readonly CsvColumn<T>[] = [...numbers, ...personColumns, ...saleColumns, ...rest]
  return {
    file,
    head: columns.map(([head]) => head),
    page: async (next) => {
      const offset = Number(next ?? 0)
      const { found, total } = await page({ limit: 100, offset })
      const people = await membersById(found.flatMap(({ memberId }) => memberId ?? []))
      const done = offset + found.length
      return {
        rows: found.map((one) => columns.map(([, cell]) => cell(one, people.get(one.memberId ?? '')))),
        next: found.length > 0 && done < total ? String(done) : undefined,
      }
    },
  }
}
