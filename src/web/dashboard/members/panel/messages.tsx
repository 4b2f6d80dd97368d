/** What a member was sent, and what they answered in forms when they booked. */
import { Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../../business.tsx'
import type { ExtendedBooking, Member } from '../../entities.ts'
import { emailState, formatInstant } from '../../parts/format.ts'
import { DashboardLink } from '../../parts/link.tsx'
import { Row, StateTag } from '../../parts/list.tsx'
import { DetailList, List, Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Allowed } from '../../permissions.tsx'

const SHOWN = 20

export function MessagesTab({ member }: { member: Member }) {
  return (
    <>
      {member.loginEmail && <Emails to={member.loginEmail} />}
      <Allowed operation="extendedBookings.queryExtendedBookings">
        <Forms contactId={member.contactId} />
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

/** Own fields of the booking and submissions of its form, as label and answer. */
const listAnswers = ({ booking, formSubmissions }: ExtendedBooking): [string, string][] => [
  ...(booking.additionalFields ?? []).flatMap(({ label, value }): [string, string][] => (value ? [[label ?? 'Answer', value]] : [])),
  ...((formSubmissions ?? []) as { submissions?: Record<string, unknown> }[]).flatMap(({ submissions }) =>
    Object.entries(submissions ?? {}).flatMap(([label, value]): [string, string][] =>
      ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[label, String(value)]] : [],
    ),
  ),
]

function Forms({ contactId }: { contactId: string | undefined }) {
  const site = useSite()
  const found = useApiQuery(
    'extendedBookings.queryExtendedBookings',
    {
      body: {
        query: {
          filter: { 'contactDetails.contactId': contactId },
          sort: [{ fieldName: 'startDate', order: 'DESC' }],
          cursorPaging: { limit: SHOWN },
        },
        withFormSubmissions: true,
      },
    },
    { enabled: Boolean(contactId) },
  )
  return (
    <Section title="Form answers" about={`From the last ${SHOWN} bookings.`}>
      <QueryView query={found}>
        {({ extendedBookings }) => {
          const answered = extendedBookings.filter((one) => listAnswers(one).length > 0)
          return answered.length === 0 ? (
            <Text c="dimmed">Answers to the forms of your services appear here.</Text>
          ) : (
            answered.map((one) => (
              <section key={one.booking.id} aria-label={one.booking.bookedEntity.title}>
                <Text fw={600} mt="sm">
                  {one.booking.bookedEntity.title}, {formatInstant(one.booking.startDate, site, 'date')}
                </Text>
                <DetailList items={listAnswers(one)} />
              </section>
            ))
          )
        }}
      </QueryView>
    </Section>
  )
}
