import { Button, Menu, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { allowedActions } from '#domains/members/rules/status.ts'
import { useAsk } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { DeskBooking } from '../parts/desk-booking.tsx'
import { Failed } from '../parts/answers.tsx'
import { Initials } from '../parts/initials.tsx'
import { State } from '../parts/list.tsx'
import { Facts, MailTo, Section, Tabs } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { Go } from '../parts/go.tsx'
import { bookingEnd, bookingStart, bookingState, memberName, memberState, orderState, span, when } from '../parts/words.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { ExtendedBooking, Member, Order, Site } from '../entities.ts'
import type { MemberActions } from './actions.ts'
import { useUrl } from '../parts/url.ts'
import { StillBooked } from '../parts/still-booked.tsx'
import { NotesPart } from './panel/notes.tsx'
import { ProfilePart } from './panel/profile.tsx'
import { SignInPart } from './panel/sign-in.tsx'
import type { MemberSearch } from './list-filter.ts'
import css from './members.module.css'

const panelParts = [
  { value: 'overview', label: 'Overview' },
  { value: 'profile', label: 'Profile' },
  { value: 'sign-in', label: 'Sign-in' },
  { value: 'notes', label: 'Notes' },
]

/** What the table of states lets the business do. Whoever runs the site is refused by the server: the record does not say who that is. */
const movesOf = ({ status, activityStatus, privacyStatus }: Member) =>
  status === 'UNKNOWN' || activityStatus === 'UNKNOWN' || privacyStatus === 'UNKNOWN'
    ? []
    : allowedActions({ status, activityStatus, privacyStatus, communityRole: 'MEMBER', awaitsEmailProof: false }, { isSelf: false, candidates: 'ANYONE' })

/** One person at a glance: who they are, what they hold, what happened. */
export function MemberPanel({ id, onClose, actions }: { id: string | undefined; onClose: () => void; actions: MemberActions }) {
  const found = useAsk('members.getMember', { params: { id: id ?? '' }, query: { fieldsets: ['FULL'] } }, { enabled: Boolean(id) })
  const member = found.data?.member
  const may = new Set(member ? movesOf(member) : [])
  const [booking, setBooking] = useState(false)
  const [url] = useUrl<MemberSearch & { part?: string }>()
  const part = panelParts.find(({ value }) => value === url.part)?.value ?? 'overview'
  return (
    <>
      <SidePanel
        open={Boolean(id)}
        title={member ? memberName(member) : 'Member'}
        onClose={onClose}
        footer={
          member && (
            <>
              {may.has('approve') && member.status === 'PENDING' && (
                <Button size="md" loading={actions.approving === member.id} onClick={() => void actions.approve(member)}>
                  Approve
                </Button>
              )}
              {may.has('approve') && member.status === 'BLOCKED' && (
                <Button size="md" variant="default" onClick={() => void actions.approve(member)}>
                  Let in again
                </Button>
              )}
              <Button size="md" variant="default" onClick={() => setBooking(true)}>
                Book for them
              </Button>
              <Menu position="top-end" shadow="md">
                <Menu.Target>
                  <Button size="md" variant="subtle" color="gray">
                    More
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {may.has('mute') || may.has('unmute') ? (
                    <Menu.Item onClick={() => void actions.mute(member)}>
                      {member.activityStatus === 'MUTED' ? 'Let them post again' : 'Stop them from posting'}
                    </Menu.Item>
                  ) : null}
                  {may.has('block') && <Menu.Item onClick={() => actions.block(member)}>Block</Menu.Item>}
                  {may.has('disconnect') && <Menu.Item onClick={() => actions.disconnect(member)}>End membership for good</Menu.Item>}
                  <Menu.Item onClick={() => void actions.download(member)}>Download their data</Menu.Item>
                  <Menu.Item c="var(--bad)" onClick={() => actions.remove(member, onClose)}>
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )
        }
      >
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : member ? (
          <>
            <Tabs label="About this member" current={part} param="part" keep={url as Record<string, string | undefined>} items={panelParts} />
            {part === 'profile' ? (
              <ProfilePart member={member} />
            ) : part === 'sign-in' ? (
              <SignInPart member={member} />
            ) : part === 'notes' ? (
              <NotesPart member={member} />
            ) : (
              <Overview member={member} />
            )}
          </>
        ) : (
          <Skeleton height={220} radius="md" />
        )}
      </SidePanel>
      <DeskBooking start={booking && member ? { member } : undefined} onClose={() => setBooking(false)} />
    </>
  )
}

