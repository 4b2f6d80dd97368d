/** Booking form of a visit: several services in a row, one customer, one basket. Money is taken on the pay page. */
import { lazy, Suspense, useState } from 'react'
import { ApiError, call, queryClient } from '../api.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { useDraft } from '../kit/draft.ts'
import { Form, throwInvalid } from '../kit/form.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { formatDateTime, When } from '../kit/when.tsx'
import { Money } from '../kit/money.tsx'
import { useSearchParams } from '../search-params.ts'
import { visitSearch } from '../site-search.ts'
import { useSite } from '../site-context.tsx'
import { explainBookingRefusal } from '../site/booking-refusal.ts'
import { describeLocation, hasVaryingPrice, type Service, type SlotEntry, useServices } from '../site/catalog.ts'
import { type ChainSlotEntry, useChainTimes } from '../site/chain-times.ts'
import { addOnMinutes, calculateExtras, fitExtras, nameExtras, noOffer, readAddOns, writeAddOns } from '../site/extras.ts'
import { toBookedExtras } from '../site/extras-body.ts'
import { useOffer } from '../site/use-offer.ts'
import { isSeries, minParts, readParts, type SeriesDate, toSeriesParts, toVisitUrl, type VisitPart } from '../site/visit.ts'
import { calculateDue } from './booking-price.ts'
import { ContactFields, findContactViolations } from './contact-fields.tsx'
import { finishFlow, flowDraftPrefix } from './flow.ts'
import { HostedLayout } from './layout.tsx'
import { usePrefill } from './use-prefill.ts'
import { PolicyTerms } from './policy-terms.tsx'

// Rarely needed, so loaded on demand.
const NearestTimes = lazy(async () => ({ default: (await import('./nearest-times.tsx')).NearestTimes }))

const messages = defineMessages(
  {
    title: 'Booking details',
    nothing: 'Nothing selected yet',
    choose: 'Choose a service',
    loading: 'Loading',
    what: 'Your visit',
    whatSeries: 'Your appointments',
    where: 'Location',
    total: 'Total',
    book: (count: number) => `Book ${count} services`,
    bookSeries: (count: number) => `Book ${count} appointments`,
    lost: (when: string) => `${when} was just taken. The others are still available.`,
    without: 'Leave this date out',
    toPay: 'Continue to payment',
    byHand: 'We review every request. Your booking is final once you get our confirmation email.',
    otherTime: 'Choose another time',
  },
  {
    de: {
      title: 'Deine Buchung',
      nothing: 'Noch nichts ausgewählt',
      choose: 'Angebot wählen',
      loading: 'Wird geladen',
      what: 'Dein Besuch',
      whatSeries: 'Deine Termine',
      where: 'Ort',
      total: 'Gesamt',
      book: (count) => `${count} Angebote buchen`,
      bookSeries: (count) => `${count} Termine buchen`,
      lost: (when) => `${when} ist gerade vergeben worden. Die anderen Termine sind noch frei.`,
      without: 'Diesen Termin weglassen',
      toPay: 'Weiter zur Zahlung',
      byHand: 'Wir prüfen jede Anfrage. Verbindlich ist deine Buchung erst mit unserer Bestätigung per E-Mail.',
      otherTime: 'Andere Zeit wählen',
    },
    fr: {
      title: 'Votre réservation',
      nothing: 'Aucune sélection pour le moment',
      choose: 'Choisir une prestation',
      loading: 'Chargement',
      what: 'Votre visite',
      whatSeries: 'Vos rendez-vous',
      where: 'Lieu',
      total: 'Total',
      book: (count) => (count < 2 ? `Réserver ${count} prestation` : `Réserver ${count} prestations`),
      bookSeries: (count) => `Réserver ${count} rendez-vous`,
      lost: (when) => `Ce créneau vient d’être pris : ${when}. Les autres sont encore libres.`,
      without: 'Retirer cette date',
      toPay: 'Continuer vers le paiement',
      byHand: 'Nous examinons chaque demande. Votre réservation devient ferme avec notre e-mail de confirmation.',
      otherTime: 'Choisir un autre créneau',
    },
    es: {
      title: 'Tu reserva',
      nothing: 'Aún no has elegido nada',
      choose: 'Elegir un servicio',
      loading: 'Cargando',
      what: 'Tu visita',
      whatSeries: 'Tus citas',
      where: 'Lugar',
      total: 'Total',
      book: (count) => (count === 1 ? 'Reservar 1 servicio' : `Reservar ${count} servicios`),
      bookSeries: (count) => (count === 1 ? 'Reservar 1 cita' : `Reservar ${count} citas`),
      lost: (when) => `Esta hora se acaba de ocupar: ${when}. Las demás siguen libres.`,
      without: 'Quitar esta fecha',
      toPay: 'Continuar al pago',
      byHand: 'Revisamos cada solicitud. Tu reserva será definitiva cuando recibas nuestro correo de confirmación.',
      otherTime: 'Elegir otra hora',
    },
  },
)

