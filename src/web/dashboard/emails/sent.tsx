/** All emails that were sent or failed, as the recipient sees them. */
import { Alert, Button, Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { emailState } from '../parts/format.ts'
import { Filters, Pager, SearchBox } from '../parts/list-tools.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { Notice } from '../parts/notice.tsx'
import { DetailList, List } from '../parts/page.tsx'
import { EmptyState, ErrorState, NoResults, QueryView } from '../parts/query-view.tsx'
import { refreshWhileQueued } from '../parts/refresh-queued.ts'
import { useSearchState } from '../parts/search-state.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { Allowed } from '../permissions.tsx'
import { emailsSearch } from '../search-params.ts'
import css from './emails.module.css'
import { templateGroups, templateName } from '../parts/template-names.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    none: 'No emails yet',
    noneHint: 'Confirmations, reminders and sign-in emails appear here.',
    list: 'Emails',
    notSent: 'Some emails were not sent',
    noServer: 'There was no mail server then. They are kept here.',
    connect: 'Mail server',
    search: 'Search emails by recipient',
    searchBy: 'Recipient’s email',
    kindOfEmail: 'Kind of email',
    anyEmail: 'Any email',
    notDelivered: 'Not delivered',
    secretsAreLost: 'Its link or code was sealed with a key that is lost. Let the person ask for a new one.',
    to: 'To',
    kind: 'Kind',
    created: 'Created',
    format: 'Format',
    preview: 'Preview',
    plainText: 'Plain text',
    beingWritten: 'This email is on its way. It appears here in a moment.',
    notWritten: 'This email could not be put together.',
    againAsk: 'Send this email again?',
    againText: (to: string) => `${to} gets it a second time. This can’t be undone.`,
  },
  {
    de: {
      none: 'Noch keine E-Mails',
      noneHint: 'Bestätigungen, Erinnerungen und E-Mails zur Anmeldung erscheinen hier.',
      list: 'E-Mails',
      notSent: 'Einige E-Mails wurden nicht gesendet',
      noServer: 'Es gab zu der Zeit keinen Mailserver. Sie bleiben hier liegen.',
      connect: 'Mailserver',
      search: 'E-Mails nach Empfänger suchen',
      searchBy: 'E-Mail-Adresse',
      kindOfEmail: 'Art der E-Mail',
      anyEmail: 'Jede E-Mail',
      notDelivered: 'Nicht zugestellt',
      secretsAreLost: 'Link oder Code waren mit einem Schlüssel versiegelt, der verloren ist. Die Person muss einen neuen anfordern.',
      to: 'An',
      kind: 'Art',
      created: 'Erstellt',
      format: 'Format',
      preview: 'Vorschau',
      plainText: 'Nur Text',
      beingWritten: 'Diese E-Mail ist unterwegs. Sie erscheint gleich hier.',
      notWritten: 'Diese E-Mail konnte nicht erstellt werden.',
      againAsk: 'Diese E-Mail erneut senden?',
      againText: (to) => `${to} bekommt sie ein zweites Mal. Das lässt sich nicht rückgängig machen.`,
    },
  },
)

const size = 25
const states = ['SENT', 'QUEUED', 'FAILED', 'KEPT', 'UNWANTED'] as const

/** Why emails were kept, and where the mail server is connected. */
function NotSentNotice() {
  const t = useMessages(messages)
  return (
    <Notice tone="wait" title={t.notSent}>
      {t.noServer}{' '}
      <Allowed operation="connections.getConnections">
        <DashboardLink to="/dashboard/settings" search={{ tab: 'connections' }}>
          {t.connect}
        </DashboardLink>
      </Allowed>
    </Notice>
  )
}

