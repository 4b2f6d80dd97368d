/** The dialog behind `useConfirm`. Loaded when it is first opened. */
import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { ApiError, call } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from '#web/kit/passkey.ts'
import { PasswordInput } from './password-input.tsx'
import { askingInPlace } from './recent-password.ts'
import { isConflict, describeError } from '../api-helpers.ts'
import { DryRunEffects } from './dry-run.tsx'
import type { DryRunRequest } from './dry-run-request.ts'
import { EmailPreview, type ChangeEmail } from './email-preview.tsx'
import { toastUndoable } from './undo.ts'
import { commonWords } from './common-words.ts'
import layout from './layout.module.css'

const messages = defineDashboardMessages(
  {
    staleTitle: 'This has changed',
    stale: 'Someone else changed this. Close this dialog to see the latest version.',
    seeLatest: 'See latest',
    notify: (who: string) => `Notify ${who} by email`,
    message: 'Add a message',
    messageAbout: 'Optional. Shown at the top of the email.',
    password: 'Your password',
    passwordAbout: 'Confirm it’s you to continue.',
    passkey: 'Use a passkey instead',
  },
  {
    de: {
      staleTitle: 'Das hat sich geändert',
      stale: 'Jemand anderes hat das geändert. Schließ dieses Fenster, um den neuesten Stand zu sehen.',
      seeLatest: 'Neuesten Stand zeigen',
      notify: (who) => `E-Mail an ${who} senden`,
      message: 'Nachricht hinzufügen',
      messageAbout: 'Optional. Steht oben in der E-Mail.',
      password: 'Dein Passwort',
      passwordAbout: 'Bestätige, dass du es bist, um fortzufahren.',
      passkey: 'Stattdessen Passkey verwenden',
    },
  },
)

export interface ParticipantNotification {
  notifyParticipants: boolean
  message?: string
}
export interface ConfirmRequest {
  title: string
  /** The consequences for money, spots and people. */
  description: ReactNode
  confirmLabel: string
  /** Label of the other button. */
  cancelLabel?: string
  danger?: boolean
  /** Who is affected: offers to notify them by email. */
  notifies?: string
  /** The email that they would get, to be looked at. */
  email?: ChangeEmail | undefined
  /** More of the question; what is decided there may change the email. */
  content?: ReactNode | ((setEmail: (email: ChangeEmail) => void) => ReactNode)
  /** What the button will do, asked of the server first. */
  effects?: DryRunRequest
  successMessage?: string
  /** Takes the change back; offered beside the message for 30 seconds. */
  undo?: () => Promise<unknown>
  /** The password, or a passkey, is asked for at once. */
  needsPassword?: boolean
  /** The change waits until then, and `undo` keeps it from being made. */
  isHeld?: boolean
  onConfirm: (notifies: ParticipantNotification) => Promise<unknown>
  onCancel?: () => void
}
/** The password of the person, once it is asked for, or a passkey instead. */
function useProof() {
  const [password, setPassword] = useState<string>()
  /** The challenge that a passkey may sign. */
  const [passkey, setPasskey] = useState<unknown>(null)
  const loadPasskey = useCallback(async () => {
    const { options } = canUsePasskeys() ? await call('collaborators.startOwnerConfirmation', {}) : { options: null }
    setPasskey(options)
  }, [])
  const signWithOwnPasskey = () =>
    signWithPasskey(passkey).catch((error: unknown) => {
      throw new Error(passkeyErrorMessage(error))
    })
  const prove = async (by: 'password' | 'passkey') => {
    if (by === 'passkey') await call('collaborators.confirmOwner', { body: { response: await signWithOwnPasskey() } })
    else if (password !== undefined) await call('collaborators.confirmOwner', { body: { password } })
  }
  return { password, setPassword, passkey, setPasskey, loadPasskey, prove }
}
function useConfirmDialog(request: ConfirmRequest) {
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isStale, setStale] = useState(false)
  const { password, setPassword, passkey, setPasskey, loadPasskey, prove } = useProof()
  const [notify, setNotify] = useState(true)
  const [message, setMessage] = useState('')
  const [email, setEmail] = useState(request.email)
  useEffect(() => {
    setProblem(undefined)
    setStale(false)
    setPassword(request.needsPassword ? '' : undefined)
    setPasskey(null)
    if (request.needsPassword) void loadPasskey().catch(() => undefined)
    setMessage('')
    setEmail(request.email)
    setNotify(true)
    setOpen(true)
  }, [request, setPassword, setPasskey, loadPasskey])
  const close = () => {
    if (pending) return
    setOpen(false)
    request.onCancel?.()
  }
  const requestReauthentication = async () => {
    await loadPasskey()
    setPassword('')
  }
  const submit = async (by: 'password' | 'passkey' = 'password') => {
    setPending(true)
    setProblem(undefined)
    try {
      await prove(by)
      const notifies = { notifyParticipants: Boolean(request.notifies) && notify, ...(message.trim() ? { message: message.trim() } : {}) }
      await askingInPlace(() => request.onConfirm(notifies))
      setOpen(false)
      if (request.successMessage) toastUndoable(request.successMessage, request.undo, request.isHeld)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED' && password === undefined) {
        await requestReauthentication()
        return
      }
      setStale(isConflict(error))
      setProblem(isConflict(error) ? currentMessages(messages).stale : describeError(error))
    } finally {
      setPending(false)
    }
  }
  return { open, close, pending, problem, isStale, password, setPassword, passkey, notify, setNotify, message, setMessage, email, setEmail, submit }
}
type ConfirmDialogState = ReturnType<typeof useConfirmDialog>

