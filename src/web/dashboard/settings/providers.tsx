/** OpenID Connect providers that members of this site can sign in with. */
import { Alert, Button, CopyButton, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fixedProviders } from '#domains/identity/rules/fixed-providers.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
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
      title="Sign in with another account"
      about="Google, Microsoft, your own Keycloak: whoever speaks OpenID Connect."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          Add
        </Button>
      }
    >
      <QueryView query={found}>
        {({ providers }) =>
          providers.length === 0 ? (
            <EmptyState title="None yet">People sign in with their e-mail here.</EmptyState>
          ) : (
            <List label="Other houses">
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
                          happens: 'Nobody can sign in with it any more, and all connections to it are forgotten. Who has no password asks for one by e-mail.',
                          verb: 'Remove it',
                          keep: 'Keep it',
                          danger: true,
                          done: 'Removed.',
                          run: () => remove.mutateAsync({ params: { id: provider.id } }),
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

/** What is set up: one of the two that client packages call by a fixed id, or any other. */
const kinds = [...fixedProviders.map(({ name }) => ({ value: name, label: name })), { value: 'other', label: 'Another provider' }]

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
          title: 'Change how people sign in?',
          happens: 'Prove first that it is you: it has been a while since you signed in.',
          verb: 'Save',
          run: send,
        })
    }
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={provider ? provider.name : 'Other provider'}
      footer={
        <Button type="submit" form="provider" size="md" loading={save.isPending}>
          Save
        </Button>
      }
    >
      <form id="provider" onSubmit={(event) => void submit(event)}>
        <Stack>
          {save.error && save.error.code !== 'REAUTHENTICATION_REQUIRED' ? (
            <Alert color="red" role="alert" title="Not saved">
              {save.error.code === 'PROVIDER_UNREACHABLE'
                ? 'Nobody answers as an OpenID Connect provider at this issuer address. Check it and try again.'
                : describeError(save.error)}
            </Alert>
          ) : null}
          {provider ? null : <Select size="md" label="Provider" data={kinds} value={kind} onChange={choose} allowDeselect={false} />}
          {text('name', 'Name on the button', { description: 'People read “Continue with …”.', maxLength: 100 })}
          {text('issuer', 'Issuer', {
            type: 'url',
            placeholder: 'https://accounts.example.com',
            maxLength: 500,
            ...(kind === 'Facebook'
              ? { description: 'Facebook itself does not speak OpenID Connect in full: name a broker, such as your Keycloak, that signs in with it.' }
              : {}),
          })}
          {text('clientId', 'Client id', { maxLength: 500 })}
          {text('clientSecret', 'Client secret', {
            required: !provider,
            description: provider ? 'Leave this empty to keep the one that is there.' : 'It stays on the server.',
            maxLength: 1000,
          })}
          {text('scopes', 'Scopes', { maxLength: 300 })}
          {text('id', 'Connection id', {
            required: false,
            readOnly: provider !== undefined || kind !== 'other',
            description:
              provider || kind !== 'other'
                ? 'Storefronts name the provider by this id.'
                : 'Storefronts name the provider by this id. Leave it empty for a new one.',
            maxLength: 36,
          })}
          <Switch
            size="md"
            label="People may sign in with it"
            checked={draft.enabled}
            onChange={(event) => setDraft({ ...draft, enabled: event.currentTarget.checked })}
          />
          <div>
            <Text fw={600}>Tell the other house this address</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {callback}
            </Text>
            <CopyButton value={callback}>
              {({ copied, copy }) => (
                <Button mt="xs" variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy address'}
                </Button>
              )}
            </CopyButton>
          </div>
        </Stack>
      </form>
    </SidePanel>
  )
}
