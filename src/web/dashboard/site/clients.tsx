/** Front ends of others: their client ids, where they may send people back to, and why an address is refused. */
import { Alert, Button, CloseButton, CopyButton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError, toastError } from '../api-helpers.ts'
import type { ClientApp } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Card, Section } from '../parts/page.tsx'
import { Secret } from '../parts/secret.tsx'
import css from './site.module.css'

export function Clients() {
  const found = useApiQuery('identity.listOAuthApps')
  const create = useApiMutation('identity.createOAuthApp')
  const [secret, setSecret] = useState<string>()
  const add = () =>
    create.mutateAsync({ body: { oAuthApp: { name: 'New front end' } } }).then((made) => {
      setSecret(made.secret)
      toast('Added. Now name it and list its addresses.')
    }, toastError)
  return (
    <Section
      title="Front ends"
      about="Each website or app that signs people in or sells for you has a client id and lists of addresses it may send people back to."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} loading={create.isPending} onClick={() => void add()}>
          Add
        </Button>
      }
    >
      <Stack>
        {secret ? <Secret what="secret" value={secret} onClose={() => setSecret(undefined)} /> : null}
        <QueryView query={found}>
          {(data) =>
            data.oAuthApps.length === 0 ? (
              <EmptyState title="No front end yet">Your own site works without one.</EmptyState>
            ) : (
              <Stack>
                {data.oAuthApps.map((client) => (
                  <Client key={client.id} client={client} onSecret={setSecret} />
                ))}
              </Stack>
            )
          }
        </QueryView>
      </Stack>
    </Section>
  )
}

function Client({ client, onSecret }: { client: ClientApp; onSecret: (secret: string) => void }) {
  const change = useApiMutation('identity.changeOAuthApp')
  const renew = useApiMutation('identity.renewAppSecret')
  const remove = useApiMutation('identity.deleteOAuthApp')
  const openConfirm = useConfirm()
  const [name, setName] = useState(client.name)
  const params = { id: client.id }
  const save = (oAuthApp: Partial<ClientApp>) => change.mutateAsync({ params, body: { oAuthApp } as never })
  return (
    <Card>
      <div className={css.client}>
        <form
          className={css.add}
          onSubmit={(event) => {
            event.preventDefault()
            void save({ name: name.trim() }).then(() => toast('Saved.'), toastError)
          }}
        >
          <TextInput
            size="md"
            label="Name"
            required
            withAsterisk={false}
            minLength={2}
            maxLength={256}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {name.trim() !== client.name ? (
            <Button type="submit" variant="light">
              Save name
            </Button>
          ) : null}
        </form>
        <div>
          <code className={css.id}>{client.id}</code>
          <CopyButton value={client.id}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy client id'}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
      <AddressList
        title="May send people back to"
        empty="No address yet: sign-in from elsewhere is refused."
        label={`New address for ${client.name}`}
        verb="Add address"
        placeholder="https://www.example.org/callback"
        list={client.allowedRedirectUris}
        onSave={(allowedRedirectUris) => save({ allowedRedirectUris })}
      />
      <AddressList
        title="Flows may end on these domains"
        empty="No domain yet: checkouts and bookings end on our own pages."
        label={`New domain for ${client.name}`}
        verb="Add domain"
        placeholder="shop.example.org"
        list={client.allowedRedirectDomains}
        onSave={(allowedRedirectDomains) => save({ allowedRedirectDomains })}
      />
      <Stack mt="lg" gap="lg">
        <Switch
          size="md"
          disabled={change.isPending}
          label="Also on my own computer"
          description="Any page on localhost may be used. Switch it off when the front end is finished."
          checked={client.allowLocalhost}
          onChange={(event) => void save({ allowLocalhost: event.currentTarget.checked }).then(() => toast('Saved.'), toastError)}
        />
        <RedirectChecker client={client} onAdd={(list, entry) => save({ [list]: [...client[list], entry] })} />
        <div className={css.clientActs}>
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: `A new secret for ${client.name}?`,
                happens: 'The old secret stops working at once. Only programs on a server use a secret; websites and apps need none.',
                verb: 'Make a new secret',
                keep: 'Keep the old one',
                run: async () => onSecret((await renew.mutateAsync({ params })).secret),
              })
            }
          >
            New secret
          </Button>
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: `Remove ${client.name}?`,
                happens: 'Everybody who is signed in there is signed out, and the front end stops working.',
                verb: 'Remove front end',
                keep: 'Keep it',
                danger: true,
                done: 'Removed.',
                run: () => remove.mutateAsync({ params }),
              })
            }
          >
            Remove
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

