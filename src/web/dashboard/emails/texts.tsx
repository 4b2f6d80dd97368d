/** Text messages: what was sent and what it cost, what people answered, and what is sent. */
import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Filters, Pager, SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { CardSkeletons, EmptyState, NoResults, QueryView } from '../parts/query-view.tsx'
import { refreshWhileQueued } from '../parts/refresh-queued.ts'
import { useSearchState } from '../parts/search-state.ts'
import { Allowed } from '../permissions.tsx'
import { emailsSearch } from '../search-params.ts'
import { textName, textNames, textState, textStates as states } from '../parts/text-names.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    replies: 'Replies',
    whatIsSent: 'What is sent',
    skipReasons: {
      STOPPED: 'The client replied STOP.',
      NOT_WANTED: 'The client unsubscribed.',
      CHANGED: 'The booking changed before it was sent.',
      TOO_LATE: 'It would have arrived too late.',
    },
    segments: (count: number) => (count === 1 ? '1 segment' : `${count} segments`),
    segmentsSent: (count: number) => (count === 1 ? '1 segment sent. Your provider bills each.' : `${count} segments sent. Your provider bills each.`),
    none: 'No text messages yet',
    notConnected: 'Text messages are not connected',
    connect: 'Connect a provider',
    noneHint: 'Clients who ask for texts on the booking form or in their account get reminders here.',
    connectHint: 'With an account at Twilio, or a service like it, clients can get reminders as text messages.',
    search: 'Search text messages by number',
    searchBy: 'Phone number',
    kindOfText: 'Kind of text',
    anyText: 'Any text',
    erased: 'Erased',
    sendAgainTo: (to: string) => `Send again: ${to}`,
    tryAgainTo: (to: string) => `Try again: ${to}`,
    againAsk: 'Send this text again?',
    againText: (to: string, segments: number) => `${to} gets it a second time. It costs ${segments === 1 ? '1 segment' : `${segments} segments`}.`,
  },
  {
    de: {
      replies: 'Antworten',
      whatIsSent: 'Was gesendet wird',
      skipReasons: {
        STOPPED: 'Es kam STOP als Antwort.',
        NOT_WANTED: 'SMS sind abbestellt.',
        CHANGED: 'Die Buchung hat sich vor dem Senden geändert.',
        TOO_LATE: 'Sie wäre zu spät angekommen.',
      },
      segments: (count) => (count === 1 ? '1 SMS-Teil' : `${count} SMS-Teile`),
      segmentsSent: (count) =>
        count === 1 ? '1 SMS-Teil gesendet. Dein Anbieter rechnet jeden einzeln ab.' : `${count} SMS-Teile gesendet. Dein Anbieter rechnet jeden einzeln ab.`,
      none: 'Noch keine SMS',
      notConnected: 'SMS sind nicht verbunden',
      connect: 'Anbieter verbinden',
      noneHint: 'Kunden, die im Buchungsformular oder in ihrem Konto SMS wünschen, bekommen so ihre Erinnerungen. Sie erscheinen hier.',
      connectHint: 'Mit einem Konto bei Twilio oder einem ähnlichen Dienst bekommen Kunden Erinnerungen als SMS.',
      search: 'SMS nach Nummer suchen',
      searchBy: 'Telefonnummer',
      kindOfText: 'Art der SMS',
      anyText: 'Jede SMS',
      erased: 'Gelöscht',
      sendAgainTo: (to) => `Erneut senden: ${to}`,
      tryAgainTo: (to) => `Noch einmal versuchen: ${to}`,
      againAsk: 'Diese SMS erneut senden?',
      againText: (to, segments) => `${to} bekommt sie ein zweites Mal. Das kostet ${segments === 1 ? '1 SMS-Teil' : `${segments} SMS-Teile`}.`,
    },
  },
)

const TextSettings = lazy(async () => ({ default: (await import('./text-settings.tsx')).TextSettings }))
const TextReplies = lazy(async () => ({ default: (await import('./text-replies.tsx')).TextReplies }))

