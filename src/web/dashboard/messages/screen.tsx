import { Alert, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView, EmptyState, ErrorState, NoResults } from '../parts/query-view.tsx'
import { Initials } from '../parts/initials.tsx'
import { Pager, Row, SearchBox, StateTag } from '../parts/list.tsx'
import { DetailList, List, Page } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailState, formatInstant } from '../parts/format.ts'
import css from './messages.module.css'

const size = 25

/** Every letter that left the house, or tried to, just as the person got it. */
export function EmailsScreen() {
  const site = useSite()
  const [url, setUrl] = useSearchState<{ q?: string; page?: number; open?: string }>()
  const page = url.page ?? 1
  const found = useApiQuery('emails.listEmails', { query: { to: url.q, limit: size, offset: (page - 1) * size } }, keepPrevious)
  return (
    <Page title="Messages" about="Every e-mail to members and clients, with what became of it.">
      <Group mb="md">
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search messages by recipient" placeholder="E-mail of the recipient" />
      </Group>
      <QueryView query={found}>
        {(data) =>
          data.messages.length === 0 ? (
            url.q ? (
              <NoResults what="messages" onClear={() => setUrl({ q: undefined })} />
            ) : (
              <EmptyState icon={<IconMail size={26} />} title="No messages yet">
                Confirmations, reminders and sign-in letters appear here.
              </EmptyState>
            )
          ) : (
            <>
              <List label="Messages">
                {data.messages.map((email) => {
                  const [word, tone] = emailState(email.state)
                  return (
                    <Row
                      key={email.id}
                      lead={<Initials name={email.to} />}
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
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="messages" onPage={(next) => setUrl({ page: next })} />
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
  const email = found.data?.message
  return (
    <SidePanel open={Boolean(id)} onClose={onClose} size={640} title={email?.subject ?? 'Message'}>
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
                'State',
                <StateTag key="state" tone={emailState(email.state)[1]}>
                  {emailState(email.state)[0]}
                </StateTag>,
              ],
              ['Written', formatInstant(email.createdDate, site)],
            ]}
          />
          <SegmentedControl
            my="md"
            aria-label="Show as"
            value={as}
            onChange={setAs}
            data={[
              { value: 'page', label: 'As seen' },
              { value: 'text', label: 'Plain text' },
            ]}
          />
          {as === 'page' ? (
            <iframe className={css.letter} title="The message as the recipient sees it" sandbox="" srcDoc={found.data.html} />
          ) : (
            <pre className={css.text}>{found.data.text}</pre>
          )}
        </>
      )}
    </SidePanel>
  )
}