/** Shows one request after the other; each new one starts with empty fields. */
export function ConfirmDialog({ request, onOpenChange }: { request: ConfirmRequest; onOpenChange: (open: boolean) => void }) {
  const t = useMessages(messages)
  const dialog = useConfirmDialog(request)
  const { open, close, pending, problem, isStale, password, submit } = dialog
  useEffect(() => onOpenChange(open), [open, onOpenChange])
  return (
    <Modal
      opened={open}
      onClose={close}
      title={request.title}
      centered
      // Above the side panel, whichever was opened first.
      zIndex={300}
      radius="lg"
      padding="lg"
      closeButtonProps={{ 'aria-label': commonWords.close, size: 44, iconSize: 22 }}
      styles={{ title: { fontWeight: 650, fontSize: 19, lineHeight: 1.3 }, content: { scrollPaddingBottom: 96 } }}
    >
      <Stack gap="md">
        <Text component="div">{request.description}</Text>
        {typeof request.content === 'function' ? request.content(dialog.setEmail) : request.content}
        {request.notifies && <NotificationFields recipient={request.notifies} state={dialog} />}
        {request.effects && <RequestEffects effects={request.effects} notifyParticipants={Boolean(request.notifies) && dialog.notify} />}
        <ReauthenticationFields state={dialog} />
        {problem && (
          <Alert color="red" role="alert" {...(isStale ? { title: t.staleTitle } : {})}>
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm" className={layout.dialogActions}>
          <Button variant="default" size="md" onClick={close}>
            {isStale ? t.seeLatest : (request.cancelLabel ?? commonWords.cancel)}
          </Button>
          {!isStale && (
            <Button
              size="md"
              {...(request.danger ? { bg: 'var(--bad)', c: 'var(--card)' } : {})}
              loading={pending}
              disabled={password === ''}
              onClick={() => void submit()}
            >
              {request.confirmLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** The input of each operation was checked where the request was made (`dryRun`). */
const RequestEffects = ({ effects: { operation, toInputs }, notifyParticipants }: { effects: DryRunRequest; notifyParticipants: boolean }) => (
  <DryRunEffects operation={operation} input={toInputs({ notifyParticipants }) as never} />
)

interface NotificationProps {
  recipient: string
  state: ConfirmDialogState
}
function NotificationFields({ recipient, state: { notify, setNotify, message, setMessage, email } }: NotificationProps) {
  const t = useMessages(messages)
  return (
    <>
      <Checkbox size="md" label={t.notify(recipient)} checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
      {notify && (
        <Textarea
          label={t.message}
          description={t.messageAbout}
          autosize
          minRows={2}
          maxLength={1000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      )}
      {notify && email && <EmailPreview email={email} message={message} />}
    </>
  )
}

/** The password of the owner, or a passkey, where the action requires a recent sign-in. */
function ReauthenticationFields({ state: { password, setPassword, passkey, pending, submit } }: { state: ConfirmDialogState }) {
  const t = useMessages(messages)
  if (password === undefined) return null
  return (
    <>
      <PasswordInput
        size="md"
        label={t.password}
        description={t.passwordAbout}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && password !== '' && !pending) void submit()
        }}
      />
      {passkey !== null && (
        <Button variant="default" size="md" leftSection={<IconFingerprint size={18} aria-hidden />} disabled={pending} onClick={() => void submit('passkey')}>
          {t.passkey}
        </Button>
      )}
    </>
  )
}