interface AddressListProps {
  title: string
  empty: ReactNode
  label: string
  verb: string
  placeholder: string
  list: readonly string[]
  onSave: (list: string[]) => Promise<unknown>
}
function AddressList({ title, empty, label, verb, placeholder, list, onSave }: AddressListProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const save = async (next: string[]) => {
    setProblem(undefined)
    await onSave(next).then(() => setText(''), setProblem)
  }
  return (
    <>
      <Text fw={600} mt="md" mb={4}>
        {title}
      </Text>
      {list.length === 0 && <Text c="dimmed">{empty}</Text>}
      <ul className={css.addresses}>
        {list.map((one) => (
          <li key={one}>
            <span>{one}</span>
            <CloseButton aria-label={`Remove ${one}`} size={44} onClick={() => void save(list.filter((other) => other !== one))} />
          </li>
        ))}
      </ul>
      <form
        className={css.add}
        onSubmit={(event) => {
          event.preventDefault()
          void save([...list, text.trim()])
        }}
      >
        <TextInput
          size="md"
          required
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={problem ? describeError(problem) : undefined}
        />
        <Button type="submit" variant="light">
          {verb}
        </Button>
      </form>
    </>
  )
}

type Verdict = ReplyOf<'identity.checkRedirectAddress'>
const reasonTexts: Record<string, string> = {
  NOT_AN_ADDRESS: 'This is not a whole address: it begins with https:// and has no spaces.',
  FORBIDDEN_SCHEME: 'Addresses of this kind are never allowed.',
  HAS_USER_NAME: 'An address with a user name or password in it is never allowed.',
  HAS_FRAGMENT: 'Sign-in never goes to an address with a part behind #. Leave that part out.',
  LOCALHOST_SWITCHED_OFF: '“Also on my own computer” is switched off.',
  DIFFERS_BY_TRAILING_SLASH: 'One in the list differs only by the slash at the end. Both have to be the same, character for character.',
  DIFFERS_BY_QUERY: 'One in the list differs only by the part behind the question mark.',
  DIFFERS_BY_CASE: 'One in the list differs only by large and small letters.',
  DIFFERS_BY_SCHEME: 'One in the list differs only by http and https.',
  DIFFERS_BY_PATH: 'One in the list is on the same site but another page.',
  SUBDOMAIN_NOT_LISTED: 'The domain is listed, its sub-domains are not: list *.the-domain to allow them.',
  NOT_LISTED: 'It is in neither list.',
}
const listNames: Record<string, string> = { allowedRedirectUris: 'addresses', allowedRedirectDomains: 'domains' }

/** Says of one address whether the front end may use it, and if not, why and what to add. */
function RedirectChecker({
  client,
  onAdd,
}: {
  client: ClientApp
  onAdd: (list: 'allowedRedirectUris' | 'allowedRedirectDomains', entry: string) => Promise<unknown>
}) {
  const check = useApiMutation('identity.checkRedirectAddress')
  const [address, setAddress] = useState('')
  const [verdict, setVerdict] = useState<Verdict>()
  const checkAddress = async (event?: FormEvent) => {
    event?.preventDefault()
    setVerdict(await check.mutateAsync({ params: { id: client.id }, body: { address: address.trim() } }).catch(() => undefined))
  }
  return (
    <div>
      <Text fw={600} mb={4}>
        Is an address allowed?
      </Text>
      <form className={css.add} onSubmit={(event) => void checkAddress(event)}>
        <TextInput
          size="md"
          required
          aria-label={`Address to check for ${client.name}`}
          placeholder="https://www.example.org/callback"
          autoComplete="off"
          maxLength={2048}
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setVerdict(undefined)
          }}
        />
        <Button type="submit" variant="default" loading={check.isPending}>
          Check
        </Button>
      </form>
      {check.error ? (
        <Alert mt="sm" color="red" role="alert" title="Not checked">
          {describeError(check.error)}
        </Alert>
      ) : null}
      {verdict ? (
        <div style={{ marginTop: 12 }}>
          <Note tone={verdict.asRedirectUri && verdict.asRedirectDomain ? 'good' : 'warn'} role="status">
            <p>
              Sign-in may come back here: <strong>{verdict.asRedirectUri ? 'yes' : 'no'}</strong>. Checkouts and bookings may end here:{' '}
              <strong>{verdict.asRedirectDomain ? 'yes' : 'no'}</strong>.
            </p>
            {verdict.reasons.length > 0 ? (
              <ul>
                {verdict.reasons.map((reason) => (
                  <li key={reason}>{reasonTexts[reason] ?? reason}</li>
                ))}
              </ul>
            ) : null}
            <div className={css.hints}>
              {verdict.suggestions.map(({ list, entry }) => (
                <Button
                  key={list}
                  variant="default"
                  onClick={() => void onAdd(list as 'allowedRedirectUris' | 'allowedRedirectDomains', entry).then(() => checkAddress(), toastError)}
                >{`Add ${entry} to the ${listNames[list] ?? list}`}</Button>
              ))}
            </div>
          </Note>
        </div>
      ) : null}
    </div>
  )
}
