/** What a member was sent, and what they answered in forms when they booked. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { emailState, formatInstant } from '../../parts/format.ts'
import { DashboardLink } from '../../parts/link.tsx'
import { Row, StateTag } from '../../parts/list.tsx'
import { List, Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Allowed } from '../../permissions.tsx'
import { Submissions } from './submissions.tsx'

const SHOWN = 20

export function MessagesTab({ member }: { member: Member }) {
  return (
    <>
      {member.loginEmail && <Emails to={member.loginEmail} />}
      <Allowed operation="forms.listSubmissions">
        <Submissions contactId={member.contactId} />
      </Allowed>
    </>
  )
}

function Emails({ to }: { to: string }) {
  const site = useSite()
  const found = useApiQuery('emails.listEmails', { query: { to, limit: SHOWN, offset: 0 } })
  return (
    <Section
      title="Emails"
      action={
        <DashboardLink to="/dashboard/emails" search={{ q: to }}>
          See all
        </DashboardLink>
      }
    >
      <QueryView query={found}>
        {({ emails }) =>
          emails.length === 0 ? (
            <Text c="dimmed">No emails yet.</Text>
          ) : (
            <List label="Emails">
              {emails.map(({ id, subject, template, state, createdDate }) => {
                const [word, tone] = emailState(state)
                return (
                  <Row
                    key={id}
                    title={subject || template}
                    sub={formatInstant(createdDate, site)}
                    facts={<StateTag tone={tone}>{word}</StateTag>}
                    actions={
                      <DashboardLink to="/dashboard/emails" search={{ open: id }} aria-label={`Open ${subject || template}`}>
                        Open
                      </DashboardLink>
                    }
                  />
                )
              })}
            </List>
          )
        }
      </QueryView>
    </Section>
  )
}
