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
import { formatInstant } from '../parts/format.ts'
import { type Level, permissionsFor, formatRights } from '#domains/collaborators/rules/rights.ts'
import { RightsMatrix } from './rights-matrix.tsx'

export function Keys() {
  const site = useSite()
  const found = useApiQuery('identity.listApiKeys')
  const remove = useApiMutation('identity.deleteApiKey')
  const openConfirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Section
      title="API keys"
      about="API keys let other software act on your behalf. Create a separate key for each integration."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
          Create key
        </Button>
      }
    >
      <Stack>
        {secret && <Secret what="key" value={secret} onClose={() => setSecret(undefined)} />}
        <QueryView query={found}>
          {(data) =>
            data.apiKeys.length === 0 ? (
              <EmptyState icon={<IconKey size={26} />} title="No API keys">
                Create a key to connect other software.
              </EmptyState>
            ) : (
              <List label="API keys">
                {data.apiKeys.map((key) => (
                  <Row
                    key={key.id}
                    title={key.name}
                    sub={
                      <>
                        {`…${key.hint}, created ${formatInstant(key.createdDate, site, 'date')}${key.lastUsedDate ? `, last used ${formatInstant(key.lastUsedDate, site, 'date')}` : ', never used'}${key.expiresDate ? `, expires ${formatInstant(key.expiresDate, site, 'date')}` : ''}`}
                        <br />
                        {`Permissions: ${formatRights(key.permissions)}`}
                      </>
                    }
                    actions={
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          openConfirm({
                            title: `Revoke ${key.name}?`,
                            danger: true,
                            confirmLabel: 'Revoke key',
                            cancelLabel: 'Cancel',
                            successMessage: `${key.name} revoked.`,
                            description: 'Software using this key loses access right away. This can’t be undone.',
                            onConfirm: () => remove.mutateAsync({ params: { id: key.id } }),
                          })
                        }
                      >
                        Revoke
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
      title="New API key"
      footer={
        <Button size="md" type="submit" form="new-key" disabled={wrong}>
          Create key
        </Button>
      }
    >
      <form
        id="new-key"
        onSubmit={(event) => {
          event.preventDefault()
          openConfirm({
            title: `Create a key for ${name.trim()}?`,
            description: `Anyone with this key can access: ${formatRights(permissions)}.`,
            confirmLabel: 'Create key',
            cancelLabel: 'Cancel',
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
            label="Name"
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
            label="Expiry date"
            description="Optional. The key stops working after this date."
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <SegmentedControl
            size="md"
            fullWidth
            aria-label="Access"
            value={all}
            onChange={setAll}
            data={[
              { value: 'some', label: 'Limited access' },
              { value: 'all', label: 'Full access' },
            ]}
          />
          {all === 'some' ? <RightsMatrix name="key" levels={levels} onChange={setLevels} /> : <Text>This key can do everything you can do.</Text>}
        </Stack>
      </form>
    </SidePanel>
  )
}
