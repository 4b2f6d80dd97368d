import { Button, Menu, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { listAllowedActions } from '#domains/members/rules/status.ts'
import { useApiQuery } from '#web/api.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { NewBookingPanel } from '../parts/new-booking.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { StateTag } from '../parts/list.tsx'
import { DetailList, MailTo, Section, Tabs } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { bookingEnd, bookingStart, bookingState, memberName, memberState, orderState, formatTimeRange, formatInstant } from '../parts/format.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { ExtendedBooking, Member, Order, Site } from '../entities.ts'
import { membersSearch } from '../search-params.ts'
import type { MemberActions } from './actions.ts'
import { useSearchState } from '../parts/search-state.ts'
import { StillBooked } from '../parts/still-booked.tsx'
import { MessagesTab } from './panel/messages.tsx'
import { MoneyTab } from './panel/money.tsx'
import { NotesTab } from './panel/notes.tsx'
import { ProfileTab } from './panel/profile.tsx'
import { SignInTab } from './panel/sign-in.tsx'
import css from './members.module.css'

const CreditsPanel = lazy(async () => ({ default: (await import('../parts/credits-panel.tsx')).CreditsPanel }))
const SellPlan = lazy(async () => ({ default: (await import('../parts/sell-plan.tsx')).SellPlan }))

const panelTabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'money', label: 'Money' },
  { value: 'messages', label: 'Messages' },
  { value: 'profile', label: 'Profile' },
  { value: 'sign-in', label: 'Sign-in' },
  { value: 'notes', label: 'Notes' },
]

/** The actions that the member's status allows. The server also refuses some for site owners, whom the record does not identify. */
const findAllowedActions = ({ status, activityStatus, privacyStatus }: Member) =>
  status === 'UNKNOWN' || activityStatus === 'UNKNOWN' || privacyStatus === 'UNKNOWN'
    ? []
    : listAllowedActions(
        { status, activityStatus, privacyStatus, communityRole: 'MEMBER', awaitsEmailVerification: false },
        { isSelf: false, candidates: 'ANYONE' },
      )

/** A member: contact details, plans, bookings and activity. */
export function MemberPanel({ id, onClose, actions }: { id: string | undefined; onClose: () => void; actions: MemberActions }) {
  const found = useApiQuery('members.getMember', { params: { id: id ?? '' }, query: { fieldsets: ['FULL'] } }, { enabled: Boolean(id) })
  const member = found.data?.member
  const allowed = new Set(member ? findAllowedActions(member) : [])
  const [action, setAction] = useState<'book' | 'sell'>()
  const endAction = () => setAction(undefined)
  const [url] = useSearchState(membersSearch)
  const part = panelTabs.find(({ value }) => value === url.part)?.value ?? 'overview'
  return (
    <>
      <SidePanel
        open={Boolean(id)}
        title={member ? memberName(member) : 'Member'}
        onClose={onClose}
        footer={
          member && (
            <>
              {allowed.has('approve') && member.status === 'PENDING' && (
                <Allowed operation="members.approveMember">
                  <Button size="md" loading={actions.approving === member.id} onClick={() => void actions.approve(member)}>
                    Approve
                  </Button>
                </Allowed>
              )}
              {allowed.has('approve') && member.status === 'BLOCKED' && (
                <Allowed operation="members.approveMember">
                  <Button size="md" variant="default" onClick={() => void actions.approve(member)}>
                    Unblock
                  </Button>
                </Allowed>
              )}
              <Allowed operation="bookings.createBooking">
                <Button size="md" variant="default" onClick={() => setAction('book')}>
                  New booking
                </Button>
              </Allowed>
              <Allowed operation={['orders.createOfflineOrder', 'plans.listPlans']}>
                <Button size="md" variant="default" onClick={() => setAction('sell')}>
                  Sell plan
                </Button>
              </Allowed>
              <Menu position="top-end" shadow="md">
                <Menu.Target>
                  <Button size="md" variant="subtle" color="gray">
                    More
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {allowed.has('mute') || allowed.has('unmute') ? (
                    <Allowed operation="members.muteMember">
                      <Menu.Item onClick={() => void actions.mute(member)}>{member.activityStatus === 'MUTED' ? 'Unmute' : 'Mute'}</Menu.Item>
                    </Allowed>
                  ) : null}
                  {allowed.has('block') && (
                    <Allowed operation="members.blockMember">
                      <Menu.Item onClick={() => actions.block(member)}>Block</Menu.Item>
                    </Allowed>
                  )}
                  {allowed.has('disconnect') && (
                    <Allowed operation="members.disconnectMember">
                      <Menu.Item onClick={() => actions.disconnect(member)}>End membership</Menu.Item>
                    </Allowed>
                  )}
                  <Allowed operation="members.exportMemberData">
                    <Menu.Item onClick={() => void actions.download(member)}>Download data</Menu.Item>
                  </Allowed>
                  <Allowed operation="members.deleteMember">
                    <Menu.Item c="var(--bad)" onClick={() => actions.remove(member, onClose)}>
                      Delete
                    </Menu.Item>
                  </Allowed>
                </Menu.Dropdown>
              </Menu>
            </>
          )
        }
      >
        {found.error ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : member ? (
          <>
            <Tabs label="About this member" current={part} param="part" keep={url as Record<string, string | undefined>} items={panelTabs} />
            {part === 'profile' ? (
              <ProfileTab member={member} />
            ) : part === 'sign-in' ? (
              <SignInTab member={member} />
            ) : part === 'money' ? (
              <MoneyTab member={member} onSell={() => setAction('sell')} />
            ) : part === 'messages' ? (
              <MessagesTab member={member} />
            ) : part === 'notes' ? (
              <NotesTab member={member} />
            ) : (
              <Overview member={member} />
            )}
          </>
        ) : (
          <Skeleton height={220} radius="md" />
        )}
      </SidePanel>
      <NewBookingPanel start={action === 'book' && member ? { member } : undefined} onClose={endAction} />
      <Suspense fallback={null}>{action === 'sell' && member ? <SellPlan open buyer={member} onClose={endAction} /> : null}</Suspense>
    </>
  )
}

