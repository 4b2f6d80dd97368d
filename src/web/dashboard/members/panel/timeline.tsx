import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { formatTimeRange, formatInstant } from '../../parts/format-times.ts'
import { bookingEnd, bookingStart, bookingState, orderState } from '../../parts/format.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { ExtendedBooking, Member, Order, Site } from '../../entities.ts'
import css from '../members.module.css'
import { sharedMessages } from '../shared.messages.ts'

const messages = defineDashboardMessages(
  {
    statuses: { PENDING: 'pending', APPROVED: 'member', BLOCKED: 'blocked', OFFLINE: 'left' } as Readonly<Record<string, string>>,
    approved: 'Approved',
    blocked: 'Blocked',
    muted: 'Muted',
    unmuted: 'Unmuted',
    ended: 'Membership ended',
    restored: 'Restored',
    madePublic: 'Made their profile public',
    madePrivate: 'Made their profile private',
    byTeam: 'by the team',
    byMember: 'by the member',
    fromDashboard: 'from the dashboard',
    byApp: 'by an app',
    request: (id: string) => `request ${id}`,
    booked: (title: string) => `Booked ${title}`,
    aSession: 'a session',
    when: (times: string, state: string) => `${times} · ${state.toLowerCase()}`,
    bought: (plan: string) => `Bought ${plan}`,
    aPlan: 'a plan',
    state: (state: string) => state.toLowerCase(),
  },
  {
    de: {
      statuses: { PENDING: 'ausstehend', APPROVED: 'Mitglied', BLOCKED: 'gesperrt', OFFLINE: 'ausgetreten' },
      approved: 'Freigegeben',
      blocked: 'Gesperrt',
      muted: 'Stummgeschaltet',
      unmuted: 'Stummschaltung aufgehoben',
      ended: 'Mitgliedschaft beendet',
      restored: 'Wiederhergestellt',
      madePublic: 'Hat das Profil öffentlich gemacht',
      madePrivate: 'Hat das Profil privat gemacht',
      byTeam: 'durch das Team',
      byMember: 'durch das Mitglied',
      fromDashboard: 'im Dashboard',
      byApp: 'durch eine App',
      request: (id) => `Anfrage-ID ${id}`,
      booked: (title) => `Gebucht: ${title}`,
      aSession: 'Termin',
      when: (times, state) => `${times} · ${state}`,
      bought: (plan) => `Gekauft: ${plan}`,
      aPlan: 'Tarif',
      state: (state) => state,
    },
  },
)
const text = currentMessages(messages)

/** The activity of a member; plain changes of the record are left out. */
const auditLabels: Record<string, string | undefined> = {
  approved: text.approved,
  blocked: text.blocked,
  muted: text.muted,
  unmuted: text.unmuted,
  disconnected: text.ended,
  restored: text.restored,
}
const eventLabels: Record<string, string | undefined> = {
  ...auditLabels,
  joined_community: text.madePublic,
  left_community: text.madePrivate,
}
type AuditEntry = ReplyOf<'identity.listAuditLog'>['entries'][number]
const describeLogEntry = ({ actorKind, data, requestId }: AuditEntry): string => {
  const { was = '', is = '' } = (data ?? {}) as { was?: string; is?: string }
  return [
    was === is ? '' : `${text.statuses[was] ?? was} → ${text.statuses[is] ?? is}`,
    actorKind === 'owner' ? text.byTeam : '',
    requestId ? text.request(requestId.slice(0, 8)) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
const describeActor = (by: Record<string, unknown>, memberId: string): string =>
  by.memberId === memberId ? text.byMember : by.wixUserId || by.userId ? text.fromDashboard : by.appId ? text.byApp : ''

export function Timeline({ member, bookings: list, orders: bought, site }: { member: Member; bookings: ExtendedBooking[]; orders: Order[]; site: Site }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
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
      what: t.booked(booking.bookedEntity?.title ?? t.aSession),
      more: t.when(formatTimeRange(bookingStart(booking), bookingEnd(booking), site), bookingState(booking.status)[0]),
    })),
    ...bought.map((order) => ({ at: order.createdDate ?? '', what: t.bought(order.planName ?? t.aPlan), more: t.state(orderState(order)[0]) })),
    ...(member.createdDate ? [{ at: member.createdDate, what: shared.joined, more: '' }] : []),
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
