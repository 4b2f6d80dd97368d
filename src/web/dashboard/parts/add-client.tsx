/** Adds a client beside the field in which members are chosen: someone new stands at the front desk. */
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import type { Member } from '../entities.ts'
import { Allowed } from '../permissions.tsx'
import { commonWords } from './common-words.ts'
import css from './add-in-place.module.css'
import times from './times.module.css'

const messages = defineDashboardMessages(
  {
    firstName: 'First name',
    lastName: 'Last name',
    newClient: 'New client',
    enterName: 'Enter a name.',
    enterEmail: 'Enter an email address.',
    add: 'Add client',
  },
  {
    de: {
      firstName: 'Vorname',
      lastName: 'Nachname',
      newClient: 'Neue Person',
      enterName: 'Gib einen Namen ein.',
      enterEmail: 'Gib eine E-Mail-Adresse ein.',
      add: 'Person hinzufügen',
    },
  },
)
const text = currentMessages(messages)

const blank = { firstName: '', lastName: '', email: '', phone: '' }
const fields: readonly [name: keyof typeof blank, label: string, type: string][] = [
  ['firstName', text.firstName, 'text'],
  ['lastName', text.lastName, 'text'],
  ['email', commonWords.email, 'email'],
  ['phone', commonWords.phone, 'tel'],
]

/** `onAdded` gets the member, who has no password yet. */
export function AddClient({ onAdded }: { onAdded: (member: Member) => void }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  return (
    <Allowed operation="members.createMember">
      {isOpen ? (
        <ClientForm onAdded={onAdded} onClose={() => setOpen(false)} />
      ) : (
        <div className={css.under}>
          <Button
            type="button"
            variant="subtle"
            size="sm"
            className={css.opener}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t.newClient}
          </Button>
        </div>
      )}
    </Allowed>
  )
}

function ClientForm({ onAdded, onClose }: { onAdded: (member: Member) => void; onClose: () => void }) {
  const t = useMessages(messages)
  const create = useApiMutation('members.createMember')
  const [client, setClient] = useState(blank)
  const [isChecked, setChecked] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const problems: Partial<Record<keyof typeof blank, string>> = {
    ...(client.firstName.trim() === '' ? { firstName: t.enterName } : {}),
    ...(client.email.includes('@') ? {} : { email: t.enterEmail }),
  }
  const save = async () => {
    setChecked(true)
    if (Object.keys(problems).length > 0) return first.current?.focus()
    const { firstName, lastName, email, phone } = client
    const contact = { firstName: firstName.trim(), lastName: lastName.trim(), ...(phone.trim() ? { phones: [phone.trim()] } : {}) }
    const reply = await create.mutateAsync({ body: { member: { loginEmail: email.trim(), contact } } }).catch(() => undefined)
    if (!reply) return
    onClose()
    onAdded(reply.member)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // The surrounding form must not be submitted.
      event.preventDefault()
      void save()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <Stack gap="sm" className={css.box} role="group" aria-label={t.newClient}>
      <div className={times.pair}>
        {fields.map(([name, label, type], at) => (
          <TextInput
            key={name}
            {...(at === 0 ? { ref: first, autoFocus: true, 'data-autofocus': true } : {})}
            size="md"
            type={type}
            label={label}
            required={name === 'firstName' || name === 'email'}
            autoComplete="off"
            maxLength={100}
            value={client[name]}
            error={isChecked ? problems[name] : undefined}
            onKeyDown={press}
            onChange={(event) => {
              setClient({ ...client, [name]: event.currentTarget.value })
              create.reset()
            }}
          />
        ))}
      </div>
      {create.error && (
        <Alert color="red" role="alert">
          {describeError(create.error)}
        </Alert>
      )}
      <Group gap="sm">
        <Button type="button" variant="light" loading={create.isPending} onClick={() => void save()}>
          {t.add}
        </Button>
        <Button type="button" variant="subtle" color="gray" onClick={onClose}>
          {commonWords.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