type Visit = ReturnType<typeof useVisit>
/** The parts of the link with their services, and what they cost. */
function useVisit() {
  const search = useSearchParams(visitSearch)
  const { tax, paymentPage } = useSite()
  const services = useServices()
  const found = readParts(search.parts, search.start).map((part) => ({ ...part, service: services.data?.services.find(({ id }) => id === part.serviceId) }))
  const parts = found.flatMap((part) => (part.service ? [{ ...part, service: part.service }] : []))
  const { offer, isPending } = useOffer(parts[0]?.service)
  const extras = fitExtras(offer, { choice: search.choice ?? '', minutes: undefined, addOns: readAddOns(search.addOns) })
  const series = isSeries(search.parts)
  // What is chosen beside the time belongs to the first service of a visit, and to all dates of a series.
  const findOffer = (at: number) => (series || at === 0 ? offer : noOffer)
  const calculatePrice = ({ service, start, end, resourceId }: VisitPart & { service: Service }, at: number) => {
    const minutes = series ? Math.round((Date.parse(end) - Date.parse(start)) / 60_000) - addOnMinutes(offer, extras.addOns) : undefined
    const priced = calculateExtras(service, findOffer(at), { ...fitExtras(findOffer(at), extras), minutes }, { people: 1, resourceId })
    return calculateDue(service, { people: 1, option: 'OFFLINE', tax, priced, takesCards: false })
  }
  const prices = parts.map(calculatePrice)
  const total = prices.reduce((sum, price) => sum + Number(price.total), 0)
  const paysOnline = total > 0 && paymentPage !== 'none' && parts.every(({ service }) => service.payment?.options?.online)
  return {
    search,
    services,
    isPending: services.isPending || isPending,
    parts,
    isWhole: parts.length > 1 && parts.length === found.length,
    offer,
    findOffer,
    extras,
    series,
    prices,
    total,
    paysOnline,
  }
}

export function VisitForm() {
  const t = useMessages(messages)
  const visit = useVisit()
  return (
    <HostedLayout title={t.title} wide>
      <h1 className="hosted-title">{t.title}</h1>
      {visit.isPending ? (
        <Skeletons kind="text" count={5} />
      ) : visit.services.error ? (
        <ErrorState error={visit.services.error} onRetry={() => void visit.services.refetch()} />
      ) : visit.isWhole ? (
        <div className="two">
          <div className="card stack">
            <VisitDetails visit={visit} />
          </div>
          <VisitSummary visit={visit} />
        </div>
      ) : (
        <EmptyState
          title={t.nothing}
          action={
            <ButtonLink href="/services" variant="light">
              {t.choose}
            </ButtonLink>
          }
        />
      )}
    </HostedLayout>
  )
}

/** `held`: the first booking of an earlier attempt, `heldFor` what it was made for. */
const emptyDraft = { first: '', last: '', email: '', phone: '', held: '', heldFor: '' }
type Contact = Omit<typeof emptyDraft, 'held' | 'heldFor'>

