/** Webhooks: their events, the log of deliveries, and resending. */
import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { keepPrevious, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatInstant } from '../parts/format-times.ts'
import { settingsSearch } from '../search-params.ts'
import css from './settings.module.css'
import { common } from './common.messages.ts'
import { messages } from './webhooks.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const texts = currentMessages(messages)

type Webhook = ReplyOf<'webhooks.listWebhooks'>['webhooks'][number]
const states: Record<string, [string, Tone]> = { DONE: [texts.done, 'good'], GIVEN_UP: [texts.givenUp, 'bad'], WAITING: [texts.waiting, 'wait'] }

export function Webhooks() {
  const t = useMessages(messages)
  const found = useApiQuery('webhooks.listWebhooks')
  const [url, setUrl] = useSearchState(settingsSearch)
  const [adding, setAdding] = useState(false)
  const change = useApiMutation('webhooks.updateWebhook')
  const opened = found.data?.webhooks.find(({ id }) => id === url.open)
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
          {commonWords.add}
        </Button>
      }
    >
      <QueryView query={found}>
        {(data) => (
          <Stack>
            {data.webhooks.length === 0 ? (
              <EmptyState icon={<IconWebhook size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            ) : (
              <List label={t.title}>
                {data.webhooks.map((webhook) => (
                  <Row
                    key={webhook.id}
                    title={webhook.name || webhook.url}
                    sub={
                      <span className={css.said}>
                        {webhook.name ? `${webhook.url}, ` : ''}
                        {webhook.types.length === data.eventTypes.length ? t.allEvents : t.events(webhook.types.length)}
                      </span>
                    }
                    facts={<StateTag tone={webhook.isActive ? 'good' : 'quiet'}>{webhook.isActive ? t.active : t.paused}</StateTag>}
                    onOpen={() => setUrl({ open: webhook.id }, { push: true })}
                    actions={
                      <Button
                        variant="default"
                        onClick={() =>
                          void change
                            .mutateAsync({ params: { id: webhook.id }, body: { isActive: !webhook.isActive } })
                            .then(() => toast(webhook.isActive ? t.isPaused : t.isResumed), toastError)
                        }
                      >
                        {webhook.isActive ? t.pause : t.resume}
                      </Button>
                    }
                  />
                ))}
              </List>
            )}
            <PublicKey text={data.publicKey} />
          </Stack>
        )}
      </QueryView>
      {adding ? <WebhookForm eventTypes={found.data?.eventTypes ?? []} onClose={() => setAdding(false)} /> : null}
      {opened ? <Deliveries key={opened.id} webhook={opened} eventTypes={found.data?.eventTypes ?? []} onClose={() => setUrl({ open: undefined })} /> : null}
    </Section>
  )
}

const PublicKey = ({ text }: { text: string }) => {
  const t = useMessages(messages)
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        {t.verify}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? commonWords.copied : t.copyKey}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function Fields({
  draft,
  setDraft,
  eventTypes,
}: {
  draft: { name: string; url: string; types: string[] }
  setDraft: (draft: { name: string; url: string; types: string[] }) => void
  eventTypes: readonly string[]
}) {
  const t = useMessages(messages)
  return (
    <>
      <TextInput
        size="md"
        label={commonWords.name}
        description={t.nameHint}
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        type="url"
        label={t.url}
        placeholder="https://www.example.org/hooks"
        required
        withAsterisk={false}
        maxLength={2048}
        autoComplete="off"
        value={draft.url}
        onChange={(event) => setDraft({ ...draft, url: event.currentTarget.value })}
      />
      <MultiSelect
        size="md"
        label={t.eventsLabel}
        description={t.eventsHint}
        searchable
        clearable
        data={[...eventTypes]}
        value={draft.types}
        onChange={(types) => setDraft({ ...draft, types })}
      />
    </>
  )
}

