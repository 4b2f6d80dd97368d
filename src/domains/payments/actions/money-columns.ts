/** Columns that all lists of money have as CSV: whose it is, for what, and how much. */
import { getMemberName, loadMembersById } from '#domains/members/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { CsvColumn } from '#kit/api/csv-reply.ts'
import { csvHeads } from '#kit/pure/csv-heads.ts'
import { type LocalizedText, translate } from '#kit/pure/languages.ts'
import { toWireAmount } from '../wire.ts'

export interface MoneyRow {
  kind: string
  title: string
  memberId: string | null
  buyerName: string
  amount: string
  currency: string
}
/** With the member whose money it is, if there still is one. */
export type WithBuyer<Row> = Row & { buyer: { name: string; email: string } | undefined }

const kinds: Readonly<Record<string, LocalizedText>> = {
  ORDER: { message: 'Plan', de: 'Tarif', fr: 'Forfait', es: 'Plan' },
  BOOKING: { message: 'Booking', de: 'Buchung', fr: 'Réservation', es: 'Reserva' },
  UNKNOWN: { message: 'Unknown', de: 'Unbekannt', fr: 'Inconnu', es: 'Desconocido' },
}
const nameKind = (kind: string): LocalizedText => kinds[kind] ?? { message: kind, de: kind, fr: kind, es: kind }

const columns: readonly CsvColumn<WithBuyer<MoneyRow>>[] = [
  [csvHeads.name, ({ buyer, buyerName }) => buyerName || buyer?.name],
  [csvHeads.email, ({ buyer }) => buyer?.email],
  [{ message: 'For', de: 'Für', fr: 'Pour', es: 'Por' }, ({ kind }, language) => translate(nameKind(kind), language)],
  [{ message: 'What', de: 'Was', fr: 'Objet', es: 'Concepto' }, ({ title }) => title],
  [csvHeads.amount, ({ amount, currency }) => toWireAmount(amount, currency)],
  [csvHeads.currency, ({ currency }) => currency],
]

/** The columns of a list of money: first its numbers, then the buyer, what it is for and the amount, then the rest. */
export const buildMoneyColumns = <Row extends MoneyRow>(
  numbers: readonly CsvColumn<WithBuyer<Row>>[],
  rest: readonly CsvColumn<WithBuyer<Row>>[],
): readonly CsvColumn<WithBuyer<Row>>[] => [...numbers, ...columns, ...rest]

/** The rows of a page with their buyers. */
export async function loadBuyers<Row extends MoneyRow>(ctx: ReadContext, page: readonly Row[]): Promise<WithBuyer<Row>[]> {
  const members = await loadMembersById(
    ctx,
    page.map(({ memberId }) => memberId),
  )
  return page.map((row) => {
    const member = row.memberId ? members.get(row.memberId) : undefined
    return { ...row, buyer: member && { name: getMemberName(member), email: member.loginEmail } }
  })
}
