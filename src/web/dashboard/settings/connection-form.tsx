/** The forms of a connection: saved after a check, tried, checked again, disconnected. */
import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toast } from '#web/kit/toasts.tsx'
import type { ApiError } from '#web/api.ts'
import type { OperationName } from '#web/operations.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Allowed } from '../permissions.tsx'
import { FormError } from './connection-parts.tsx'

interface ConnectionFormProps {
  operation: OperationName
  name: string
  /** Undefined when the fields show what is wrong. */
  error: unknown
  isSaving: boolean
  onSave: () => void
  /** Beside the button that saves. */
  actions: ReactNode
  children: ReactNode
}
export const ConnectionForm = ({ operation, name, error, isSaving, onSave, actions, children }: ConnectionFormProps) => (
  <Allowed operation={operation}>
    <form
      aria-label={name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Stack>
        <FormError error={error} />
        {children}
        <Group>
          <Button type="submit" size="md" loading={isSaving}>
            Check and save
          </Button>
          {actions}
        </Group>
      </Stack>
    </form>
  </Allowed>
)

interface DisconnectButtonProps {
  title: string
  description: string
  done: string
  onConfirm: () => Promise<unknown>
}
export function DisconnectButton({ title, description, done, onConfirm }: DisconnectButtonProps) {
  const openConfirm = useConfirm()
  const ask = () => openConfirm({ title, description, confirmLabel: 'Disconnect', cancelLabel: 'Cancel', danger: true, successMessage: done, onConfirm })
  return (
    <Button variant="subtle" c="var(--bad)" onClick={ask}>
      Disconnect
    </Button>
  )
}

interface CheckButtonProps {
  error: unknown
  isChecking: boolean
  successMessage: string
  onCheck: () => Promise<unknown>
}
export const CheckButton = ({ error, isChecking, successMessage, onCheck }: CheckButtonProps) => (
  <>
    <FormError error={error} />
    <Button
      variant="default"
      size="md"
      loading={isChecking}
      onClick={() =>
        void onCheck().then(
          () => toast(successMessage),
          () => undefined,
        )
      }
    >
      Check now
    </Button>
  </>
)

interface TestFormProps {
  operation: OperationName
  name: 'Test email' | 'Test text'
  start?: string
  input: TextInputProps
  error: ApiError | null
  isSending: boolean
  onSend: (to: string) => Promise<unknown>
}
/** Sends a test to an address or a number. */
export function TestForm({ operation, name, start = '', input, error, isSending, onSend }: TestFormProps) {
  const [to, setTo] = useState(start)
  const violation = error?.violations.find(({ field }) => field === 'to')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSend(to).then(
      () => toast(`${name} sent to ${to}.`),
      () => undefined,
    )
  }
  return (
    <Allowed operation={operation}>
      <form onSubmit={submit} aria-label={name}>
        <Stack gap="xs">
          {!violation && <FormError error={error} />}
          <Group align="end">
            <TextInput
              size="md"
              required
              withAsterisk={false}
              label="Send a test to"
              value={to}
              error={violation?.description}
              onChange={(event) => setTo(event.currentTarget.value)}
              style={{ flex: 1 }}
              {...input}
            />
            <Button type="submit" variant="default" size="md" loading={isSending}>
              Send test
            </Button>
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}
