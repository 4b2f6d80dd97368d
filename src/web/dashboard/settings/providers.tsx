/** OpenID Connect providers that members of this site can sign in with. */
import { Alert, Button, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fixedProviders } from '#domains/identity/rules/fixed-providers.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { describeError } from '../api-helpers.ts'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    off: 'Off',
    title: 'Social and enterprise sign-in',
    about: 'Let members sign in with Google, Microsoft or any OpenID Connect provider.',
    none: 'No providers yet',
    noneHint: 'Members sign in with email and password.',
    list: 'Identity providers',
    removeMeans: 'Members can no longer sign in with it and their connections are removed. Members without a password can request one by email.',
    removeProvider: 'Remove provider',
    removed: 'Provider removed.',
    otherProvider: 'Other provider',
    callback: 'Callback URL for your provider',
    copyUrl: 'Copy URL',
    addProvider: 'Add provider',
    unreachable: 'No OpenID Connect provider found at this issuer. Check the URL and try again.',
    provider: 'Provider',
    button: 'Button label',
    buttonHint: 'Shown as “Continue with …”.',
    issuer: 'Issuer',
    facebook: 'Facebook doesn’t fully support OpenID Connect. Use a broker such as Keycloak.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    scopes: 'Scopes',
    connectionId: 'Connection ID',
    idHint: 'Storefronts use this ID.',
    idHintNew: 'Storefronts use this ID. Leave empty to generate one.',
    enabled: 'Enabled',
  },
  {
    de: {
      off: 'Aus',
      title: 'Anmeldung mit anderen Diensten',
      about: 'Mitglieder melden sich mit Google, Microsoft oder einem anderen Dienst mit OpenID Connect an.',
      none: 'Noch keine Anmeldedienste',
      noneHint: 'Mitglieder melden sich mit E-Mail und Passwort an.',
      list: 'Anmeldedienste',
      removeMeans:
        'Mitglieder können sich nicht mehr damit anmelden, und ihre Verknüpfungen werden entfernt. Wer kein Passwort hat, kann sich per E-Mail eines setzen.',
      removeProvider: 'Anmeldedienst entfernen',
      removed: 'Anmeldedienst entfernt.',
      otherProvider: 'Anderer Dienst',
      callback: 'Callback-URL für den Dienst',
      copyUrl: 'URL kopieren',
      addProvider: 'Anmeldedienst hinzufügen',
      unreachable: 'Unter dieser Adresse antwortet kein Dienst mit OpenID Connect. Prüfe die URL und versuche es noch einmal.',
      provider: 'Dienst',
      button: 'Text des Buttons',
      buttonHint: 'Erscheint als „Weiter mit …“.',
      issuer: 'Aussteller (Issuer)',
      facebook: 'Facebook unterstützt OpenID Connect nicht vollständig. Nutze einen Vermittler wie Keycloak.',
      clientId: 'Client-ID',
      clientSecret: 'Client-Secret',
      scopes: 'Scopes',
      connectionId: 'Verbindungs-ID',
      idHint: 'Externe Websites nutzen diese ID.',
      idHintNew: 'Externe Websites nutzen diese ID. Leer lassen, um eine zu erzeugen.',
      enabled: 'Eingeschaltet',
    },
  },
)

type Provider = ReplyOf<'identity.listIdentityProviders'>['providers'][number]

export function Providers() {
  const t = useMessages(messages)
  const found = useApiQuery('identity.listIdentityProviders')
  const remove = useApiMutation('identity.deleteIdentityProvider')
  const openConfirm = useConfirm()
  const [edited, setEdited] = useState<Provider | 'new'>()
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          {commonWords.add}
        </Button>
      }
    >
      <QueryView query={found}>
        {({ providers }) =>
          providers.length === 0 ? (
            <EmptyState title={t.none}>{t.noneHint}</EmptyState>
          ) : (
            <List label={t.list}>
              {providers.map((provider) => (
                <Row
                  key={provider.id}
                  title={provider.name}
                  sub={`${provider.issuer} · ${provider.id}`}
                  facts={provider.enabled ? <StateTag tone="good">{common.on}</StateTag> : <StateTag tone="quiet">{t.off}</StateTag>}
                  onOpen={() => setEdited(provider)}
                  actions={
                    <Button
                      variant="subtle"
                      c="var(--bad)"
                      onClick={() =>
                        openConfirm({
                          title: common.removeAsk(provider.name),
                          description: t.removeMeans,
                          confirmLabel: t.removeProvider,
                          cancelLabel: commonWords.cancel,
                          danger: true,
                          successMessage: t.removed,
                          onConfirm: () => remove.mutateAsync({ params: { id: provider.id } }),
                        })
                      }
                    >
                      {commonWords.remove}
                    </Button>
                  }
                />
              ))}
            </List>
          )
        }
      </QueryView>
      {edited ? <ProviderForm provider={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </Section>
  )
}

