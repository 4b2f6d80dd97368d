/** Books an appointment, or what has options or add-ons: what is chosen, the times for it, price and length. */
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { fromMinor } from '#kit/pure/money.ts'
import { ButtonLink } from '../kit/button.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { formatMoney } from '../kit/money.tsx'
import { ErrorState, Skeleton } from '../kit/states.tsx'
import { formatDateTime, formatDuration } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { BookButton } from './book-button.tsx'
import type { findCoveringPlan } from './member-data.ts'
import { hasOffer, hasVaryingPrice, type Service, type SlotEntry } from './catalog.ts'
import { listChainLocations, useChainTimes } from './chain-times.ts'
import { addOnMinutes, calculateExtras, type Extras, fitExtras, isEmptyOffer, noOffer, type Offer, priceEach, writeAddOns } from './extras.ts'
import { toBookedExtras } from './extras-body.ts'
import { ExtrasFields } from './extras-fields.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { useShownZone } from './shown-zone.tsx'
import { useOffer } from './use-offer.ts'
import { toVisitUrl } from './visit.ts'

const messages = defineMessages(
  { book: (count: number) => `Book ${count} services` },
  {
    de: { book: (count) => `${count} Angebote buchen` },
    fr: { book: (count) => `Réserver ${count} prestations` },
    es: { book: (count) => `Reservar ${count} servicios` },
  },
)

/** What is chosen beside the time. Another length needs another time. */
function useChosenExtras(service: Service, onLengthChange: () => void) {
  const { offer, isPending, error } = useOffer(service)
  const [chosen, setChosen] = useState<Extras>({ choice: '', minutes: undefined, addOns: {} })
  const extras = useMemo(() => fitExtras(offer, chosen), [offer, chosen])
  const addedMinutes = service.type === 'APPOINTMENT' ? addOnMinutes(offer, extras.addOns) : 0
  const change = (to: Extras) => {
    setChosen(to)
    if (to.minutes !== extras.minutes || (service.type === 'APPOINTMENT' && addOnMinutes(offer, to.addOns) !== addedMinutes)) onLengthChange()
  }
  return { offer, isPending, error, extras, change, addedMinutes }
}

interface ChoiceBookingProps {
  service: Service
  /** Further services of the same visit. */
  added: readonly Service[]
  plan: ReturnType<typeof findCoveringPlan>
}
export function ChoiceBooking({ service, added, plan }: ChoiceBookingProps) {
  const visit = added.map(({ id }) => id).join(' ')
  const [picked, setPicked] = useState<{ slot: SlotEntry; visit: string }>()
  // A time was chosen for these services; others need another one.
  const slot = picked?.visit === visit ? picked.slot : undefined
  const setSlot = useCallback((to: SlotEntry | undefined) => setPicked(to && { slot: to, visit }), [visit])
  const { offer, extras, addedMinutes, ...chosen } = useChosenExtras(service, () => setPicked(undefined))
  const parts = [
    { serviceId: service.id, minutes: extras.minutes, addOnIds: Object.keys(extras.addOns), namesPerson: hasVaryingPrice(service) },
    ...added.map((one) => ({ serviceId: one.id, namesPerson: hasVaryingPrice(one) })),
  ]
  const isVisit = added.length > 0
  const needsChain = isVisit || addedMinutes > 0 || extras.minutes !== undefined
  const useTimes = useChainTimes(needsChain ? parts : [], isVisit ? listChainLocations(service).slice(0, 1) : listChainLocations(service))
  if (chosen.error) return <ErrorState error={chosen.error} />
  if (chosen.isPending) return <Skeleton height={330} />
  const total = <Total service={service} added={added} slot={slot} offer={offer} extras={extras} />
  const linked = { choice: extras.choice, addOns: writeAddOns(extras.addOns) }
  return (
    <>
      {isEmptyOffer(offer) ? null : <ExtrasFields service={service} offer={offer} extras={extras} onChange={chosen.change} />}
      <SlotPicker
        service={service}
        selected={slot}
        onSelect={setSlot}
        withWaitlist={!isVisit}
        {...(useTimes ? { useTimes } : {})}
        {...(offer.option?.type === 'STAFF_MEMBER' ? { priceOf: (person: string) => priceEach(service, offer, extras, person) } : {})}
      />
      {isVisit && slot ? (
        <VisitButton count={added.length + 1} slot={slot} total={total} extras={linked} online={service.conferencing?.enabled} />
      ) : (
        <BookButton
          service={service}
          slot={slot}
          plan={plan}
          total={total}
          extras={linked}
          booked={toBookedExtras(offer, extras, 1)}
          {...(useTimes ? { useTimes } : {})}
        />
      )}
    </>
  )
}

interface VisitButtonProps {
  count: number
  slot: SlotEntry
  total: ReactNode
  extras: { choice: string; addOns: string }
  online: boolean | undefined
}
function VisitButton({ count, slot, total, extras, online }: VisitButtonProps) {
  const site = useSite()
  const { zone } = useShownZone(online)
  const t = useMessages(messages)
  return (
    <div className="sticky-bar stack-s">
      {total}
      <ButtonLink full href={toVisitUrl(slot, extras)}>
        {t.book(count)} · {formatDateTime(slot.slot.startDate, zone, 'short', site.language)}
      </ButtonLink>
    </div>
  )
}

/** What one person pays for what is chosen so far, where there is something to choose. */
function Total({
  service,
  added,
  slot,
  offer,
  extras,
}: Pick<ChoiceBookingProps, 'service' | 'added'> & { slot: SlotEntry | undefined; offer: Offer; extras: Extras }) {
  const site = useSite()
  if ((!hasOffer(service) && added.length === 0) || service.payment?.rateType === 'CUSTOM') return null
  const { each, addOns } = calculateExtras(service, offer, extras, { people: 1, resourceId: slot?.slot.resource?.id })
  const others = added.reduce((sum, other) => sum + calculateExtras(other, noOffer, extras, { people: 1 }).each, 0)
  const minutes = slot ? Math.round((Date.parse(slot.slot.endDate) - Date.parse(slot.slot.startDate)) / 60_000) : 0
  const currency = (service.payment?.fixed?.price ?? service.payment?.varied?.defaultPrice)?.currency ?? site.currency
  return (
    <p className="strong" role="status">
      {formatMoney(fromMinor(BigInt(each + addOns + others), currency), currency, site.language)}
      {minutes > 0 ? ` · ${formatDuration(minutes)}` : ''}
    </p>
  )
}
