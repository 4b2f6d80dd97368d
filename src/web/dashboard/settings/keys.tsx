/** Keys with which programs act for the business: how far each goes, and until when. */
import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { Secret } from '../parts/secret.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { type Level, permissionsFor } from '#domains/collaborators/rules/rights.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { describeRights } from './rights-texts.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    revoke: 'Revoke',
    title: 'API keys',
    about: 'API keys let other software act on your behalf. Create a separate key for each integration.',
    create: 'Create key',
    none: 'No API keys',
    noneHint: 'Create a key to connect other software.',
    describe: (hint: string, created: string, used: string, expires: string) =>
      `…${hint}, created ${created}${used ? `, last used ${used}` : ', never used'}${expires ? `, expires ${expires}` : ''}`,
    permissions: (rights: string) => `Permissions: ${rights}`,
    revokeAsk: (key: string) => `Revoke ${key}?`,
    revokeKey: 'Revoke key',
    revoked: (key: string) => `${key} revoked.`,
    revokeMeans: 'Software using this key loses access right away. This can’t be undone.',
    newKey: 'New API key',
    createAsk: (key: string) => `Create a key for ${key}?`,
    createMeans: (rights: string) => `Anyone with this key can access: ${rights}.`,
    expiry: 'Expiry date',
    expiryHint: 'Optional. The key stops working after this date.',
    access: 'Access',
    limited: 'Limited access',
    full: 'Full access',
    everything: 'This key can do everything you can do.',
  },
  {
    de: {
      revoke: 'Widerrufen',
      title: 'API-Schlüssel',
      about: 'Mit API-Schlüsseln handelt andere Software in deinem Namen. Erstelle für jede Integration einen eigenen.',
      create: 'Schlüssel erstellen',
      none: 'Keine API-Schlüssel',
      noneHint: 'Erstelle einen Schlüssel, um andere Software zu verbinden.',
      describe: (hint, created, used, expires) =>
        `…${hint}, erstellt am ${created}${used ? `, zuletzt verwendet am ${used}` : ', nie verwendet'}${expires ? `, läuft am ${expires} ab` : ''}`,
      permissions: (rights) => `Berechtigungen: ${rights}`,
      revokeAsk: (key) => `${key} widerrufen?`,
      revokeKey: 'Schlüssel widerrufen',
      revoked: (key) => `${key} widerrufen.`,
      revokeMeans: 'Software mit diesem Schlüssel verliert sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
      newKey: 'Neuer API-Schlüssel',
      createAsk: (key) => `Schlüssel für ${key} erstellen?`,
      createMeans: (rights) => `Wer diesen Schlüssel hat, hat Zugriff auf: ${rights}.`,
      expiry: 'Ablaufdatum',
      expiryHint: 'Freiwillig. Nach diesem Tag gilt der Schlüssel nicht mehr.',
      access: 'Zugriff',
      limited: 'Begrenzter Zugriff',
      full: 'Voller Zugriff',
      everything: 'Dieser Schlüssel darf alles, was du darfst.',
    },
  },
)

export function Keys() {
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('identity.listApiKeys')
  const remove = useApiMutation('identity.deleteApiKey')
  const openConfirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const toDate = (at: string | null) => (at === null ? '' : formatInstant(at, site, 'date'))
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
          {t.create}
        </Button>
      }
    >
      <Stack>
        {secret && <Secret what="key" value={secret} onClose={() => setSecret(undefined)} />}
        <QueryView query={found}>
          {(data) =>
            data.apiKeys.length === 0 ? (
              <EmptyState icon={<IconKey size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            ) : (
              <List label={t.title}>
                {data.apiKeys.map((key) => (
                  <Row
                    key={key.id}
                    title={key.name}
                    sub={
                      <>
                        {t.describe(key.hint, toDate(key.createdDate), toDate(key.lastUsedDate), toDate(key.expiresDate))}
                        <br />
                        {t.permissions(describeRights(key.permissions))}
                      </>
                    }
                    actions={
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          openConfirm({
                            title: t.revokeAsk(key.name),
                            danger: true,
                            confirmLabel: t.revokeKey,
                            cancelLabel: commonWords.cancel,
                            successMessage: t.revoked(key.name),
                            description: t.revokeMeans,
                            onConfirm: () => remove.mutateAsync({ params: { id: key.id } }),
                          })
                        }
                      >
                        {t.revoke}
                      </Button>
                    }
                  />
                ))}
              </List>
            )
          }
        </QueryView>
      </Stack>
      {adding ? (
        <NewKey
          onClose={() => setAdding(false)}
          onCreated={(key) => {
            setAdding(false)
            setSecret(key)
          }}
        />
      ) : null}
    </Section>
  )
}

function NewKey({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const t = useMessages(messages)
  const create = useApiMutation('identity.createApiKey')
  const openConfirm = useConfirm()
  const [name, setName] = useState('')
  const [until, setUntil] = useState('')
  const [all, setAll] = useState('some')
  const [levels, setLevels] = useState<Record<string, Level>>({})
  const permissions = all === 'all' ? null : permissionsFor(levels)
  const wrong = permissions?.length === 0
  return (
    <SidePanel
      open
      onClose={onClose}
      size={620}
      title={t.newKey}
      footer={
        <Button size="md" type="submit" form="new-key" disabled={wrong}>
          {t.create}
        </Button>
      }
    >
      <form
        id="new-key"
        onSubmit={(event) => {
          event.preventDefault()
          openConfirm({
            title: t.createAsk(name.trim()),
            description: t.createMeans(describeRights(permissions)),
            confirmLabel: t.create,
            cancelLabel: commonWords.cancel,
            onConfirm: async () => {
              const expiresDate = until ? new Date(`${until}T23:59:59Z`).toISOString() : undefined
              const { key } = await create.mutateAsync({ body: { name: name.trim(), permissions, ...(expiresDate ? { expiresDate } : {}) } })
              onCreated(key)
            },
          })
        }}
      >
        <Stack>
          <TextInput
            size="md"
            label={commonWords.name}
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="off"
            value={name}
            error={create.error && create.error.code !== 'REAUTHENTICATION_REQUIRED' ? describeError(create.error) : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            size="md"
            type="date"
            label={t.expiry}
            description={t.expiryHint}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <SegmentedControl
            size="md"
            fullWidth
            aria-label={t.access}
            value={all}
            onChange={setAll}
            data={[
              { value: 'some', label: t.limited },
              { value: 'all', label: t.full },
            ]}
          />
          {all === 'some' ? <RightsMatrix name="key" levels={levels} onChange={setLevels} /> : <Text>{t.everything}</Text>}
        </Stack>
      </form>
    </SidePanel>
  )
}
