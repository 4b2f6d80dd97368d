/** Reported members: the reports and their actions. */
import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { memberName, memberState, formatInstant } from '../parts/format.ts'
import type { Member } from '../entities.ts'
import type { MemberActions } from './actions.tsx'
import css from './members.module.css'

const reasonLabels: Record<string, string> = {
  SPAM: 'Spam',
  HARASSMENT: 'Harassment or hate',
  IMPERSONATION: 'Impersonation',
  OTHER: 'Other',
}

export function Reported({ actions, onOpen }: { actions: MemberActions; onOpen: (id: string) => void }) {
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
          <EmptyState icon={<IconFlag size={26} />} title="No reports">
            When a member reports someone, it appears here.
          </EmptyState>
        ) : (
          <List label="Reported members">
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
  const site = useSite()
  const reports = useApiQuery('memberReports.queryMemberReports', { body: { query: { filter: { reportedMemberId }, cursorPaging: { limit: 20 } } } })
  const dismiss = useApiMutation('memberReports.deleteMemberReports')
  const openConfirm = useConfirm()
  const name = member ? memberName(member) : 'Member'
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
              <strong>{reasonLabels[report.reason.category] ?? 'Other'}</strong>
              {report.reason.description ? `: ${report.reason.description}` : ''} <span>{formatInstant(report.createdDate, site, 'date')}</span>
            </li>
          ))}
        </ul>
      }
      facts={
        <>
          <StateTag tone={reviewed ? 'quiet' : 'wait'}>{`${count} ${count === 1 ? 'report' : 'reports'}${reviewed ? ', reviewed' : ''}`}</StateTag>
          {member && member.status !== 'APPROVED' ? <StateTag tone={tone}>{word}</StateTag> : null}
          {member?.activityStatus === 'MUTED' ? <StateTag tone="quiet">Muted</StateTag> : null}
        </>
      }
      actions={
        <>
          <Allowed operation="memberReports.deleteMemberReports">
            <Button
              variant="default"
              onClick={() =>
                openConfirm({
                  title: `Dismiss the reports on ${name}?`,
                  description: 'The reports are removed. No one is notified, and new reports will still appear.',
                  confirmLabel: 'Dismiss reports',
                  cancelLabel: 'Cancel',
                  successMessage: 'Reports dismissed.',
                  onConfirm: () => dismiss.mutateAsync({ params: { memberId: reportedMemberId } }),
                })
              }
            >
              Dismiss
            </Button>
          </Allowed>
          {member && member.activityStatus !== 'MUTED' && member.status === 'APPROVED' ? (
            <Allowed operation="members.muteMember">
              <Button variant="default" onClick={() => void actions.mute(member)}>
                Mute
              </Button>
            </Allowed>
          ) : null}
          {member && member.status !== 'BLOCKED' ? (
            <Allowed operation="members.blockMember">
              <Button variant="subtle" c="var(--bad)" onClick={() => actions.block(member)}>
                Block
              </Button>
            </Allowed>
          ) : null}
        </>
      }
    />
  )
}