function WebhookForm({ eventTypes, onClose }: { eventTypes: readonly string[]; onClose: () => void }) {
  const t = useMessages(messages)
  const create = useApiMutation('webhooks.createWebhook')
  const [draft, setDraft] = useState({ name: '', url: '', types: [] as string[] })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const made = await create
      .mutateAsync({
        body: { url: draft.url.trim(), ...(draft.name.trim() ? { name: draft.name.trim() } : {}), ...(draft.types.length > 0 ? { types: draft.types } : {}) },
      })
      .catch(() => undefined)
    if (!made) return
    toast(t.added)
    onClose()
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t.newWebhook}
      footer={
        <Button type="submit" form="webhook" size="md" loading={create.isPending}>
          {t.add}
        </Button>
      }
    >
      <form id="webhook" onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={create.error} />
          <Fields draft={draft} setDraft={setDraft} eventTypes={eventTypes} />
        </Stack>
      </form>
    </SidePanel>
  )
}

const size = 25
function Deliveries({ webhook, eventTypes, onClose }: { webhook: Webhook; eventTypes: readonly string[]; onClose: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  const [offset, setOffset] = useState(0)
  const found = useApiQuery('webhooks.listWebhookDeliveries', { params: { id: webhook.id }, query: { limit: size, offset } }, keepPrevious)
  const redeliver = useApiMutation('webhooks.repeatWebhookDelivery')
  const change = useApiMutation('webhooks.updateWebhook')
  const remove = useApiMutation('webhooks.deleteWebhook')
  const openConfirm = useConfirm()
  const [draft, setDraft] = useState({ name: webhook.name, url: webhook.url, types: webhook.types.length === eventTypes.length ? [] : webhook.types })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { types, ...rest } = draft
    void change.mutateAsync({ params: { id: webhook.id }, body: { ...rest, types: types.length > 0 ? types : [...eventTypes] } }).then(
      () => toast(commonWords.saved),
      () => undefined,
    )
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={webhook.name || webhook.url}
      footer={
        <Button
          variant="subtle"
          c="var(--bad)"
          onClick={() =>
            openConfirm({
              title: t.removeAsk,
              description: t.removeMeans,
              confirmLabel: t.removeWebhook,
              cancelLabel: commonWords.cancel,
              danger: true,
              successMessage: t.removed,
              onConfirm: async () => {
                await remove.mutateAsync({ params: { id: webhook.id } })
                onClose()
              },
            })
          }
        >
          {commonWords.remove}
        </Button>
      }
    >
      <form onSubmit={save}>
        <Stack>
          <SaveError error={change.error} />
          <Fields draft={draft} setDraft={setDraft} eventTypes={eventTypes} />
          <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {commonWords.save}
          </Button>
        </Stack>
      </form>
      <Section title={t.deliveries}>
        <QueryView query={found}>
          {({ deliveries }) =>
            deliveries.length === 0 && offset === 0 ? (
              <Text c="dimmed">{t.noDeliveries}</Text>
            ) : (
              <>
                <List label={t.deliveries}>
                  {deliveries.map((one) => {
                    const [word, tone] = states[one.state] ?? [one.state.toLowerCase(), 'quiet' as const]
                    return (
                      <Row
                        key={one.id}
                        title={one.eventType}
                        sub={<span className={css.said}>{t.delivery(formatInstant(one.createdDate, site), one.attempts, one.lastStatus, one.lastError)}</span>}
                        facts={<StateTag tone={tone}>{word}</StateTag>}
                        actions={
                          <Button
                            variant="default"
                            aria-label={t.resendNamed(one.eventType)}
                            onClick={() => void redeliver.mutateAsync({ params: { id: one.id } }).then(() => toast(t.resent), toastError)}
                          >
                            {t.resend}
                          </Button>
                        }
                      />
                    )
                  })}
                </List>
                <div className={css.inline} style={{ marginTop: 12 }}>
                  <span />
                  <Button variant="default" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - size))}>
                    {common.newer}
                  </Button>
                  <Button variant="default" disabled={deliveries.length < size} onClick={() => setOffset(offset + size)}>
                    {common.older}
                  </Button>
                </div>
              </>
            )
          }
        </QueryView>
      </Section>
    </SidePanel>
  )
}