/** Holds all parts of the visit; answers the id of the first one. */
async function holdVisit({ search, parts, findOffer, extras, series }: Visit, contact: Contact): Promise<string> {
  const location = search.locationType ? { locationType: search.locationType, ...(search.locationId ? { id: search.locationId } : {}) } : undefined
  const contactDetails = {
    firstName: contact.first.trim(),
    lastName: contact.last.trim(),
    email: contact.email.trim(),
    ...(contact.phone.trim() ? { phone: contact.phone.trim() } : {}),
  }
  const bookings = parts.map(({ service, start, end, resourceId }, at) => ({
    bookedEntity: {
      slot: {
        serviceId: service.id,
        scheduleId: service.schedule?.id,
        startDate: start,
        endDate: end,
        timezone: search.zone,
        ...(location ? { location } : {}),
        ...(resourceId ? { resource: { id: resourceId } } : { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' as const }] }),
      },
    },
    contactDetails,
    ...toBookedExtras(findOffer(at), extras, 1),
  }))
  const multiServiceBookingType = series ? 'SEPARATE_BOOKINGS' : 'SEQUENTIAL_BOOKINGS'
  const { multiServiceBooking } = await call('multiBookings.createMultiServiceBooking', { body: { bookings, multiServiceBookingType } })
  return multiServiceBooking.bookings[0]?.bookingId ?? ''
}

/** Whether an earlier attempt still holds its time; one that is over or has gone does not. */
async function isHeld(bookingId: string): Promise<boolean> {
  if (!bookingId) return false
  try {
    return (await call('bookingPages.bookingSummary', { params: { id: bookingId } })).holdExpiresAt !== undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BOOKING_NOT_FOUND') return false
    throw error
  }
}

/** Confirms a visit that is held, or leads to the pay page. */
async function finishVisit(bookingId: string, paysOnline: boolean): Promise<void> {
  if (paysOnline) {
    const { payToken } = await call('bookingPages.bookingSummary', { params: { id: bookingId } })
    return window.location.assign(`/checkout/basket/${payToken ?? bookingId}`)
  }
  await call('bookingPages.bookNow', { body: { bookingId } })
  return finishFlow(undefined, { bookingId })
}

function VisitDetails({ visit }: { visit: Visit }) {
  const t = useMessages(messages)
  const { fields, change } = useDraft(`${flowDraftPrefix}booking`, emptyDraft)
  const [isTaken, setTaken] = useState(false)
  const [lostPart, setLostPart] = useState(0)
  const fillContact = usePrefill(change)
  const submit = async () => {
    const entered = await fillContact(fields)
    const violations = findContactViolations(entered)
    if (violations.length > 0) throwInvalid(violations)
    // An attempt that was broken off holds the time: the next one goes on with it.
    const asked = [visit.search.start, visit.search.parts, visit.search.choice, visit.search.addOns, entered.email.trim().toLowerCase()].join(' ')
    try {
      const isSame = fields.heldFor === asked && (await isHeld(fields.held))
      const bookingId = isSame ? fields.held : await holdVisit(visit, entered)
      change({ held: bookingId, heldFor: asked })
      await finishVisit(bookingId, visit.paysOnline)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SLOT_NOT_AVAILABLE') throw error
      // The nearest free times then stand in place of an error.
      setTaken(true)
      setLostPart(Number(error.data.index ?? 0))
      void queryClient.invalidateQueries({ queryKey: ['availability'] })
    }
  }
  return (
    <>
      {visit.parts.some(({ service }) => service.onlineBooking?.requireManualApproval) ? <Note>{t.byHand}</Note> : null}
      {isTaken && visit.series ? <OtherDate visit={visit} lost={lostPart} /> : isTaken ? <OtherTimes visit={visit} /> : null}
      <Form
        label={t.title}
        onSubmit={submit}
        submit={isTaken ? undefined : visit.paysOnline ? t.toPay : (visit.series ? t.bookSeries : t.book)(visit.parts.length)}
        explain={explainBookingRefusal}
      >
        <ContactFields fields={fields} change={change} />
      </Form>
    </>
  )
}

/** Three times at which all services still fit; the form keeps what was entered. */
function OtherTimes({ visit: { search, parts, extras } }: { visit: Visit }) {
  const addOns = writeAddOns(extras.addOns)
  const useTimes = useChainTimes(
    parts.map(({ service }, at) => ({
      serviceId: service.id,
      addOnIds: at === 0 ? Object.keys(extras.addOns) : [],
      namesPerson: hasVaryingPrice(service),
    })),
    [{ locationType: search.locationType ?? 'OWNER_BUSINESS', id: search.locationId }],
  )
  const [first] = parts
  if (!first || !useTimes) return null
  return (
    <Suspense fallback={<Skeletons kind="text" />}>
      <NearestTimes
        service={first.service}
        useTimes={useTimes}
        takenStart={first.start}
        onSelect={(entry: SlotEntry) => window.location.replace(toVisitUrl(entry as ChainSlotEntry, { choice: extras.choice, addOns }))}
      />
    </Suspense>
  )
}

/** The date of a series that was taken is left out or moved; the others and the form stay. */
function OtherDate({ visit: { search, parts, extras }, lost }: { visit: Visit; lost: number }) {
  const site = useSite()
  const t = useMessages(messages)
  const part = parts[lost]
  const minutes = part ? Math.round((Date.parse(part.end) - Date.parse(part.start)) / 60_000) : undefined
  const useTimes = useChainTimes(
    part ? [{ serviceId: part.serviceId, addOnIds: Object.keys(extras.addOns), namesPerson: hasVaryingPrice(part.service) }] : [],
    [{ locationType: search.locationType ?? 'OWNER_BUSINESS', id: search.locationId }],
  )
  if (!part || !useTimes || minutes === undefined) return null
  const change = (...instead: SeriesDate[]) => {
    const { start, parts: changed } = toSeriesParts(part.serviceId, [...parts.filter((_, at) => at !== lost), ...instead])
    const to = new URL(window.location.href)
    to.searchParams.set('start', start)
    to.searchParams.set('parts', changed)
    window.location.replace(to)
  }
  return (
    <>
      <p className="strong">{t.lost(formatDateTime(part.start, site.timeZone, 'short', site.language))}</p>
      <Suspense fallback={<Skeletons kind="text" />}>
        <NearestTimes
          service={part.service}
          useTimes={useTimes}
          takenStart={part.start}
          onSelect={({ slot }: SlotEntry) =>
            change({ start: slot.startDate, end: new Date(Date.parse(slot.startDate) + minutes * 60_000).toISOString(), resourceId: slot.resource?.id })
          }
        />
      </Suspense>
      {parts.length > minParts ? (
        <Button variant="default" onClick={() => change()}>
          {t.without}
        </Button>
      ) : null}
    </>
  )
}

function VisitSummary({ visit: { parts, prices, total, offer, extras, series } }: { visit: Visit }) {
  const t = useMessages(messages)
  const [first] = parts
  if (!first) return null
  const currency = (first.service.payment?.fixed?.price ?? first.service.payment?.varied?.defaultPrice)?.currency
  return (
    <aside className="card stack" aria-label={series ? t.whatSeries : t.what}>
      <h2 className="panel-title">{series ? t.whatSeries : t.what}</h2>
      <ol className="list">
        {parts.map(({ service, start, end }, at) => (
          <li key={start} className="line stack-s">
            <div className="row row-between">
              <h3 className="h3">{service.name}</h3>
              <Money value={prices[at]?.total} currency={currency} />
            </div>
            <p className="small">
              <When at={start} until={end} />
            </p>
            {at === 0 && nameExtras(offer, extras).length > 0 ? <p className="small dim">{nameExtras(offer, extras).join(', ')}</p> : null}
          </li>
        ))}
      </ol>
      <dl className="facts">
        <dt>{t.where}</dt>
        <dd>{describeLocation(first.service)}</dd>
        <dt>{t.total}</dt>
        <dd>
          <Money value={total} currency={currency} />
        </dd>
      </dl>
      <PolicyTerms service={first.service} start={first.start} />
      <a className="link" href={`/service/${first.service.mainSlug?.name ?? first.service.id}`}>
        {t.otherTime}
      </a>
    </aside>
  )
}
