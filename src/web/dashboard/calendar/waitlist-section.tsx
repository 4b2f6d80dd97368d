import { Button, Text } from '@mantine/core'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { CalendarItem } from '../entities.ts'
import { useBookingActions } from '../parts/booking-actions.tsx'
import type { BookingSummary } from '../parts/booking-summary.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { dryRun } from '../parts/dry-run-request.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { HeldOr } from '../parts/held-notice.tsx'
import { StateTag } from '../parts/list.tsx'
import { Section } from '../parts/page.tsx'
import { formatPeople, formatInstant } from '../parts/format.ts'
import css from './calendar.module.css'

type Waitlist = ReplyOf<'waitlist.list'>['waitlists'][number]
type Registration = Waitlist['registrations'][number]

/** The waitlist of a session, in order, with open offers. Empty without one. */
export function WaitlistSection({
  item,
  openSpots = 0,
}: {
  item: Pick<CalendarItem, 'id' | 'title' | 'serviceId' | 'startDate' | 'endDate'>
  openSpots?: number
}) {
  const list = useApiQuery('waitlist.list', { body: { sessionIds: [item.id] } }).data?.waitlists[0]
  if (!list || list.registrations.length === 0) return null
  return (
    <Section title={`Waitlist (${list.numberOfRegistrations} of ${list.capacity})`}>
      <Text c="dimmed" size="sm">
        When a spot opens up, it is offered to the first person in line for {list.timeWindowMinutes} minutes, then to the next.
      </Text>
      {list.registrations.map((registration) => (
        <WaitlistRow key={registration.id} item={item} registration={registration} minutes={list.timeWindowMinutes} openSpots={openSpots} />
      ))}
    </Section>
  )
}

function WaitlistRow({
  item,
  registration,
  minutes,
  openSpots,
}: {
  item: Parameters<typeof WaitlistSection>[0]['item']
  registration: Registration
  minutes: number
  openSpots: number
}) {
  const site = useSite()
  const actions = useBookingActions()
  const openConfirm = useConfirm()
  const leave = useApiMutation('waitlist.leave')
  const offer = useApiMutation('rosters.offerSpot')
  const canOffer = registration.status !== 'SUGGESTING' && registration.numberOfParticipants <= openSpots
  const { name = 'Guest', email, bookingRevision = '' } = registration.customer ?? {}
  const facts: BookingSummary = {
    id: registration.bookingId,
    revision: bookingRevision,
    status: 'WAITING_LIST',
    paymentStatus: 'UNDEFINED',
    who: name,
    what: item.title,
    serviceId: item.serviceId,
    start: item.startDate,
    end: item.endDate,
    people: registration.numberOfParticipants,
    eventId: item.id,
    course: false,
    isClass: true,
  }
  return (
    <div className={css.person}>
      <div className={css.personHead}>
        <Avatar name={name} />
        <div>
          <strong>
            {registration.position}. {name}
            {registration.numberOfParticipants > 1 ? ` (${formatPeople(registration.numberOfParticipants)})` : ''}
          </strong>
          {email ? <a href={`mailto:${email}`}>{email}</a> : null}
        </div>
      </div>
      <div className={css.states}>
        {registration.status === 'SUGGESTING' && <StateTag tone="good">Offered until {formatInstant(registration.offerExpiresDate, site, 'time')}</StateTag>}
        {registration.status === 'EXPIRED' && <StateTag tone="quiet">Offer expired</StateTag>}
        {registration.status === 'WAITING' && <StateTag tone="quiet">Waiting</StateTag>}
      </div>
      <HeldOr id={registration.bookingId} who={name}>
        <div className={css.actions}>
          {canOffer && (
            <Allowed operation="rosters.offerSpot">
              <Button
                onClick={() =>
                  openConfirm({
                    title: `Offer ${name} a spot now?`,
                    description: `${registration.numberOfParticipants === 1 ? 'A spot is' : `${registration.numberOfParticipants} spots are`} held for ${name} for ${minutes} minutes, and an email with a link to claim it is sent. Then it goes on in order.`,
                    confirmLabel: 'Offer now',
                    effects: dryRun('rosters.offerSpot', () => ({ params: { registrationId: registration.id } })),
                    successMessage: `${name} has been offered a spot.`,
                    onConfirm: () => offer.mutateAsync({ params: { registrationId: registration.id } }),
                  })
                }
              >
                Offer now
              </Button>
            </Allowed>
          )}
          <Allowed operation="bookings.confirmBooking">
            <Button variant="default" onClick={() => actions.confirm(facts)}>
              Add to session
            </Button>
          </Allowed>
          <Allowed operation="waitlist.leave">
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: `Remove ${name} from the waitlist?`,
                  description: `${name} loses their place in line for ${item.title}. An open offer goes to the next person. No email is sent. This can’t be undone.`,
                  confirmLabel: 'Remove from waitlist',
                  danger: true,
                  successMessage: `${name} was removed from the waitlist.`,
                  onConfirm: () => leave.mutateAsync({ body: { registrationId: registration.id } }),
                })
              }
            >
              Remove from waitlist
            </Button>
          </Allowed>
        </div>
      </HeldOr>
    </div>
  )
}
