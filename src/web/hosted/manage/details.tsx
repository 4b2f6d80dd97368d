/** Details of the booking; a visit lists each of its parts. */
import { ButtonLink } from '../../kit/button.tsx'
import { Money } from '../../kit/money.tsx'
import { Taxes } from '../../kit/taxes.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { When } from '../../kit/when.tsx'
import { useMessages } from '../../kit/messages.ts'
import { describeBookedExtras } from '../../site/booked-extras.ts'
import { useService, describeBookedLocation } from '../../site/catalog.ts'
import { CheckInCode } from './check-in-code.tsx'
import { messages } from './manage.messages.tsx'
import { isOpen, type ManagedBooking, type ManagedPart, findZone } from './managed-booking.ts'

interface BookingDetailsProps {
  managed: ManagedBooking
  /** The plan that pays, and what is used of it; only its member is told. */
  paidWith?: string | undefined
}
export function BookingDetails({ managed, paidWith }: BookingDetailsProps) {
  const t = useMessages(messages)
  const { bookings, policyText } = managed
  const open = bookings.filter(isOpen)
  const shown = open.length > 0 ? open : bookings
  return (
    <div className="stack">
      {shown.map((part, at) => (
        <div key={part.booking.id} className="stack-s">
          {bookings.length > 1 ? <h2 className="card-title">{part.booking.bookedEntity.title}</h2> : null}
          <dl className="facts">
            {bookings.length > 1 ? null : (
              <>
                <dt>{t.what}</dt>
                <dd>{part.booking.bookedEntity.title}</dd>
              </>
            )}
            <Times part={part} />
            <Place part={part} />
            {part.booking.bookedEntity.slot?.resource?.name ? (
              <>
                <dt>{t.with}</dt>
                <dd>{part.booking.bookedEntity.slot.resource.name}</dd>
              </>
            ) : null}
            <BookedExtras part={part} />
            {at === 0 || part.participants > 1 ? <Participants part={part} /> : null}
            {bookings.length > 1 || !hasAmounts(managed) ? null : <Amounts managed={managed} paidWith={paidWith} />}
            <dt>{t.status}</dt>
            <dd>
              <StatusBadge status={part.booking.status} />
            </dd>
            {managed.state === 'CONFIRMED' && part.booking.status === 'CONFIRMED' ? <CheckInCode bookingId={part.booking.id} /> : null}
          </dl>
        </div>
      ))}
      {/* What several bookings cost together is not the price of any of them. */}
      {bookings.length > 1 && hasAmounts(managed) ? (
        <dl className="facts">
          <Amounts managed={managed} paidWith={paidWith} />
        </dl>
      ) : null}
      {policyText ? <p className="small dim">{policyText}</p> : null}
    </div>
  )
}

function Times({ part }: { part: ManagedPart }) {
  const t = useMessages(messages)
  const zone = findZone(part)
  const inZone = zone ? { zone } : {}
  if (part.sessions.length > 1)
    return (
      <>
        <dt>{t.dates}</dt>
        <dd>
          <ul className="course-dates">
            {part.sessions.map(({ startDate, endDate }) => (
              <li key={startDate}>
                <When at={startDate} until={endDate} {...inZone} />
              </li>
            ))}
          </ul>
        </dd>
      </>
    )
  return (
    <>
      <dt>{t.when}</dt>
      <dd>
        <When at={part.booking.startDate} until={part.booking.endDate} both {...inZone} />
      </dd>
    </>
  )
}

function Place({ part }: { part: ManagedPart }) {
  const t = useMessages(messages)
  const { bookedEntity } = part.booking
  const service = useService(part.serviceId).data
  const place = bookedEntity.slot?.location ?? bookedEntity.schedule?.location
  const where = describeBookedLocation(bookedEntity, service)
  const address = place?.locationType === 'CUSTOM' || service?.conferencing?.enabled ? '' : (place?.formattedAddress ?? '')
  if (!where) return null
  return (
    <>
      <dt>{t.where}</dt>
      <dd>
        {where}
        {address ? (
          <span className="block">
            <a
              className="link small"
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`${t.map}: ${address}`}
            >
              {t.map}
            </a>
          </span>
        ) : null}
        {part.conferencingLink ? (
          <span className="block">
            <ButtonLink variant="light" href={part.conferencingLink} target="_blank" rel="noreferrer">
              {t.join}
            </ButtonLink>
          </span>
        ) : null}
      </dd>
    </>
  )
}

function BookedExtras({ part }: { part: ManagedPart }) {
  const t = useMessages(messages)
  const extras = describeBookedExtras(part.booking)
  if (extras.length === 0) return null
  return (
    <>
      <dt>{t.extras}</dt>
      <dd>{extras.join(', ')}</dd>
    </>
  )
}

function Participants({ part }: { part: ManagedPart }) {
  const t = useMessages(messages)
  const { firstName, lastName } = part.booking.contactDetails
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return (
    <>
      <dt>{t.who}</dt>
      <dd>{name ? t.people(name, part.participants) : t.peopleOnly(part.participants)}</dd>
    </>
  )
}

const isPlanPaying = ({ bookings }: ManagedBooking) => bookings.some(({ booking }) => booking.selectedPaymentOption === 'MEMBERSHIP')
/** Whether there is money to speak of; once it is over, what became of a plan's sessions stands above the details. */
const hasAmounts = (managed: ManagedBooking) =>
  (Number(managed.amounts.total) > 0 || Number(managed.amounts.paid) > 0) && !(managed.outcome !== undefined && isPlanPaying(managed))

function Amounts({ managed, paidWith }: BookingDetailsProps) {
  const t = useMessages(messages)
  const { total, paid, open, currency, taxes } = managed.amounts
  const isPaidByPlan = isPlanPaying(managed)
  // Above it stands what became of the money.
  const isEnded = managed.outcome !== undefined
  const money = (value: string) => <Money value={value} currency={currency} />
  const isDone = managed.state !== 'UNFINISHED' && managed.state !== 'WAITING'
  return (
    <>
      <dt>{managed.bookings.length > 1 ? t.total : t.price}</dt>
      <dd>
        {isPaidByPlan ? (
          (paidWith ?? t.byPlan)
        ) : (
          <>
            {money(total)}
            <Taxes taxes={taxes} currency={currency} />
            {Number(paid) > 0 && !isEnded ? <span className="block dim small">{t.paid(money(paid))}</span> : null}
            {Number(open) > 0 && managed.state !== 'LAPSED' && managed.state !== 'WAITING' ? (
              <span className="block dim small">{isDone ? t.open(money(open)) : t.openNow(money(open))}</span>
            ) : null}
          </>
        )}
      </dd>
    </>
  )
}
