/** Contact details, visits and plans of a member. */
import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { Allowed, useMay } from '../../permissions.tsx'
import { useSite } from '../../business.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { StateTag } from '../../parts/list.tsx'
import { DetailList, EmailLink, Section } from '../../parts/page.tsx'
import { DashboardLink } from '../../parts/link.tsx'
import { memberName, memberState, orderState, formatTimeRange, formatInstant } from '../../parts/format.ts'
import type { Member, Order } from '../../entities.ts'
import { StillBooked } from '../../parts/still-booked.tsx'
import css from '../members.module.css'
import { Timeline } from './timeline.tsx'

const CreditsPanel = lazy(async () => ({ default: (await import('../../parts/credits-panel.tsx')).CreditsPanel }))

export function Overview({ member }: { member: Member }) {
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
              Displayed as {member.profile.nickname}
            </Text>
          )}
        </div>
      </div>
      <DetailList
        items={[
          ['Email', member.loginEmail && <EmailLink key="email" address={member.loginEmail} />],
          [
            'Phone',
            member.contact?.phones?.[0] && (
              <a key="phone" href={`tel:${member.contact.phones[0]}`} className={css.tel}>
                {member.contact.phones[0]}
              </a>
            ),
          ],
          ['Company', member.contact?.company],
          ['Joined', formatInstant(member.createdDate, site, 'date')],
          ['Last sign-in', member.lastLoginDate ? formatInstant(member.lastLoginDate, site) : 'Never'],
        ]}
      />
      <Visits contactId={member.contactId} />
      {member.status === 'BLOCKED' ? <StillBooked bookings={booked.data?.extendedBookings.map(({ booking }) => booking) ?? []} /> : null}
      <Allowed operation="orders.managementListOrders">
        <Section title="Plans">
          {running.length === 0 ? (
            <Text c="dimmed">{held.isPending ? 'Loading…' : 'No active plans.'}</Text>
          ) : (
            running.map((order) => <PlanLine key={order.id} order={order} name={memberName(member)} />)
          )}
        </Section>
      </Allowed>
      <Section title="Timeline">
        <Timeline member={member} bookings={booked.data?.extendedBookings ?? []} orders={held.data?.orders ?? []} site={site} />
      </Section>
    </>
  )
}

/** How often the member comes, and when next. */
function Visits({ contactId }: { contactId: string | undefined }) {
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
          'Next booking',
          nextBooking ? (
            <DashboardLink key="next" to="/dashboard/bookings" search={{ open: nextBooking.bookingId }}>
              {nextBooking.title}, {formatTimeRange(nextBooking.startDate, nextBooking.endDate, site)}
            </DashboardLink>
          ) : (
            'None'
          ),
        ],
        ['Visits', [String(visits), noShows > 0 ? `${noShows} ${noShows === 1 ? 'no-show' : 'no-shows'}` : ''].filter(Boolean).join(', ')],
        ['Last visit', lastVisit && `${lastVisit.title}, ${formatInstant(lastVisit.startDate, site, 'date')}`],
      ]}
    />
  )
}

function PlanLine({ order, name }: { order: Order; name: string }) {
  const site = useSite()
  const [showsCredits, setShowsCredits] = useState(false)
  const credits = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }).data
  const [word, tone] = orderState(order)
  return (
    <div className={css.plan}>
      <div>
        <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: order.id }}>
          {order.planName ?? 'Plan'}
        </DashboardLink>
        <Text c="dimmed" size="sm">
          {order.currentCycle?.endedDate
            ? `current period ends ${formatInstant(order.currentCycle.endedDate, site, 'date')}`
            : `since ${formatInstant(order.startDate, site, 'date')}`}
          {credits?.unlimited
            ? ', unlimited sessions'
            : credits?.balance === undefined
              ? ''
              : `, ${credits.balance} ${credits.balance === 1 ? 'session' : 'sessions'} left`}
        </Text>
      </div>
      {credits && !credits.unlimited && (
        <Button variant="subtle" size="sm" h={44} onClick={() => setShowsCredits(true)} aria-label={`Sessions of ${order.planName ?? 'the plan'}`}>
          Sessions
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
