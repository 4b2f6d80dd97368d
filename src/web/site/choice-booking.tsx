/** Books an appointment, or what has options or add-ons: what is chosen, the times for it, price and length. */
import { useMemo, useState } from 'react'
import { fromMinor } from '#kit/pure/money.ts'
import { formatMoney } from '../kit/money.tsx'
import { ErrorState, Skeleton } from '../kit/states.tsx'
import { formatDuration } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { BookButton } from './book-button.tsx'
import { type findCoveringPlan, hasOffer, type Service, type SlotEntry } from './catalog.ts'
import { chainLocationsOf, useChainTimes } from './chain-times.ts'
import { addOnMinutes, calculateExtras, type Extras, fitExtras, isEmptyOffer, type Offer, priceEach, toBookedExtras, writeAddOns } from './extras.ts'
import { ExtrasFields } from './extras-fields.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { useOffer } from './use-offer.ts'

/** What is chosen beside the time. Another length needs another time. */
function useChosenExtras(service: Service, onLengthChange: () => void) {
  const { offer, isPending, error } = useOffer(service)
  const [chosen, setChosen] = useState<Extras>({ choice: '', minutes: undefined, addOns: {} })
  const extras = useMemo(() => fitExtras(offer, chosen), [offer, chosen])
  const added = service.type === 'APPOINTMENT' ? addOnMinutes(offer, extras.addOns) : 0
  const change = (to: Extras) => {
    setChosen(to)
    if (to.minutes !== extras.minutes || (service.type === 'APPOINTMENT' && addOnMinutes(offer, to.addOns) !== added)) onLengthChange()
  }
  return { offer, isPending, error, extras, change, added }
}

export function ChoiceBooking({ service, plan }: { service: Service; plan: ReturnType<typeof findCoveringPlan> }) {
  const [slot, setSlot] = useState<SlotEntry>()
  const { offer, extras, added, ...chosen } = useChosenExtras(service, () => setSlot(undefined))
  const hasOwnLength = added > 0 || extras.minutes !== undefined
  const useTimes = useChainTimes(
    hasOwnLength ? [{ serviceId: service.id, minutes: extras.minutes, addOnIds: Object.keys(extras.addOns) }] : [],
    chainLocationsOf(service),
  )
  if (chosen.error) return <ErrorState error={chosen.error} />
  if (chosen.isPending) return <Skeleton height={330} />
  return (
    <>
      {isEmptyOffer(offer) ? null : <ExtrasFields service={service} offer={offer} extras={extras} onChange={chosen.change} />}
      <SlotPicker
        service={service}
        selected={slot}
        onSelect={setSlot}
        {...(useTimes ? { useTimes } : {})}
        {...(offer.option?.type === 'STAFF_MEMBER' ? { priceOf: (person: string) => priceEach(service, offer, extras, person) } : {})}
      />
      <BookButton
        service={service}
        slot={slot}
        plan={plan}
        total={<Total service={service} slot={slot} offer={offer} extras={extras} />}
        extras={{ choice: extras.choice, addOns: writeAddOns(extras.addOns) }}
        booked={toBookedExtras(offer, extras, 1)}
      />
    </>
  )
}

/** What one person pays for what is chosen so far, where there is something to choose. */
function Total({ service, slot, offer, extras }: { service: Service; slot: SlotEntry | undefined; offer: Offer; extras: Extras }) {
  const site = useSite()
  if (!hasOffer(service) || service.payment?.rateType === 'CUSTOM') return null
  const { each, addOns } = calculateExtras(service, offer, extras, { people: 1, resourceId: slot?.slot.resource?.id })
  const minutes = slot ? Math.round((Date.parse(slot.slot.endDate) - Date.parse(slot.slot.startDate)) / 60_000) : 0
  const currency = (service.payment?.fixed?.price ?? service.payment?.varied?.defaultPrice)?.currency ?? site.currency
  return (
    <p className="strong" role="status">
      {formatMoney(fromMinor(BigInt(each + addOns), currency), currency, site.language)}
      {minutes > 0 ? ` · ${formatDuration(minutes)}` : ''}
    </p>
  )
}
