/** Times at which all services of a visit fit one after the other, and times of a booking with add-ons that take time. */
import type { useSlots } from '../../site/catalog.ts'
import { type ChainPart, type ChainSlotEntry, useChainTimes } from '../../site/chain-times.ts'
import type { ManagedPart } from './managed-booking.ts'

export type VisitSlotEntry = ChainSlotEntry

interface BookedAddOn {
  addOnId: string
  durationInMinutes?: number
}
function toChainPart({ serviceId, booking }: ManagedPart): ChainPart & { isLonger: boolean } {
  const addOns = (booking.bookedAddOns as BookedAddOn[]).filter(({ durationInMinutes }) => durationInMinutes)
  return { serviceId, addOnIds: addOns.map(({ addOnId }) => addOnId), isLonger: addOns.length > 0 }
}

/** A hook that finds these times, in place of the usual ones of one service; undefined where those do. */
export function useVisitTimes(parts: readonly ManagedPart[]): typeof useSlots | undefined {
  const location = parts[0]?.booking.bookedEntity.slot?.location
  const chain = parts.map(toChainPart)
  return useChainTimes(chain.length > 1 || chain.some(({ isLonger }) => isLonger) ? chain.map(({ serviceId, addOnIds }) => ({ serviceId, addOnIds })) : [], [
    { locationType: location?.locationType ?? 'OWNER_BUSINESS', id: location?.id },
  ])
}
