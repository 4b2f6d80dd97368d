import { Button, Text } from '@mantine/core'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
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
import { formatInstant } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import css from './calendar.module.css'

const messages = defineDashboardMessages(
  {
    title: (count: number, of: number) => `Waitlist (${count} of ${of})`,
    order: (minutes: number) => `When a spot opens up, it is offered to the first person in line for ${minutes} minutes, then to the next.`,
    guest: 'Guest',
    offeredUntil: (time: string) => `Offered until ${time}`,
    expired: 'Offer expired',
    waiting: 'Waiting',
    askOffer: (name: string) => `Offer ${name} a spot now?`,
    offerAbout: (spots: number, name: string, minutes: number) =>
      `${spots === 1 ? 'A spot is' : `${spots} spots are`} held for ${name} for ${minutes} minutes, and an email with a link to claim it is sent. Then it goes on in order.`,
    offerNow: 'Offer now',
    offered: (name: string) => `${name} has been offered a spot.`,
    add: 'Add to session',
    askRemove: (name: string) => `Remove ${name} from the waitlist?`,
    removeAbout: (name: string, title: string) =>
      `${name} loses their place in line for ${title}. An open offer goes to the next person. No email is sent. This can’t be undone.`,
    remove: 'Remove from waitlist',
    removed: (name: string) => `${name} was removed from the waitlist.`,
  },
  {
    de: {
      title: (count, of) => `Warteliste (${count} von ${of})`,
      order: (minutes) => `Wird ein Platz frei, wird er der ersten Person ${minutes} Minuten lang angeboten, dann der nächsten.`,
      guest: 'Gast',
      offeredUntil: (time) => `Angeboten bis ${time}`,
      expired: 'Angebot abgelaufen',
      waiting: 'Wartet',
      askOffer: (name) => `${name} jetzt einen Platz anbieten?`,
      offerAbout: (spots, name, minutes) =>
        `${spots === 1 ? 'Ein Platz wird' : `${spots} Plätze werden`} ${minutes} Minuten für ${name} reserviert, und eine E-Mail mit einem Link zum Annehmen wird gesendet. Danach geht es der Reihe nach weiter.`,
      offerNow: 'Jetzt anbieten',
      offered: (name) => `${name} hat einen Platz angeboten bekommen.`,
      add: 'In den Termin aufnehmen',
      askRemove: (name) => `${name} von der Warteliste nehmen?`,
      removeAbout: (name, title) =>
        `${name} verliert den Platz auf der Warteliste für „${title}“. Ein offenes Angebot geht an die nächste Person. Es wird keine E-Mail gesendet. Das lässt sich nicht rückgängig machen.`,
      remove: 'Von der Warteliste nehmen',
      removed: (name) => `${name} steht nicht mehr auf der Warteliste.`,
    },
  },
)

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
  const t = useMessages(messages)
  const list = useApiQuery('waitlist.list', { body: { sessionIds: [item.id] } }).data?.waitlists[0]
  if (!list || list.registrations.length === 0) return null
  return (
    <Section title={t.title(list.numberOfRegistrations, list.capacity)}>
      <Text c="dimmed" size="sm">
        {t.order(list.timeWindowMinutes)}
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
  const t = useMessages(messages)
  const site = useSite()
  const actions = useBookingActions()
  const openConfirm = useConfirm()
  const leave = useApiMutation('waitlist.leave')
  const offer = useApiMutation('rosters.offerSpot')
  const canOffer = registration.status !== 'SUGGESTING' && registration.numberOfParticipants <= openSpots
  const { name = t.guest, email, bookingRevision = '' } = registration.customer ?? {}
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
        {registration.status === 'SUGGESTING' && <StateTag tone="good">{t.offeredUntil(formatInstant(registration.offerExpiresDate, site, 'time'))}</StateTag>}
        {registration.status === 'EXPIRED' && <StateTag tone="quiet">{t.expired}</StateTag>}
        {registration.status === 'WAITING' && <StateTag tone="quiet">{t.waiting}</StateTag>}
      </div>
      <HeldOr id={registration.bookingId} who={name}>
        <div className={css.actions}>
          {canOffer && (
            <Allowed operation="rosters.offerSpot">
              <Button
                onClick={() =>
                  openConfirm({
                    title: t.askOffer(name),
                    description: t.offerAbout(registration.numberOfParticipants, name, minutes),
                    confirmLabel: t.offerNow,
                    effects: dryRun('rosters.offerSpot', () => ({ params: { registrationId: registration.id } })),
                    successMessage: t.offered(name),
                    onConfirm: () => offer.mutateAsync({ params: { registrationId: registration.id } }),
                  })
                }
              >
                {t.offerNow}
              </Button>
            </Allowed>
          )}
          <Allowed operation="bookings.confirmBooking">
            <Button variant="default" onClick={() => actions.confirm(facts)}>
              {t.add}
            </Button>
          </Allowed>
          <Allowed operation="waitlist.leave">
            <Button
              variant="subtle"
              c="var(--bad)"
              onClick={() =>
                openConfirm({
                  title: t.askRemove(name),
                  description: t.removeAbout(name, item.title),
                  confirmLabel: t.remove,
                  danger: true,
                  successMessage: t.removed(name),
                  onConfirm: () => leave.mutateAsync({ body: { registrationId: registration.id } }),
                })
              }
            >
              {t.remove}
            </Button>
          </Allowed>
        </div>
      </HeldOr>
    </div>
  )
}
