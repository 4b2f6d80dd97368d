/** Contact details, visits and plans of a member. */
import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, useMay } from '../../permissions.tsx'
import { useSite } from '../../business.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { StateTag } from '../../parts/list.tsx'
import { DetailList, EmailLink, Section } from '../../parts/page.tsx'
import { DashboardLink } from '../../parts/link.tsx'
import { formatTimeRange, formatInstant } from '../../parts/format-times.ts'
import { memberName, memberState, orderState } from '../../parts/format.ts'
import type { Member, Order } from '../../entities.ts'
import { StillBooked } from '../../parts/still-booked.tsx'
import css from '../members.module.css'
import { Timeline } from './timeline.tsx'
import { sharedMessages } from '../shared.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    displayedAs: (nickname: string) => `Displayed as ${nickname}`,
    never: 'Never',
    plans: 'Plans',
    loading: 'Loading…',
    noPlans: 'No active plans.',
    timeline: 'Timeline',
    nextBooking: 'Next booking',
    none: 'None',
    noShows: (visits: number, noShows: number) => (noShows === 1 ? `${visits}, 1 no-show` : `${visits}, ${noShows} no-shows`),
    periodEnds: (day: string) => `current period ends ${day}`,
    unlimited: (what: string) => `${what}, unlimited sessions`,
    left: (what: string, sessions: number) => (sessions === 1 ? `${what}, 1 session left` : `${what}, ${sessions} sessions left`),
    sessionsOf: (plan: string) => `Sessions of ${plan}`,
    thePlan: 'the plan',
    sessions: 'Sessions',
  },
  {
    de: {
      displayedAs: (nickname) => `Angezeigt als ${nickname}`,
      never: 'Nie',
      plans: 'Tarife',
      loading: 'Wird geladen …',
      noPlans: 'Keine aktiven Tarife.',
      timeline: 'Verlauf',
      nextBooking: 'Nächste Buchung',
      none: 'Keine',
      noShows: (visits, noShows) => `${visits}, ${noShows}-mal nicht erschienen`,
      periodEnds: (day) => `laufender Zeitraum bis ${day}`,
      unlimited: (what) => `${what}, unbegrenzt Termine`,
      left: (what, sessions) => `${what}, noch ${sessions} ${sessions === 1 ? 'Termin' : 'Termine'}`,
      sessionsOf: (plan) => `Termine von ${plan}`,
      thePlan: 'diesem Tarif',
      sessions: 'Termine',
    },
  },
)

const CreditsPanel = lazy(async () => ({ default: (await import('../../parts/credits-panel.tsx')).CreditsPanel }))

export function Overview({ member }: { member: Member }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [word, tone] = memberState(member.status)
  const held = useApiQuery('orders.managementListOrders', { query: { buyerIds: [member.id], limit: 20, sorting: { fieldName: 'createdDate', order: 'DESC' } } })
  const booked = useApiQuery(
    'extendedBookings.queryExtendedBookings',
    {
      body: {
        query: {
          filter: { 'contactDetails.contactId': member.contactId },
          sort: [{ fieldName: 'startDate', order: 'DESC' }],
          paging: { limit: 20, offset: 0 },
        },
      },
    },
    { enabled: Boolean(member.contactId) },
  )
  const running = held.data?.orders.filter((order) => ['ACTIVE', 'PAUSED', 'PENDING'].includes(order.status)) ?? []
  return (
    <>
      <div className={css.person}>
        <Avatar name={memberName(member)} size={56} />
        <div>
          <StateTag tone={tone}>{word}</StateTag>
          {member.profile?.nickname && member.profile.nickname !== memberName(member) && (
            <Text c="dimmed" size="sm" mt={4}>
              {t.displayedAs(member.profile.nickname)}
            </Text>
          )}
        </div>
      </div>
      <DetailList
        items={[
          [commonWords.email, member.loginEmail && <EmailLink key="email" address={member.loginEmail} />],
          [
            commonWords.phone,
            member.contact?.phones?.[0] && (
              <a key="phone" href={`tel:${member.contact.phones[0]}`} className={css.tel}>
                {member.contact.phones[0]}
              </a>
            ),
          ],
          [shared.company, member.contact?.company],
          [shared.joined, formatInstant(member.createdDate, site, 'date')],
          [shared.lastSignIn, member.lastLoginDate ? formatInstant(member.lastLoginDate, site) : t.never],
        ]}
      />
      <Visits contactId={member.contactId} />
      {member.status === 'BLOCKED' ? <StillBooked bookings={booked.data?.extendedBookings.map(({ booking }) => booking) ?? []} /> : null}
      <Allowed operation="orders.managementListOrders">
        <Section title={t.plans}>
          {running.length === 0 ? (
            <Text c="dimmed">{held.isPending ? t.loading : t.noPlans}</Text>
          ) : (
            running.map((order) => <PlanLine key={order.id} order={order} name={memberName(member)} />)
          )}
        </Section>
      </Allowed>
      <Section title={t.timeline}>
        <Timeline member={member} bookings={booked.data?.extendedBookings ?? []} orders={held.data?.orders ?? []} site={site} />
      </Section>
    </>
  )
}

/** How often the member comes, and when next. */
function Visits({ contactId }: { contactId: string | undefined }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const may = useMay()
  const enabled = Boolean(contactId) && may('clients.getClientFigures')
  const figures = useApiQuery('clients.getClientFigures', { body: { contactIds: [contactId ?? ''] } }, { enabled }).data?.clients[0]
  if (!figures) return null
  const { visits, noShows, lastVisit, nextBooking } = figures
  return (
    <DetailList
      items={[
        [
          t.nextBooking,
          nextBooking ? (
            <DashboardLink key="next" to="/dashboard/bookings" search={{ open: nextBooking.bookingId }}>
              {nextBooking.title}, {formatTimeRange(nextBooking.startDate, nextBooking.endDate, site)}
            </DashboardLink>
          ) : (
            t.none
          ),
        ],
        [shared.visits, noShows > 0 ? t.noShows(visits, noShows) : String(visits)],
        [shared.lastVisit, lastVisit && `${lastVisit.title}, ${formatInstant(lastVisit.startDate, site, 'date')}`],
      ]}
    />
  )
}

function PlanLine({ order, name }: { order: Order; name: string }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [showsCredits, setShowsCredits] = useState(false)
  const credits = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }).data
  const [word, tone] = orderState(order)
  const period = order.currentCycle?.endedDate
    ? t.periodEnds(formatInstant(order.currentCycle.endedDate, site, 'date'))
    : shared.since(formatInstant(order.startDate, site, 'date'))
  return (
    <div className={css.plan}>
      <div>
        <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: order.id }}>
          {order.planName ?? shared.plan}
        </DashboardLink>
        <Text c="dimmed" size="sm">
          {credits?.unlimited ? t.unlimited(period) : credits?.balance === undefined ? period : t.left(period, credits.balance)}
        </Text>
      </div>
      {credits && !credits.unlimited && (
        <Button variant="subtle" size="sm" h={44} onClick={() => setShowsCredits(true)} aria-label={t.sessionsOf(order.planName ?? t.thePlan)}>
          {t.sessions}
        </Button>
      )}
      <StateTag tone={tone}>{word}</StateTag>
      {showsCredits && (
        <Suspense fallback={null}>
          <CreditsPanel order={order} name={name} onClose={() => setShowsCredits(false)} />
        </Suspense>
      )}
    </div>
  )
}
