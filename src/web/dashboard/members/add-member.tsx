import { Button, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    added: 'Member added.',
    emailHint: 'They’ll sign in with this email after setting a password.',
  },
  {
    de: {
      added: 'Mitglied hinzugefügt.',
      emailHint: 'Die Anmeldung erfolgt mit dieser E-Mail, sobald ein Passwort festgelegt ist.',
    },
  },
)

export function AddMember({ open, onClose, onAdded }: { open: boolean; onClose: () => void; onAdded: (id: string) => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const create = useApiMutation('members.createMember')
  const unsaved = useUnsavedGuard(onClose)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (key: string) => String(form.get(key) ?? '').trim()
    const reply = await create
      .mutateAsync({
        body: {
          member: {
            loginEmail: text('email'),
            contact: { firstName: text('first'), lastName: text('last'), ...(text('phone') ? { phones: [text('phone')] } : {}) },
          },
        },
      })
      .catch(() => undefined)
    if (reply) {
      toast(t.added)
      unsaved.markSaved()
      onAdded(reply.member.id)
    }
  }
  return (
    <SidePanel
      open={open}
      onClose={unsaved.close}
      title={shared.addMember}
      footer={
        <Button type="submit" form="add-member" size="md" loading={create.isPending}>
          {shared.addMember}
        </Button>
      }
    >
      <form id="add-member" onChange={unsaved.markDirty} onSubmit={(event) => void save(event)}>
        <Stack>
          <TextInput size="md" name="first" label={shared.firstName} required autoComplete="off" />
          <TextInput size="md" name="last" label={shared.lastName} autoComplete="off" />
          <TextInput
            size="md"
            name="email"
            type="email"
            label={commonWords.email}
            required
            autoComplete="off"
            description={t.emailHint}
            error={create.error ? describeError(create.error) : undefined}
          />
          <TextInput size="md" name="phone" type="tel" label={commonWords.phone} autoComplete="off" />
        </Stack>
      </form>
    </SidePanel>
  )
}
