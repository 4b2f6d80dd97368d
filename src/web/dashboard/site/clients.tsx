/** External storefronts: client ids and allowed redirect addresses. */
import { Button, CloseButton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { describeError, toastError } from '../api-helpers.ts'
import type { InputOf } from '#web/operations.ts'
import { useMessages } from '#web/kit/messages.ts'
import type { ClientApp } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Card, Section } from '../parts/page.tsx'
import { Secret } from '../parts/secret.tsx'
import css from './site.module.css'
import { RedirectChecker } from './redirect-checker.tsx'
import { messages } from './clients.messages.ts'
import { commonWords } from '../parts/common-words.ts'

export function Clients() {
  const t = useMessages(messages)
  const found = useApiQuery('identity.listOAuthApps')
  const create = useApiMutation('identity.createOAuthApp')
  const [secret, setSecret] = useState<string>()
  const add = () =>
    create.mutateAsync({ body: { oAuthApp: { name: t.newApp } } }).then((made) => {
      setSecret(made.secret)
      toast(t.added)
    }, toastError)
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} loading={create.isPending} onClick={() => void add()}>
          {commonWords.add}
        </Button>
      }
    >
      <Stack>
        {secret ? <Secret what="secret" value={secret} onClose={() => setSecret(undefined)} /> : null}
        <QueryView query={found}>
          {(data) =>
            data.oAuthApps.length === 0 ? (
              <EmptyState title={t.none}>{t.noneHint}</EmptyState>
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
  const t = useMessages(messages)
  const change = useApiMutation('identity.changeOAuthApp')
  const renew = useApiMutation('identity.renewAppSecret')
  const remove = useApiMutation('identity.deleteOAuthApp')
  const openConfirm = useConfirm()
  const [name, setName] = useState(client.name)
  const params = { id: client.id }
  const save = (oAuthApp: InputOf<'identity.changeOAuthApp'>['body']['oAuthApp']) => change.mutateAsync({ params, body: { oAuthApp } })
  return (
    <Card>
      <div className={css.client}>
        <form
          className={css.add}
          onSubmit={(event) => {
            event.preventDefault()
            void save({ name: name.trim() }).then(() => toast(commonWords.saved), toastError)
          }}
        >
          <TextInput
            size="md"
            label={commonWords.name}
            required
            withAsterisk={false}
            minLength={2}
            maxLength={256}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {name.trim() !== client.name ? (
            <Button type="submit" variant="light">
              {t.saveName}
            </Button>
          ) : null}
        </form>
        <div>
          <code className={css.id}>{client.id}</code>
          <CopyButton value={client.id}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? commonWords.copied : t.copyId}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
      <AddressList
        {...t.urls(client.name)}
        placeholder="https://www.example.org/callback"
        list={client.allowedRedirectUris}
        onSave={(allowedRedirectUris) => save({ allowedRedirectUris })}
      />
      <AddressList
        {...t.domains(client.name)}
        placeholder="shop.example.org"
        list={client.allowedRedirectDomains}
        onSave={(allowedRedirectDomains) => save({ allowedRedirectDomains })}
      />
      <Stack mt="lg" gap="lg">
        <Switch
          size="md"
          disabled={change.isPending}
          label={t.localhost}
          description={t.localhostHint}
          checked={client.allowLocalhost}
          onChange={(event) => void save({ allowLocalhost: event.currentTarget.checked }).then(() => toast(commonWords.saved), toastError)}
        />
        <RedirectChecker client={client} onAdd={(list, entry) => save({ [list]: [...client[list], entry] })} />
        <div className={css.clientActs}>
          <Button
            variant="default"
            onClick={() =>
              openConfirm({
                title: t.newSecretAsk(client.name),
                description: t.newSecretMeans,
                confirmLabel: t.generate,
                cancelLabel: commonWords.cancel,
                onConfirm: async () => onSecret((await renew.mutateAsync({ params })).secret),
              })
            }
          >
            {t.newSecret}
          </Button>
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: t.removeNamed(client.name),
                description: t.removeMeans,
                confirmLabel: t.removeApp,
                cancelLabel: commonWords.cancel,
                danger: true,
                successMessage: t.removed,
                onConfirm: () => remove.mutateAsync({ params }),
              })
            }
          >
            {commonWords.remove}
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
  const t = useMessages(messages)
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
            <CloseButton aria-label={t.removeEntry(one)} size={44} onClick={() => void save(list.filter((other) => other !== one))} />
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
