/** A redirect session books a slot once, however often its form is posted. Source: guide bookings §4.7, §12.4. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { BookingInput } from '../../contract.ts'
import * as store from '../../store/bookings.ts'
import { lockFlow, setFlowBooking, type FlowKey } from '../../store/flows.ts'
import { listPayments } from '../../store/payments.ts'
import { getViewer } from '../reading/viewer.ts'

export interface FlowInput {
  /** The redirect session. */
  rs?: string | null
  slot?: NonNullable<BookingInput['bookedEntity']>['slot']
  schedule?: NonNullable<BookingInput['bookedEntity']>['schedule']
}

/**
 * The booking that this flow made of the slot, if it stands or is being paid; else the result of `book`, noted as the flow's.
 * decision: an unpaid hold is booked again, so that a corrected form counts; `book` releases the earlier hold of the same slot.
 */
export async function bookOncePerFlow(ctx: TransactionContext, input: FlowInput, book: () => Promise<store.BookingRow[]>): Promise<store.BookingRow[]> {
  const flow = toFlowKey(input)
  if (!flow) return book()
  const earlierId = await lockFlow(ctx, flow)
  const earlier = earlierId ? await store.lockBooking(ctx, await getViewer(ctx), earlierId) : undefined
  if (earlier && (await isKept(ctx, earlier))) return [earlier]
  const bookings = await book()
  const [first] = bookings
  if (first) await setFlowBooking(ctx, flow, first.id)
  return bookings
}

const isKept = async (ctx: ReadContext, { id, status }: store.BookingRow): Promise<boolean> =>
  status === 'CONFIRMED' || status === 'PENDING' || (status === 'CREATED' && (await listPayments(ctx, [id])).some((payment) => payment.status === 'STARTED'))

function toFlowKey({ rs, slot, schedule }: FlowInput): FlowKey | undefined {
  const entity = slot ? [slot.serviceId, slot.eventId ?? slot.sessionId, slot.startDate] : schedule ? [schedule.serviceId, schedule.scheduleId] : []
  const key = entity.filter(Boolean).join(' ')
  return isGuid(rs) && key !== '' ? { redirectSessionId: rs, slot: key } : undefined
}
