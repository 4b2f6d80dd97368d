/** All emails that were sent or failed, as the recipient sees them. */
import { Alert, Button, Group, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { toast } from '#web/kit/toasts.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { emailState, formatInstant } from '../parts/format.ts'
import { Filters, Pager, SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { DetailList, List } from '../parts/page.tsx'
import { EmptyState, ErrorState, NoResults, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { Allowed } from '../permissions.tsx'
import { emailsSearch } from '../search-params.ts'
import css from './emails.module.css'
import { templateGroups, templateName } from '../parts/template-names.ts'

const size = 25
const states = ['SENT', 'QUEUED', 'FAILED', 'KEPT', 'UNWANTED'] as const

export function SentEmails() {
  const site = useSite()
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const query = { to: url.q, state: states.find((one) => one === url.state), template: url.template, limit: size, offset: (page - 1) * size }
  const found = useApiQuery('emails.listEmails', { query }, keepPrevious)
  const isFiltered = Boolean(url.q || url.state || url.template)
  return (
    <>
      <EmailFilters />
      <QueryView query={found}>
        {(data) =>
          data.emails.length === 0 ? (
            isFiltered ? (
              <NoResults what="emails" onClear={() => setUrl({ q: undefined, state: undefined, template: undefined })} />
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
                      title={email.subject || templateName(email.template)}
                      sub={`${email.to} · ${templateName(email.template)}`}
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
    </>
  )
}

function EmailFilters() {
  const [url, setUrl] = useSearchState(emailsSearch)
  return (
    <Filters>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search emails by recipient" placeholder="Recipient’s email" />
      <Select
        size="md"
        aria-label="Status"
        placeholder="Any status"
        clearable
        value={url.state ?? null}
        onChange={(state) => setUrl({ state: states.find((one) => one === state) })}
        data={states.map((state) => ({ value: state, label: emailState(state)[0] }))}
      />
      <Select
        size="md"
        aria-label="Kind of email"
        placeholder="Any email"
        clearable
        searchable
        value={url.template ?? null}
        onChange={(template) => setUrl({ template: template ?? undefined })}
        data={templateGroups.map(({ title, templates }) => ({
          group: title,
          items: Object.entries(templates).map(([value, { name }]) => ({ value, label: name })),
        }))}
      />
    </Filters>
  )
}

function EmailPanel({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const site = useSite()
  const [as, setAs] = useState('page')
  const found = useApiQuery('emails.getEmail', { params: { id: id ?? '' } }, { enabled: Boolean(id) })
  const email = found.data?.email
  return (
    <SidePanel
      open={Boolean(id)}
      onClose={onClose}
      size={640}
      title={email?.subject ?? 'Email'}
      footer={email && email.state !== 'QUEUED' && <ResendButton id={email.id} to={email.to} hasFailed={email.state === 'FAILED'} onDone={onClose} />}
    >
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
              ['Kind', templateName(email.template)],
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

/** Asks first: the recipient gets the email a second time. */
function ResendButton({ id, to, hasFailed, onDone }: { id: string; to: string; hasFailed: boolean; onDone: () => void }) {
  const openConfirm = useConfirm()
  const resend = useApiMutation('emails.resendEmail')
  const send = () => resend.mutateAsync({ params: { id } }).then(() => toast(`Sending to ${to}.`))
  return (
    <Allowed operation="emails.resendEmail">
      <Group>
        <Button
          variant="default"
          loading={resend.isPending}
          onClick={() =>
            hasFailed
              ? void send().then(onDone, toastError)
              : openConfirm({
                  title: 'Send this email again?',
                  description: `${to} gets it a second time. This can’t be undone.`,
                  confirmLabel: 'Send again',
                  cancelLabel: 'Cancel',
                  onConfirm: () => send().then(onDone),
                })
          }
        >
          {hasFailed ? 'Try again' : 'Send again'}
        </Button>
      </Group>
    </Allowed>
  )
}