/** The provider: one of the two that client packages call by a fixed id, or any other. */
const kinds = [...fixedProviders.map(({ name }) => ({ value: name, label: name })), { value: 'other', label: currentMessages(messages).otherProvider }]

function CallbackUrl({ callback }: { callback: string }) {
  const t = useMessages(messages)
  return (
    <div>
      <Text fw={600}>{t.callback}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {callback}
      </Text>
      <CopyButton value={callback}>
        {({ copied, copy }) => (
          <Button mt="xs" variant="default" onClick={copy}>
            {copied ? commonWords.copied : t.copyUrl}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function ProviderForm({ provider, onClose }: { provider: Provider | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const [kind, setKind] = useState('other')
  const [draft, setDraft] = useState({
    id: provider?.id ?? '',
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    scopes: provider?.scopes ?? 'openid email profile',
    enabled: provider?.enabled ?? true,
  })
  const save = useApiMutation('identity.saveIdentityProvider')
  const callback = provider?.callbackUrl ?? `${location.origin}/_api/iam/authentication/v1/callback`
  const choose = (value: string | null) => {
    const chosen = fixedProviders.find(({ name }) => name === value)
    setKind(value ?? 'other')
    setDraft({ ...draft, id: chosen?.id ?? '', name: chosen?.name ?? '', issuer: chosen?.issuer ?? '' })
  }
  const text = (key: 'id' | 'name' | 'issuer' | 'clientId' | 'clientSecret' | 'scopes', label: string, more: object = {}) => (
    <TextInput
      size="md"
      label={label}
      required
      withAsterisk={false}
      autoComplete="off"
      value={draft[key]}
      onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
      {...more}
    />
  )
  const send = async () => {
    const { id, clientSecret, ...rest } = draft
    await save.mutateAsync({ body: { provider: { ...rest, ...(id.trim() ? { id: id.trim() } : {}), ...(clientSecret ? { clientSecret } : {}) } } })
    toast(commonWords.saved)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A refusal is shown above the fields.
    void send().catch(() => undefined)
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={provider ? provider.name : t.addProvider}
      footer={
        <Button type="submit" form="provider" size="md" loading={save.isPending}>
          {commonWords.save}
        </Button>
      }
    >
      <form id="provider" onSubmit={submit}>
        <Stack>
          {save.error ? (
            <Alert color="red" role="alert">
              {save.error.code === 'PROVIDER_UNREACHABLE' ? t.unreachable : describeError(save.error)}
            </Alert>
          ) : null}
          {provider ? null : <Select size="md" label={t.provider} data={kinds} value={kind} onChange={choose} allowDeselect={false} />}
          {text('name', t.button, { description: t.buttonHint, maxLength: 100 })}
          {text('issuer', t.issuer, {
            type: 'url',
            placeholder: 'https://accounts.example.com',
            maxLength: 500,
            ...(kind === 'Facebook' ? { description: t.facebook } : {}),
          })}
          {text('clientId', t.clientId, { maxLength: 500 })}
          {text('clientSecret', t.clientSecret, {
            required: !provider,
            description: provider ? common.keepSecret : common.onServerOnly,
            maxLength: 1000,
          })}
          {text('scopes', t.scopes, { maxLength: 300 })}
          {text('id', t.connectionId, {
            required: false,
            readOnly: provider !== undefined || kind !== 'other',
            description: provider || kind !== 'other' ? t.idHint : t.idHintNew,
            maxLength: 36,
          })}
          <Switch size="md" label={t.enabled} checked={draft.enabled} onChange={(event) => setDraft({ ...draft, enabled: event.currentTarget.checked })} />
          <CallbackUrl callback={callback} />
        </Stack>
      </form>
    </SidePanel>
  )
}
