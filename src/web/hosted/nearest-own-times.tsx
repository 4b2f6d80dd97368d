/** After a time was taken: others of the same length. */
import type { ReactNode } from 'react'
import { listChainLocations, useChainTimes } from '../site/chain-times.ts'
import { hasVaryingPrice, type Service, type SlotEntry, useSlots } from '../site/catalog.ts'
import { addOnMinutes, type Extras, type Offer } from '../site/extras.ts'
import { NearestTimes } from './nearest-times.tsx'

/** The times of a length of its own, or the usual ones. */
function useLongTimes(service: Service, offer: Offer, { minutes, addOns }: Extras): typeof useSlots {
  const isChosen = minutes !== undefined && offer.lengths.includes(minutes) && minutes !== offer.lengths[0]
  const hasOwnLength = service.type === 'APPOINTMENT' && (isChosen || addOnMinutes(offer, addOns) > 0)
  const parts = hasOwnLength
    ? [{ serviceId: service.id, minutes: isChosen ? minutes : undefined, addOnIds: Object.keys(addOns), namesPerson: hasVaryingPrice(service) }]
    : []
  return useChainTimes(parts, listChainLocations(service)) ?? useSlots
}

interface NearestOwnTimesProps {
  service: Service
  offer: Offer
  /** What is chosen beside the time: it may need a longer one. */
  extras: Extras
  takenStart: string | undefined
  reason: ReactNode
  /** The storefront's list of services. */
  otherServices: string | undefined
  onSelect: (entry: SlotEntry) => void
}
export function NearestOwnTimes({ service, offer, extras, takenStart, reason, otherServices, onSelect }: NearestOwnTimesProps) {
  const useTimes = useLongTimes(service, offer, extras)
  return <NearestTimes service={service} useTimes={useTimes} takenStart={takenStart} reason={reason} otherServices={otherServices} onSelect={onSelect} />
}