function Overview({ member }: { member: Member }) {
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
          ['Email', member.loginEmail && <MailTo key="mail" address={member.loginEmail} />],
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

/** The activity of a member; plain changes of the record are left out. */
const auditLabels: Record<string, string | undefined> = {
  approved: 'Approved',
  blocked: 'Blocked',
  muted: 'Muted',
  unmuted: 'Unmuted',
  disconnected: 'Membership ended',
  restored: 'Restored',
}
const eventLabels: Record<string, string | undefined> = {
  ...auditLabels,
  joined_community: 'Made their profile public',
  left_community: 'Made their profile private',
}
const statusLabels: Record<string, string | undefined> = { PENDING: 'pending', APPROVED: 'member', BLOCKED: 'blocked', OFFLINE: 'left' }
type AuditEntry = ReplyOf<'identity.listAuditLog'>['entries'][number]
const describeLogEntry = ({ actorKind, data, requestId }: AuditEntry): string => {
  const { was = '', is = '' } = (data ?? {}) as { was?: string; is?: string }
  return [
    was === is ? '' : `${statusLabels[was] ?? was} → ${statusLabels[is] ?? is}`,
    actorKind === 'owner' ? 'by the team' : '',
    requestId ? `request ${requestId.slice(0, 8)}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
const describeActor = (by: Record<string, unknown>, memberId: string): string =>
  by.memberId === memberId ? 'by the member' : by.wixUserId || by.userId ? 'from the dashboard' : by.appId ? 'by an app' : ''

function Timeline({ member, bookings: list, orders: bought, site }: { member: Member; bookings: ExtendedBooking[]; orders: Order[]; site: Site }) {
  const timeline = useApiQuery('members.memberTimeline', { params: { id: member.id }, query: { limit: 50 } })
  // The activity log has more details; not every team member may read it.
  const log = useApiQuery('identity.listAuditLog', { query: { subjectId: member.id, action: 'member.*', limit: 100 } }).data?.entries
  const entries = [
    ...(log ?? []).flatMap((entry) => {
      const what = auditLabels[entry.action.replace('member.', '')]
      return what ? [{ at: entry.date, what, more: describeLogEntry(entry) }] : []
    }),
    ...(timeline.data?.events ?? []).flatMap(({ slug, happenedDate, by }) => {
      const what = log && slug in auditLabels ? undefined : eventLabels[slug]
      return what ? [{ at: happenedDate, what, more: describeActor(by, member.id) }] : []
    }),
    ...list.map(({ booking }) => ({
      at: booking.createdDate ?? '',
      what: `Booked ${booking.bookedEntity?.title ?? 'a session'}`,
      more: `${formatTimeRange(bookingStart(booking), bookingEnd(booking), site)} · ${bookingState(booking.status)[0].toLowerCase()}`,
    })),
    ...bought.map((order) => ({ at: order.createdDate ?? '', what: `Bought ${order.planName ?? 'a plan'}`, more: orderState(order)[0].toLowerCase() })),
    ...(member.createdDate ? [{ at: member.createdDate, what: 'Joined', more: '' }] : []),
  ]
    .filter((entry) => entry.at)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, 40)
  return (
    <ol className={css.timeline}>
      {entries.map((entry, index) => (
        <li key={`${entry.at}-${index}`}>
          <time dateTime={entry.at}>{formatInstant(entry.at, site, 'date')}</time>
          <div>
            <strong>{entry.what}</strong>
            {entry.more && <span>{entry.more}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