export function SentEmails() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const query = { to: url.q, state: states.find((one) => one === url.state), template: url.template, limit: size, offset: (page - 1) * size }
  const found = useApiQuery('emails.listEmails', { query }, { ...keepPrevious, refetchInterval: (read) => refreshWhileQueued(read.state.data?.emails) })
  const isFiltered = Boolean(url.q || url.state || url.template)
  return (
    <>
      <EmailFilters />
      <QueryView query={found}>
        {(data) =>
          data.emails.length === 0 ? (
            isFiltered ? (
              <NoResults what={shared.emails} onClear={() => setUrl({ q: undefined, state: undefined, template: undefined })} />
            ) : (
              <EmptyState icon={<IconMail size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            )
          ) : (
            <>
              {data.emails.some(({ state }) => state === 'KEPT') && <NotSentNotice />}
              <List label={t.list}>
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
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what={shared.emails} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
      <EmailPanel id={url.open} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

function EmailFilters() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(emailsSearch)
  return (
    <Filters>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label={t.search} placeholder={t.searchBy} />
      <Select
        size="md"
        aria-label={shared.status}
        placeholder={shared.anyStatus}
        clearable
        value={url.state ?? null}
        onChange={(state) => setUrl({ state: states.find((one) => one === state) })}
        data={states.map((state) => ({ value: state, label: emailState(state)[0] }))}
      />
      <Select
        size="md"
        aria-label={t.kindOfEmail}
        placeholder={t.anyEmail}
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
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery(
    'emails.getEmail',
    { params: { id: id ?? '' } },
    { enabled: Boolean(id), refetchInterval: ({ state }) => refreshWhileQueued(state.data && [state.data.email]) },
  )
  const email = found.data?.email
  return (
    <SidePanel
      open={Boolean(id)}
      onClose={onClose}
      size={640}
      title={email?.subject ?? commonWords.email}
      footer={email && email.state !== 'QUEUED' && <ResendButton id={email.id} to={email.to} hasFailed={email.state === 'FAILED'} onDone={onClose} />}
    >
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : !found.data || !email ? (
        <Skeleton height={420} radius="md" />
      ) : (
        <>
          {email.error && (
            <Alert color="red" title={t.notDelivered} mb="md">
              {email.error === 'SECRETS_ARE_LOST' ? t.secretsAreLost : email.error}
            </Alert>
          )}
          <DetailList
            items={[
              [t.to, email.to],
              [t.kind, templateName(email.template)],
              [
                shared.status,
                <StateTag key="state" tone={emailState(email.state)[1]}>
                  {emailState(email.state)[0]}
                </StateTag>,
              ],
              [t.created, formatInstant(email.createdDate, site)],
            ]}
          />
          <Letter email={found.data} />
        </>
      )}
    </SidePanel>
  )
}

/** As the recipient sees it. One that is under way has no words yet. */
function Letter({ email: { email, html, text } }: { email: ReplyOf<'emails.getEmail'> }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [as, setAs] = useState('page')
  if (!text)
    return (
      <Text mt="md" c="dimmed" role="status">
        {email.state === 'QUEUED' ? t.beingWritten : t.notWritten}
      </Text>
    )
  // The emails of a simulation are kept in words alone.
  if (!html) return <pre className={css.text}>{text}</pre>
  return (
    <>
      <SegmentedControl
        my="md"
        aria-label={t.format}
        value={as}
        onChange={setAs}
        data={[
          { value: 'page', label: t.preview },
          { value: 'text', label: t.plainText },
        ]}
      />
      {as === 'page' ? <iframe className={css.email} title={shared.asSeen} sandbox="" srcDoc={html} /> : <pre className={css.text}>{text}</pre>}
    </>
  )
}

/** Asks first: the recipient gets the email a second time. */
function ResendButton({ id, to, hasFailed, onDone }: { id: string; to: string; hasFailed: boolean; onDone: () => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const resend = useApiMutation('emails.resendEmail')
  const send = () => resend.mutateAsync({ params: { id } }).then(() => toast(shared.sendingTo(to)))
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
                  title: t.againAsk,
                  description: t.againText(to),
                  confirmLabel: shared.sendAgain,
                  cancelLabel: commonWords.cancel,
                  onConfirm: () => send().then(onDone),
                })
          }
        >
          {hasFailed ? shared.tryAgain : shared.sendAgain}
        </Button>
      </Group>
    </Allowed>
  )
}