export function Texts() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(emailsSearch)
  return (
    <>
      <SegmentedControl
        mb="lg"
        aria-label={shared.texts}
        value={url.part ?? 'sent'}
        onChange={(part) => setUrl({ part: part === 'replies' || part === 'settings' ? part : undefined, q: undefined, state: undefined, page: undefined })}
        data={[
          { value: 'sent', label: shared.sent },
          { value: 'replies', label: t.replies },
          { value: 'settings', label: t.whatIsSent },
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

const size = 25
function SentTexts() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const state = states.find((one) => one === url.state)
  const query = { to: url.q, state, template: url.template, limit: size, offset: (page - 1) * size }
  const found = useApiQuery('texts.listTexts', { query }, { ...keepPrevious, refetchInterval: (read) => refreshWhileQueued(read.state.data?.texts) })
  const isFiltered = Boolean(url.q || state || url.template)
  return (
    <>
      <TextFilters />
      <QueryView query={found}>
        {({ texts, total, segments }) =>
          texts.length === 0 ? (
            isFiltered ? (
              <NoResults what={shared.what} onClear={() => setUrl({ q: undefined, state: undefined, template: undefined })} />
            ) : (
              <NoTexts />
            )
          ) : (
            <>
              <Text size="sm" c="dimmed" mb="sm">
                {t.segmentsSent(segments)}
              </Text>
              <List label={shared.texts}>
                {texts.map((text) => (
                  <SentTextRow key={text.id} text={text} />
                ))}
              </List>
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what={shared.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

function NoTexts() {
  const t = useMessages(messages)
  const settings = useApiQuery('textSettings.getTextSettings')
  const isConnected = settings.data?.settings.isConnected ?? true
  return (
    <EmptyState
      icon={<IconMessage size={26} />}
      title={isConnected ? t.none : t.notConnected}
      action={
        isConnected ? undefined : (
          <Allowed operation="connections.getConnections">
            <DashboardLink to="/dashboard/settings" search={{ tab: 'connections' }}>
              {t.connect}
            </DashboardLink>
          </Allowed>
        )
      }
    >
      {isConnected ? t.noneHint : t.connectHint}
    </EmptyState>
  )
}

function TextFilters() {
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
        value={states.find((one) => one === url.state) ?? null}
        onChange={(value) => setUrl({ state: states.find((one) => one === value) })}
        data={states.map((value) => ({ value, label: textState(value)[0] }))}
      />
      <Select
        size="md"
        aria-label={t.kindOfText}
        placeholder={t.anyText}
        clearable
        value={url.template ?? null}
        onChange={(template) => setUrl({ template: template ?? undefined })}
        data={Object.entries(textNames).map(([value, label]) => ({ value, label }))}
      />
    </Filters>
  )
}

function SentTextRow({ text }: { text: SentText }) {
  const t = useMessages(messages)
  const site = useSite()
  const [label, tone] = textState(text.state)
  const isErased = text.body === ''
  const why = text.error ?? (text.skipReason && t.skipReasons[text.skipReason])
  return (
    <Row
      title={isErased ? t.erased : text.to}
      sub={
        <>
          {textName(text.template)} · {formatInstant(text.createdDate, site)} · {t.segments(text.segments)}
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
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const resend = useApiMutation('texts.resendText')
  const send = () => resend.mutateAsync({ params: { id: text.id } }).then(() => toast(shared.sendingTo(text.to)))
  const wasSent = text.state === 'SENT' || text.state === 'DELIVERED'
  return (
    <Allowed operation="texts.resendText">
      <Group>
        <Button
          variant="default"
          size="xs"
          aria-label={wasSent ? t.sendAgainTo(text.to) : t.tryAgainTo(text.to)}
          loading={resend.isPending}
          onClick={() =>
            wasSent
              ? openConfirm({
                  title: t.againAsk,
                  description: t.againText(text.to, text.segments),
                  confirmLabel: shared.sendAgain,
                  cancelLabel: commonWords.cancel,
                  onConfirm: send,
                })
              : void send().catch(toastError)
          }
        >
          {wasSent ? shared.sendAgain : shared.tryAgain}
        </Button>
      </Group>
    </Allowed>
  )
}
