/** Webhooks: their events, the log of deliveries, and resending. */
import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
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
import { formatInstant } from '../parts/format.ts'
import { settingsSearch } from '../search-params.ts'
import css from './settings.module.css'

type Webhook = ReplyOf<'webhooks.listWebhooks'>['webhooks'][number]
const states: Record<string, [string, Tone]> = { DONE: ['Delivered', 'good'], GIVEN_UP: ['Failed', 'bad'], WAITING: ['Pending', 'wait'] }

export function Webhooks() {
  const found = useApiQuery('webhooks.listWebhooks')
  const [url, setUrl] = useSearchState(settingsSearch)
  const [adding, setAdding] = useState(false)
  const change = useApiMutation('webhooks.updateWebhook')
  const opened = found.data?.webhooks.find(({ id }) => id === url.open)
  return (
    <Section
      title="Webhooks"
      about="Send signed events to your software, in order. Failed deliveries are retried for a day."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
          Add
        </Button>
      }
    >
      <QueryView query={found}>
        {(data) => (
          <Stack>
            {data.webhooks.length === 0 ? (
              <EmptyState icon={<IconWebhook size={26} />} title="No webhooks yet">
                Get notified about sign-ups, bookings and payments.
              </EmptyState>
            ) : (
              <List label="Webhooks">
                {data.webhooks.map((webhook) => (
                  <Row
                    key={webhook.id}
                    title={webhook.name || webhook.url}
                    sub={
                      <span className={css.said}>
                        {webhook.name ? `${webhook.url}, ` : ''}
                        {webhook.types.length === data.eventTypes.length
                          ? 'all events'
                          : `${webhook.types.length} ${webhook.types.length === 1 ? 'event' : 'events'}`}
                      </span>
                    }
                    facts={<StateTag tone={webhook.isActive ? 'good' : 'quiet'}>{webhook.isActive ? 'Active' : 'Paused'}</StateTag>}
                    onOpen={() => setUrl({ open: webhook.id }, { push: true })}
                    actions={
                      <Button
                        variant="default"
                        onClick={() =>
                          void change
                            .mutateAsync({ params: { id: webhook.id }, body: { isActive: !webhook.isActive } })
                            .then(() => toast(webhook.isActive ? 'Webhook paused.' : 'Webhook resumed.'), toastError)
                        }
                      >
                        {webhook.isActive ? 'Pause' : 'Resume'}
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

const PublicKey = ({ text }: { text: string }) => (
  <div>
    <Text size="sm" c="dimmed" mb={6}>
      Verify webhook signatures with this public key.
    </Text>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy public key'}
        </Button>
      )}
    </CopyButton>
  </div>
)

function Fields({
  draft,
  setDraft,
  eventTypes,
}: {
  draft: { name: string; url: string; types: string[] }
  setDraft: (draft: { name: string; url: string; types: string[] }) => void
  eventTypes: readonly string[]
}) {
  return (
    <>
      <TextInput
        size="md"
        label="Name"
        description="Only visible to you."
        maxLength={100}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        type="url"
        label="URL"
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
        label="Events"
        description="Leave empty for all events."
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
    toast('Webhook added.')
    onClose()
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title="New webhook"
      footer={
        <Button type="submit" form="webhook" size="md" loading={create.isPending}>
          Add webhook
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
      () => toast('Saved.'),
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
              title: 'Remove this webhook?',
              description: 'No more events are sent and the delivery log is deleted.',
              confirmLabel: 'Remove webhook',
              cancelLabel: 'Cancel',
              danger: true,
              successMessage: 'Webhook removed.',
              onConfirm: async () => {
                await remove.mutateAsync({ params: { id: webhook.id } })
                onClose()
              },
            })
          }
        >
          Remove
        </Button>
      }
    >
      <form onSubmit={save}>
        <Stack>
          <SaveError error={change.error} />
          <Fields draft={draft} setDraft={setDraft} eventTypes={eventTypes} />
          <Button type="submit" variant="light" size="md" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            Save
          </Button>
        </Stack>
      </form>
      <Section title="Deliveries">
        <QueryView query={found}>
          {({ deliveries }) =>
            deliveries.length === 0 && offset === 0 ? (
              <Text c="dimmed">No deliveries yet.</Text>
            ) : (
              <>
                <List label="Deliveries">
                  {deliveries.map((one) => {
                    const [word, tone] = states[one.state] ?? [one.state.toLowerCase(), 'quiet' as const]
                    return (
                      <Row
                        key={one.id}
                        title={one.eventType}
                        sub={
                          <span className={css.said}>
                            {formatInstant(one.createdDate, site)}, {one.attempts === 1 ? '1 attempt' : `${one.attempts} attempts`}
                            {one.lastStatus ? `, response ${one.lastStatus}` : ''}
                            {one.lastError ? `: ${one.lastError}` : ''}
                          </span>
                        }
                        facts={<StateTag tone={tone}>{word}</StateTag>}
                        actions={
                          <Button
                            variant="default"
                            aria-label={`Resend ${one.eventType}`}
                            onClick={() => void redeliver.mutateAsync({ params: { id: one.id } }).then(() => toast('Delivery resent.'), toastError)}
                          >
                            Resend
                          </Button>
                        }
                      />
                    )
                  })}
                </List>
                <div className={css.inline} style={{ marginTop: 12 }}>
                  <span />
                  <Button variant="default" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - size))}>
                    Newer
                  </Button>
                  <Button variant="default" disabled={deliveries.length < size} onClick={() => setOffset(offset + size)}>
                    Older
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