function Overview({ member }: { member: Member }) {
  const site = useSite()
  const [word, tone] = memberState(member.status)
  const held = useAsk('orders.managementListOrders', { query: { buyerIds: [member.id], limit: 20, sorting: { fieldName: 'createdDate', order: 'DESC' } } })
  const booked = useAsk(
    'bookings.queryExtendedBookings',
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
        <Initials name={memberName(member)} size={56} />
        <div>
          <State tone={tone}>{word}</State>
          {member.profile?.nickname && member.profile.nickname !== memberName(member) && (
            <Text c="dimmed" size="sm" mt={4}>
              shown as {member.profile.nickname}
            </Text>
          )}
        </div>
      </div>
      <Facts
        items={[
          ['E-mail', member.loginEmail && <MailTo key="mail" address={member.loginEmail} />],
          [
            'Phone',
            member.contact?.phones?.[0] && (
              <a key="phone" href={`tel:${member.contact.phones[0]}`} className={css.tel}>
                {member.contact.phones[0]}
              </a>
            ),
          ],
          ['Company', member.contact?.company],
          ['Joined', when(member.createdDate, site, 'date')],
          ['Last sign-in', member.lastLoginDate ? when(member.lastLoginDate, site) : 'never'],
        ]}
      />
      {member.status === 'BLOCKED' ? <StillBooked bookings={booked.data?.extendedBookings.map(({ booking }) => booking) ?? []} /> : null}
      <Section title="Plans">
        {running.length === 0 ? (
          <Text c="dimmed">{held.isPending ? 'Looking…' : 'No running plan.'}</Text>
        ) : (
          running.map((order) => <PlanLine key={order.id} order={order} />)
        )}
      </Section>
      <Section title="Timeline">
        <Timeline member={member} bookings={booked.data?.extendedBookings ?? []} orders={held.data?.orders ?? []} site={site} />
      </Section>
    </>
  )
}

function PlanLine({ order }: { order: Order }) {
  const site = useSite()
  const credits = useAsk('orders.getCreditHistory', { params: { id: order.id } }).data
  const [word, tone] = orderState(order)
  return (
    <div className={css.plan}>
      <div>
        <Go to="/dashboard/plans" search={{ tab: 'subscriptions', open: order.id }}>
          {order.planName ?? 'Plan'}
        </Go>
        <Text c="dimmed" size="sm">
          {order.currentCycle?.endedDate
            ? `current period until ${when(order.currentCycle.endedDate, site, 'date')}`
            : `since ${when(order.startDate, site, 'date')}`}
          {credits?.unlimited
            ? ', unlimited sessions'
            : credits?.balance === undefined
              ? ''
              : `, ${credits.balance} ${credits.balance === 1 ? 'session' : 'sessions'} left`}
        </Text>
      </div>
      <State tone={tone}>{word}</State>
    </div>
  )
}

/** What befell the member, as far as it has a word of its own; plain changes of the record are left out. */
const deeds: Record<string, string | undefined> = {
  approved: 'Let in',
  blocked: 'Blocked',
  muted: 'Muted',
  unmuted: 'May post again',
  disconnected: 'Membership ended',
  restored: 'Brought back',
}
const happened: Record<string, string | undefined> = {
  ...deeds,
  joined_community: 'Opened the profile',
  left_community: 'Made the profile private',
}
const statusWords: Record<string, string | undefined> = { PENDING: 'waiting', APPROVED: 'member', BLOCKED: 'blocked', OFFLINE: 'left' }
type Logged = ReplyOf<'identity.listAuditLog'>['entries'][number]
const inTheLog = ({ actorKind, data, requestId }: Logged): string => {
  const { was = '', is = '' } = (data ?? {}) as { was?: string; is?: string }
  return [
    was === is ? '' : `${statusWords[was] ?? was} → ${statusWords[is] ?? is}`,
    actorKind === 'owner' ? 'by the business' : '',
    requestId ? `request ${requestId.slice(0, 8)}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
const byWhom = (by: Record<string, unknown>, memberId: string): string =>
  by.memberId === memberId ? 'by themself' : by.wixUserId || by.userId ? 'from the dashboard' : by.appId ? 'by a program' : ''

function Timeline({ member, bookings: list, orders: bought, site }: { member: Member; bookings: ExtendedBooking[]; orders: Order[]; site: Site }) {
  const told = useAsk('members.memberTimeline', { params: { id: member.id }, query: { limit: 50 } })
  // The log says more of what the business did; not every colleague may read it.
  const log = useAsk('identity.listAuditLog', { query: { subjectId: member.id, action: 'member.*', limit: 100 } }).data?.entries
  const entries = [
    ...(log ?? []).flatMap((entry) => {
      const what = deeds[entry.action.replace('member.', '')]
      return what ? [{ at: entry.date, what, more: inTheLog(entry) }] : []
    }),
    ...(told.data?.events ?? []).flatMap(({ slug, happenedDate, by }) => {
      const what = log && slug in deeds ? undefined : happened[slug]
      return what ? [{ at: happenedDate, what, more: byWhom(by, member.id) }] : []
    }),
    ...list.map(({ booking }) => ({
      at: booking.createdDate ?? '',
      what: `Booked ${booking.bookedEntity?.title ?? 'a session'}`,
      more: `${span(bookingStart(booking), bookingEnd(booking), site)} · ${bookingState(booking.status)[0].toLowerCase()}`,
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
          <time dateTime={entry.at}>{when(entry.at, site, 'date')}</time>
          <div>
            <strong>{entry.what}</strong>
            {entry.more && <span>{entry.more}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
