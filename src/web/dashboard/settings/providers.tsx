/** OpenID Connect providers that members of this site can sign in with. */
import { Alert, Button, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fixedProviders } from '#domains/identity/rules/fixed-providers.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { describeError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'

type Provider = ReplyOf<'identity.listIdentityProviders'>['providers'][number]

export function Providers() {
  const found = useApiQuery('identity.listIdentityProviders')
  const remove = useApiMutation('identity.deleteIdentityProvider')
  const openConfirm = useConfirm()
  const [edited, setEdited] = useState<Provider | 'new'>()
  return (
    <Section
      title="Social and enterprise sign-in"
      about="Let members sign in with Google, Microsoft or any OpenID Connect provider."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          Add
        </Button>
      }
    >
      <QueryView query={found}>
        {({ providers }) =>
          providers.length === 0 ? (
            <EmptyState title="No providers yet">Members sign in with email and password.</EmptyState>
          ) : (
            <List label="Identity providers">
              {providers.map((provider) => (
                <Row
                  key={provider.id}
                  title={provider.name}
                  sub={`${provider.issuer} · ${provider.id}`}
                  facts={provider.enabled ? <StateTag tone="good">On</StateTag> : <StateTag tone="quiet">Off</StateTag>}
                  onOpen={() => setEdited(provider)}
                  actions={
                    <Button
                      variant="subtle"
                      c="var(--bad)"
                      onClick={() =>
                        openConfirm({
                          title: `Remove ${provider.name}?`,
                          description:
                            'Members can no longer sign in with it and their connections are removed. Members without a password can request one by email.',
                          confirmLabel: 'Remove provider',
                          cancelLabel: 'Cancel',
                          danger: true,
                          successMessage: 'Provider removed.',
                          onConfirm: () => remove.mutateAsync({ params: { id: provider.id } }),
                        })
                      }
                    >
                      Remove
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
const kinds = [...fixedProviders.map(({ name }) => ({ value: name, label: name })), { value: 'other', label: 'Other provider' }]

function CallbackUrl({ callback }: { callback: string }) {
  return (
    <div>
      <Text fw={600}>Callback URL for your provider</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {callback}
      </Text>
      <CopyButton value={callback}>
        {({ copied, copy }) => (
          <Button mt="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy URL'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

function ProviderForm({ provider, onClose }: { provider: Provider | undefined; onClose: () => void }) {
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
  const openConfirm = useConfirm()
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
    toast('Saved.')
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await send()
    } catch (error) {
      if ((error as { code?: string }).code === 'REAUTHENTICATION_REQUIRED')
        openConfirm({
          title: 'Change sign-in settings?',
          description: 'Confirm it’s you to continue.',
          confirmLabel: 'Save',
          onConfirm: send,
        })
    }
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={provider ? provider.name : 'Add provider'}
      footer={
        <Button type="submit" form="provider" size="md" loading={save.isPending}>
          Save
        </Button>
      }
    >
      <form id="provider" onSubmit={(event) => void submit(event)}>
        <Stack>
          {save.error && save.error.code !== 'REAUTHENTICATION_REQUIRED' ? (
            <Alert color="red" role="alert">
              {save.error.code === 'PROVIDER_UNREACHABLE'
                ? 'No OpenID Connect provider found at this issuer. Check the URL and try again.'
                : describeError(save.error)}
            </Alert>
          ) : null}
          {provider ? null : <Select size="md" label="Provider" data={kinds} value={kind} onChange={choose} allowDeselect={false} />}
          {text('name', 'Button label', { description: 'Shown as “Continue with …”.', maxLength: 100 })}
          {text('issuer', 'Issuer', {
            type: 'url',
            placeholder: 'https://accounts.example.com',
            maxLength: 500,
            ...(kind === 'Facebook' ? { description: 'Facebook doesn’t fully support OpenID Connect. Use a broker such as Keycloak.' } : {}),
          })}
          {text('clientId', 'Client ID', { maxLength: 500 })}
          {text('clientSecret', 'Client secret', {
            required: !provider,
            description: provider ? 'Leave empty to keep the current secret.' : 'Stored on the server only.',
            maxLength: 1000,
          })}
          {text('scopes', 'Scopes', { maxLength: 300 })}
          {text('id', 'Connection ID', {
            required: false,
            readOnly: provider !== undefined || kind !== 'other',
            description: provider || kind !== 'other' ? 'Storefronts use this ID.' : 'Storefronts use this ID. Leave empty to generate one.',
            maxLength: 36,
          })}
          <Switch size="md" label="Enabled" checked={draft.enabled} onChange={(event) => setDraft({ ...draft, enabled: event.currentTarget.checked })} />
          <CallbackUrl callback={callback} />
        </Stack>
      </form>
    </SidePanel>
  )
}
