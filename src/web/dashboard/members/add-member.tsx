import { Button, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { SidePanel } from '../parts/side-panel.tsx'

export function AddMember({ open, onClose, onAdded }: { open: boolean; onClose: () => void; onAdded: (id: string) => void }) {
  const create = useApiMutation('members.createMember')
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
      toast('Member added.')
      onAdded(reply.member.id)
    }
  }
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Add member"
      footer={
        <Button type="submit" form="add-member" size="md" loading={create.isPending}>
          Add member
        </Button>
      }
    >
      <form id="add-member" onSubmit={(event) => void save(event)}>
        <Stack>
          <TextInput size="md" name="first" label="First name" required autoComplete="off" />
          <TextInput size="md" name="last" label="Last name" autoComplete="off" />
          <TextInput
            size="md"
            name="email"
            type="email"
            label="Email"
            required
            autoComplete="off"
            description="They’ll sign in with this email after setting a password."
            error={create.error ? describeError(create.error) : undefined}
          />
          <TextInput size="md" name="phone" type="tel" label="Phone" autoComplete="off" />
        </Stack>
      </form>
    </SidePanel>
  )
}
