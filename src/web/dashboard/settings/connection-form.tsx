/** The forms of a connection: saved after a check, tried, checked again, disconnected. */
import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { toast } from '#web/kit/toasts.tsx'
import type { ApiError } from '#web/api.ts'
import type { OperationName } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Allowed } from '../permissions.tsx'
import { FormError } from './connection-parts.tsx'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    save: 'Check and save',
    disconnect: 'Disconnect',
    check: 'Check now',
    tests: {
      email: { name: 'Test email', sent: (to: string) => `Test email sent to ${to}.` },
      text: { name: 'Test text', sent: (to: string) => `Test text sent to ${to}.` },
    },
    sendTo: 'Send a test to',
    send: 'Send test',
  },
  {
    de: {
      save: 'Prüfen und speichern',
      disconnect: 'Trennen',
      check: 'Jetzt prüfen',
      tests: {
        email: { name: 'Test-E-Mail', sent: (to) => `Test-E-Mail an ${to} gesendet.` },
        text: { name: 'Test-SMS', sent: (to) => `Test-SMS an ${to} gesendet.` },
      },
      sendTo: 'Test senden an',
      send: 'Test senden',
    },
  },
)

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
export const ConnectionForm = ({ operation, name, error, isSaving, onSave, actions, children }: ConnectionFormProps) => {
  const t = useMessages(messages)
  return (
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
              {t.save}
            </Button>
            {actions}
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}

interface DisconnectButtonProps {
  title: string
  description: string
  done: string
  onConfirm: () => Promise<unknown>
}
export function DisconnectButton({ title, description, done, onConfirm }: DisconnectButtonProps) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const ask = () =>
    openConfirm({ title, description, confirmLabel: t.disconnect, cancelLabel: commonWords.cancel, danger: true, successMessage: done, onConfirm })
  return (
    <Button variant="subtle" c="var(--bad)" onClick={ask}>
      {t.disconnect}
    </Button>
  )
}

interface CheckButtonProps {
  error: unknown
  isChecking: boolean
  successMessage: string
  onCheck: () => Promise<unknown>
}
export const CheckButton = ({ error, isChecking, successMessage, onCheck }: CheckButtonProps) => {
  const t = useMessages(messages)
  return (
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
        {t.check}
      </Button>
    </>
  )
}

interface TestFormProps {
  operation: OperationName
  kind: 'email' | 'text'
  start?: string
  input: TextInputProps
  error: ApiError | null
  isSending: boolean
  onSend: (to: string) => Promise<unknown>
}
/** Sends a test to an address or a number. */
export function TestForm({ operation, kind, start = '', input, error, isSending, onSend }: TestFormProps) {
  const t = useMessages(messages)
  const [to, setTo] = useState(start)
  const violation = error?.violations.find(({ field }) => field === 'to')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSend(to).then(
      () => toast(t.tests[kind].sent(to)),
      () => undefined,
    )
  }
  return (
    <Allowed operation={operation}>
      <form onSubmit={submit} aria-label={t.tests[kind].name}>
        <Stack gap="xs">
          {!violation && <FormError error={error} />}
          <Group align="end">
            <TextInput
              size="md"
              required
              withAsterisk={false}
              label={t.sendTo}
              value={to}
              error={violation?.description}
              onChange={(event) => setTo(event.currentTarget.value)}
              style={{ flex: 1 }}
              {...input}
            />
            <Button type="submit" variant="default" size="md" loading={isSending}>
              {t.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}
