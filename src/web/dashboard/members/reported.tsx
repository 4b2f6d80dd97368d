/** Reported members: the reports and their actions. */
import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { memberName, memberState } from '../parts/format.ts'
import type { Member } from '../entities.ts'
import type { MemberActions } from './actions.tsx'
import css from './members.module.css'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    reasons: { SPAM: 'Spam', HARASSMENT: 'Harassment or hate', IMPERSONATION: 'Impersonation', OTHER: 'Other' } as Readonly<Record<string, string>>,
    other: 'Other',
    none: 'No reports',
    hint: 'When a member reports someone, it appears here.',
    list: 'Reported members',
    reports: (count: number) => (count === 1 ? '1 report' : `${count} reports`),
    reviewed: (count: number) => (count === 1 ? '1 report, reviewed' : `${count} reports, reviewed`),
    dismissAsk: (name: string) => `Dismiss the reports on ${name}?`,
    dismissText: 'The reports are removed. No one is notified, and new reports will still appear.',
    dismissReports: 'Dismiss reports',
    dismissed: 'Reports dismissed.',
    dismiss: 'Dismiss',
  },
  {
    de: {
      reasons: { SPAM: 'Spam', HARASSMENT: 'Belästigung oder Hass', IMPERSONATION: 'Falsche Identität', OTHER: 'Sonstiges' },
      other: 'Sonstiges',
      none: 'Keine Meldungen',
      hint: 'Wenn ein Mitglied jemanden meldet, erscheint es hier.',
      list: 'Gemeldete Mitglieder',
      reports: (count) => (count === 1 ? '1 Meldung' : `${count} Meldungen`),
      reviewed: (count) => (count === 1 ? '1 Meldung, geprüft' : `${count} Meldungen, geprüft`),
      dismissAsk: (name) => `Meldungen zu ${name} verwerfen?`,
      dismissText: 'Die Meldungen werden entfernt. Niemand wird benachrichtigt, und neue Meldungen erscheinen weiterhin.',
      dismissReports: 'Meldungen verwerfen',
      dismissed: 'Meldungen verworfen.',
      dismiss: 'Verwerfen',
    },
  },
)

export function Reported({ actions, onOpen }: { actions: MemberActions; onOpen: (id: string) => void }) {
  const t = useMessages(messages)
  const found = useApiQuery('memberReports.listReportedMembers', { query: { paging: { limit: 100 } } })
  const reported = found.data?.reportedMembers ?? []
  const ids = reported.map(({ reportedMemberId }) => reportedMemberId)
  const people = useApiQuery(
    'members.queryMembers',
    { body: { query: { filter: { id: { $in: ids } }, paging: { limit: 100, offset: 0 } }, fieldsets: ['FULL'] } },
    { enabled: ids.length > 0 },
  )
  return (
    <QueryView query={found}>
      {() =>
        reported.length === 0 ? (
          <EmptyState icon={<IconFlag size={26} />} title={t.none}>
            {t.hint}
          </EmptyState>
        ) : (
          <List label={t.list}>
            {reported.map((one) => (
              <ReportedRow
                key={one.reportedMemberId}
                {...one}
                member={people.data?.members.find(({ id }) => id === one.reportedMemberId)}
                actions={actions}
                onOpen={() => onOpen(one.reportedMemberId)}
              />
            ))}
          </List>
        )
      }
    </QueryView>
  )
}

interface ReportedRowProps {
  reportedMemberId: string
  reportCount: string
  reviewed: boolean
  member: Member | undefined
  actions: MemberActions
  onOpen: () => void
}
function ReportedRow({ reportedMemberId, reportCount, reviewed, member, actions, onOpen }: ReportedRowProps) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const reports = useApiQuery('memberReports.queryMemberReports', { body: { query: { filter: { reportedMemberId }, cursorPaging: { limit: 20 } } } })
  const dismiss = useApiMutation('memberReports.deleteMemberReports')
  const openConfirm = useConfirm()
  const name = member ? memberName(member) : shared.member
  const [word, tone] = memberState(member?.status)
  const count = Number(reportCount)
  return (
    <Row
      lead={<Avatar name={name} />}
      title={name}
      dim={reviewed}
      onOpen={onOpen}
      sub={
        <ul className={css.reports}>
          {(reports.data?.memberReports ?? []).map((report) => (
            <li key={report.id}>
              <strong>{t.reasons[report.reason.category] ?? t.other}</strong>
              {report.reason.description ? `: ${report.reason.description}` : ''} <span>{formatInstant(report.createdDate, site, 'date')}</span>
            </li>
          ))}
        </ul>
      }
      facts={
        <>
          <StateTag tone={reviewed ? 'quiet' : 'wait'}>{reviewed ? t.reviewed(count) : t.reports(count)}</StateTag>
          {member && member.status !== 'APPROVED' ? <StateTag tone={tone}>{word}</StateTag> : null}
          {member?.activityStatus === 'MUTED' ? <StateTag tone="quiet">{shared.muted}</StateTag> : null}
        </>
      }
      actions={
        <>
          <Allowed operation="memberReports.deleteMemberReports">
            <Button
              variant="default"
              onClick={() =>
                openConfirm({
                  title: t.dismissAsk(name),
                  description: t.dismissText,
                  confirmLabel: t.dismissReports,
                  cancelLabel: commonWords.cancel,
                  successMessage: t.dismissed,
                  onConfirm: () => dismiss.mutateAsync({ params: { memberId: reportedMemberId } }),
                })
              }
            >
              {t.dismiss}
            </Button>
          </Allowed>
          {member && member.activityStatus !== 'MUTED' && member.status === 'APPROVED' ? (
            <Allowed operation="members.muteMember">
              <Button variant="default" onClick={() => void actions.mute(member)}>
                {shared.mute}
              </Button>
            </Allowed>
          ) : null}
          {member && member.status !== 'BLOCKED' ? (
            <Allowed operation="members.blockMember">
              <Button variant="subtle" c="var(--bad)" onClick={() => actions.block(member)}>
                {shared.block}
              </Button>
            </Allowed>
          ) : null}
        </>
      }
    />
  )
}
