/** Text messages: what was sent and what it cost, what people answered, and what is sent. */
import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Filters, Pager, SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { CardSkeletons, EmptyState, NoResults, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { Allowed } from '../permissions.tsx'
import { emailsSearch } from '../search-params.ts'
import { textName, textNames, textState, textStates as states } from '../parts/text-names.ts'

const TextSettings = lazy(async () => ({ default: (await import('./text-settings.tsx')).TextSettings }))
const TextReplies = lazy(async () => ({ default: (await import('./text-replies.tsx')).TextReplies }))

export function Texts() {
  const [url, setUrl] = useSearchState(emailsSearch)
  return (
    <>
      <SegmentedControl
        mb="lg"
        aria-label="Text messages"
        value={url.part ?? 'sent'}
        onChange={(part) => setUrl({ part: part === 'replies' || part === 'settings' ? part : undefined, q: undefined, state: undefined, page: undefined })}
        data={[
          { value: 'sent', label: 'Sent' },
          { value: 'replies', label: 'Replies' },
          { value: 'settings', label: 'What is sent' },
        ]}
      />
      {url.part === undefined ? (
        <SentTexts />
      ) : (
        <Suspense fallback={<CardSkeletons cards={3} />}>{url.part === 'settings' ? <TextSettings /> : <TextReplies />}</Suspense>
      )}
    </>
  )
}

type SentText = ReplyOf<'texts.listTexts'>['texts'][number]
const skipReasons: Readonly<Record<NonNullable<SentText['skipReason']>, string>> = {
  STOPPED: 'The client replied STOP.',
  NOT_WANTED: 'The client unsubscribed.',
  CHANGED: 'The booking changed before it was sent.',
  TOO_LATE: 'It would have arrived too late.',
}
const countSegments = (count: number): string => (count === 1 ? '1 segment' : `${count} segments`)

const size = 25
function SentTexts() {
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const state = states.find((one) => one === url.state)
  const query = { to: url.q, state, template: url.template, limit: size, offset: (page - 1) * size }
  const found = useApiQuery('texts.listTexts', { query }, keepPrevious)
  const isFiltered = Boolean(url.q || state || url.template)
  return (
    <>
      <TextFilters />
      <QueryView query={found}>
        {({ texts, total, segments }) =>
          texts.length === 0 ? (
            isFiltered ? (
              <NoResults what="text messages" onClear={() => setUrl({ q: undefined, state: undefined, template: undefined })} />
            ) : (
              <NoTexts />
            )
          ) : (
            <>
              <Text size="sm" c="dimmed" mb="sm">
                {countSegments(segments)} sent. Your provider bills each.
              </Text>
              <List label="Text messages">
                {texts.map((text) => (
                  <SentTextRow key={text.id} text={text} />
                ))}
              </List>
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what="text messages" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

function NoTexts() {
  const settings = useApiQuery('textSettings.getTextSettings')
  const isConnected = settings.data?.settings.isConnected ?? true
  return (
    <EmptyState
      icon={<IconMessage size={26} />}
      title={isConnected ? 'No text messages yet' : 'Text messages are not connected'}
      action={
        isConnected ? undefined : (
          <DashboardLink to="/dashboard/settings" search={{ tab: 'connections' }}>
            Connect a provider
          </DashboardLink>
        )
      }
    >
      {isConnected
        ? 'Clients who ask for texts on the booking form or in their account get reminders here.'
        : 'With an account at Twilio, or a service like it, clients can get reminders as text messages.'}
    </EmptyState>
  )
}

function TextFilters() {
  const [url, setUrl] = useSearchState(emailsSearch)
  return (
    <Filters>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search text messages by number" placeholder="Phone number" />
      <Select
        size="md"
        aria-label="Status"
        placeholder="Any status"
        clearable
        value={states.find((one) => one === url.state) ?? null}
        onChange={(value) => setUrl({ state: states.find((one) => one === value) })}
        data={states.map((value) => ({ value, label: textState(value)[0] }))}
      />
      <Select
        size="md"
        aria-label="Kind of text"
        placeholder="Any text"
        clearable
        value={url.template ?? null}
        onChange={(template) => setUrl({ template: template ?? undefined })}
        data={Object.entries(textNames).map(([value, label]) => ({ value, label }))}
      />
    </Filters>
  )
}

function SentTextRow({ text }: { text: SentText }) {
  const site = useSite()
  const [label, tone] = textState(text.state)
  const isErased = text.body === ''
  const why = text.error ?? (text.skipReason && skipReasons[text.skipReason])
  return (
    <Row
      title={isErased ? 'Erased' : text.to}
      sub={
        <>
          {textName(text.template)} · {formatInstant(text.createdDate, site)} · {countSegments(text.segments)}
          {!isErased && (
            <Text component="span" display="block" size="sm">
              {text.body}
            </Text>
          )}
          {why && (
            <Text component="span" display="block" size="sm" c={text.state === 'FAILED' ? 'var(--bad)' : undefined}>
              {why}
            </Text>
          )}
        </>
      }
      facts={<StateTag tone={tone}>{label}</StateTag>}
      actions={isErased || text.state === 'QUEUED' ? undefined : <ResendButton text={text} />}
    />
  )
}

/** Asks first where the recipient would get it a second time. */
function ResendButton({ text }: { text: SentText }) {
  const openConfirm = useConfirm()
  const resend = useApiMutation('texts.resendText')
  const send = () => resend.mutateAsync({ params: { id: text.id } }).then(() => toast(`Sending to ${text.to}.`))
  const wasSent = text.state === 'SENT' || text.state === 'DELIVERED'
  return (
    <Allowed operation="texts.resendText">
      <Group>
        <Button
          variant="default"
          size="xs"
          aria-label={`${wasSent ? 'Send again' : 'Try again'}: ${text.to}`}
          loading={resend.isPending}
          onClick={() =>
            wasSent
              ? openConfirm({
                  title: 'Send this text again?',
                  description: `${text.to} gets it a second time. It costs ${countSegments(text.segments)}.`,
                  confirmLabel: 'Send again',
                  cancelLabel: 'Cancel',
                  onConfirm: send,
                })
              : void send().catch(toastError)
          }
        >
          {wasSent ? 'Send again' : 'Try again'}
        </Button>
      </Group>
    </Allowed>
  )
}
