import { useApiQuery } from '#web/api.ts'
import { bookingEnd, bookingStart, bookingState, orderState, formatTimeRange, formatInstant } from '../../parts/format.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { ExtendedBooking, Member, Order, Site } from '../../entities.ts'
import css from '../members.module.css'

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

export function Timeline({ member, bookings: list, orders: bought, site }: { member: Member; bookings: ExtendedBooking[]; orders: Order[]; site: Site }) {
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
