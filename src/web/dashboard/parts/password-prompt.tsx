/** Asks for the password when any call is refused without it, then lets the call be repeated: no screen has to know which operations are grave. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { setRefusalAnswer } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ConfirmRequest } from './confirm-dialog.tsx'
import { isAskedInPlace } from './recent-password.ts'

const messages = defineDashboardMessages(
  {
    title: 'Is it still you?',
    about: 'For this we ask for your password again when you last entered it more than 15 minutes ago.',
    goOn: 'Continue',
  },
  {
    de: {
      title: 'Bist du es noch?',
      about: 'Dafür fragen wir noch einmal nach deinem Passwort, wenn du es vor mehr als 15 Minuten eingegeben hast.',
      goOn: 'Weiter',
    },
  },
)

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

export function PasswordPrompt({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const t = useMessages(messages)
  const [answers, setAnswers] = useState<Pick<ConfirmRequest, 'onConfirm' | 'onCancel'>>()
  const [request, setRequest] = useState<ConfirmRequest>()
  useEffect(() => {
    // Calls that are refused together are answered together.
    let asked: Promise<boolean> | undefined
    const ask = () =>
      new Promise<boolean>((resolve) => setAnswers({ onConfirm: async () => resolve(true), onCancel: () => resolve(false) })).finally(() => {
        asked = undefined
      })
    setRefusalAnswer(async ({ code }) => code === 'REAUTHENTICATION_REQUIRED' && !isAskedInPlace() && (await (asked ??= ask())))
    return () => setRefusalAnswer(undefined)
  }, [])
  useEffect(() => {
    if (answers) setRequest({ title: t.title, description: t.about, confirmLabel: t.goOn, needsPassword: true, ...answers })
  }, [answers, t])
  if (!request) return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog request={request} onOpenChange={onOpenChange} />
    </Suspense>
  )
}
