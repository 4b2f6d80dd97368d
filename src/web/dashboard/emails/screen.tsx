import { Alert, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState, ErrorState, NoResults } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Pager, Row, SearchBox, StateTag } from '../parts/list.tsx'
import { DetailList, List, Page } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailState, formatInstant } from '../parts/format.ts'
import { emailsSearch } from '../search-params.ts'
import css from './emails.module.css'

const size = 25

/** All emails that were sent or failed, as the recipient sees them. */
export function EmailsScreen() {
  const site = useSite()
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const found = useApiQuery('emails.listEmails', { query: { to: url.q, limit: size, offset: (page - 1) * size } }, keepPrevious)
  return (
    <Page title="Emails" about="Every email sent to members and clients, with its delivery status.">
      <Group mb="md">
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search emails by recipient" placeholder="Recipient’s email" />
      </Group>
      <QueryView query={found}>
        {(data) =>
          data.emails.length === 0 ? (
            url.q ? (
              <NoResults what="emails" onClear={() => setUrl({ q: undefined })} />
            ) : (
              <EmptyState icon={<IconMail size={26} />} title="No emails yet">
                Confirmations, reminders and sign-in emails appear here.
              </EmptyState>
            )
          ) : (
            <>
              <List label="Emails">
                {data.emails.map((email) => {
                  const [word, tone] = emailState(email.state)
                  return (
                    <Row
                      key={email.id}
                      lead={<Avatar name={email.to} />}
                      title={email.subject || email.template}
                      sub={email.to}
                      facts={
                        <>
                          <StateTag tone={tone}>{word}</StateTag>
                          <span>{formatInstant(email.createdDate, site)}</span>
                        </>
                      }
                      onOpen={() => setUrl({ open: email.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="emails" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <EmailPanel id={url.open} onClose={() => setUrl({ open: undefined })} />
    </Page>
  )
}

function EmailPanel({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const site = useSite()
  const [as, setAs] = useState('page')
  const found = useApiQuery('emails.getEmail', { params: { id: id ?? '' } }, { enabled: Boolean(id) })
  const email = found.data?.email
  return (
    <SidePanel open={Boolean(id)} onClose={onClose} size={640} title={email?.subject ?? 'Email'}>
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : !found.data || !email ? (
        <Skeleton height={420} radius="md" />
      ) : (
        <>
          {email.error && (
            <Alert color="red" title="Not delivered" mb="md">
              {email.error}
            </Alert>
          )}
          <DetailList
            items={[
              ['To', email.to],
              [
                'Status',
                <StateTag key="state" tone={emailState(email.state)[1]}>
                  {emailState(email.state)[0]}
                </StateTag>,
              ],
              ['Created', formatInstant(email.createdDate, site)],
            ]}
          />
          <SegmentedControl
            my="md"
            aria-label="Format"
            value={as}
            onChange={setAs}
            data={[
              { value: 'page', label: 'Preview' },
              { value: 'text', label: 'Plain text' },
            ]}
          />
          {as === 'page' ? (
            <iframe className={css.email} title="The email as the recipient sees it" sandbox="" srcDoc={found.data.html} />
          ) : (
            <pre className={css.text}>{found.data.text}</pre>
          )}
        </>
      )}
    </SidePanel>
  )
}
