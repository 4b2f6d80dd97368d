/** What a member was sent, and what they answered in forms when they booked. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { formatInstant } from '../../parts/format-times.ts'
import { emailState } from '../../parts/format.ts'
import { DashboardLink } from '../../parts/link.tsx'
import { Row, StateTag } from '../../parts/list.tsx'
import { List, Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { refreshWhileQueued } from '../../parts/refresh-queued.ts'
import { templateName } from '../../parts/template-names.ts'
import { textName, textState } from '../../parts/text-names.ts'
import { Allowed } from '../../permissions.tsx'
import { Submissions } from './submissions.tsx'
import { sharedMessages } from '../shared.messages.ts'

const messages = defineDashboardMessages(
  {
    emails: 'Emails',
    noEmails: 'No emails yet.',
    openOne: (subject: string) => `Open ${subject}`,
    texts: 'Text messages',
  },
  {
    de: {
      emails: 'E-Mails',
      noEmails: 'Noch keine E-Mails.',
      openOne: (subject) => `${subject} öffnen`,
      texts: 'SMS',
    },
  },
)

const SHOWN = 20

export function MessagesTab({ member }: { member: Member }) {
  return (
    <>
      {member.loginEmail && <Emails to={member.loginEmail} />}
      {member.contact?.phones[0] && (
        <Allowed operation="texts.listTexts">
          <Texts to={member.contact.phones[0]} />
        </Allowed>
      )}
      <Allowed operation="forms.listSubmissions">
        <Submissions contactId={member.contactId} />
      </Allowed>
    </>
  )
}

function Emails({ to }: { to: string }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery(
    'emails.listEmails',
    { query: { to, limit: SHOWN, offset: 0 } },
    { refetchInterval: ({ state }) => refreshWhileQueued(state.data?.emails) },
  )
  return (
    <Section
      title={t.emails}
      action={
        <DashboardLink to="/dashboard/emails" search={{ q: to }}>
          {shared.seeAll}
        </DashboardLink>
      }
    >
      <QueryView query={found}>
        {({ emails }) =>
          emails.length === 0 ? (
            <Text c="dimmed">{t.noEmails}</Text>
          ) : (
            <List label={t.emails}>
              {emails.map(({ id, subject, template, state, createdDate }) => {
                const [word, tone] = emailState(state)
                return (
                  <Row
                    key={id}
                    title={subject || templateName(template)}
                    sub={formatInstant(createdDate, site)}
                    facts={<StateTag tone={tone}>{word}</StateTag>}
                    actions={
                      <DashboardLink to="/dashboard/emails" search={{ open: id }} aria-label={t.openOne(subject || templateName(template))}>
                        {shared.open}
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

/** Nothing is said of texts to a number that never got one. */
function Texts({ to }: { to: string }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery(
    'texts.listTexts',
    { query: { to, limit: SHOWN, offset: 0 } },
    { refetchInterval: ({ state }) => refreshWhileQueued(state.data?.texts) },
  )
  if (found.data?.texts.length === 0) return null
  return (
    <Section
      title={t.texts}
      action={
        <DashboardLink to="/dashboard/emails" search={{ tab: 'texts', q: to }}>
          {shared.seeAll}
        </DashboardLink>
      }
    >
      <QueryView query={found}>
        {({ texts }) => (
          <List label={t.texts}>
            {texts.map(({ id, template, body, state, createdDate }) => {
              const [word, tone] = textState(state)
              return (
                <Row
                  key={id}
                  title={textName(template)}
                  sub={[formatInstant(createdDate, site), body].filter(Boolean).join(' · ')}
                  facts={<StateTag tone={tone}>{word}</StateTag>}
                />
              )
            })}
          </List>
        )}
      </QueryView>
    </Section>
  )
}
