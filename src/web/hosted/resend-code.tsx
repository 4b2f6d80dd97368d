/** Resend button: once a minute, with a countdown. */
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { Note } from '../kit/states.tsx'
import { currentMessages, useMessages, defineMessages } from '../kit/messages.ts'

const messages = defineMessages(
  {
    sent: 'We sent a new code. The old one no longer works.',
    failed: 'Something went wrong. Please try again.',
    wait: (seconds: ReactNode) => <>No code? Check your spam folder, or resend in {seconds} s.</>,
    again: 'Resend code',
  },
  {
    de: {
      sent: 'Ein neuer Code ist unterwegs. Der alte gilt nicht mehr.',
      failed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',
      wait: (seconds) => <>Kein Code? Sieh im Spam-Ordner nach. In {seconds} s kannst du einen neuen anfordern.</>,
      again: 'Neuen Code senden',
    },
    fr: {
      sent: 'Un nouveau code est en route. L’ancien n’est plus valable.',
      failed: 'Une erreur s’est produite. Réessayez.',
      wait: (seconds) => <>Pas de code ? Vérifiez vos indésirables. Vous pourrez en demander un autre dans {seconds} s.</>,
      again: 'Envoyer un nouveau code',
    },
    es: {
      sent: 'Te hemos enviado un código nuevo. El anterior ya no vale.',
      failed: 'Algo ha salido mal. Inténtalo de nuevo.',
      wait: (seconds) => <>¿No te llega? Mira en el correo no deseado. Podrás pedir otro en {seconds} s.</>,
      again: 'Enviar otro código',
    },
  },
)

/** `send` asks the server for another code; `first` is how many seconds to wait before it may be asked. */
export function ResendCode({ send, initialWait = 60 }: { send: () => Promise<unknown>; initialWait?: number }) {
  const t = useMessages(messages)
  const [left, setLeft] = useState(initialWait)
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'bad'; text: string }>()
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const resend = async () => {
    try {
      await send()
      setOutcome({ tone: 'good', text: currentMessages(messages).sent })
      setLeft(60)
    } catch (error) {
      const wait = error instanceof ApiError ? Number(error.data.retryAfterSeconds ?? 0) : 0
      if (wait > 0) setLeft(Math.ceil(wait))
      setOutcome({ tone: 'bad', text: error instanceof ApiError ? error.message : currentMessages(messages).failed })
    }
  }
  return (
    <>
      {outcome ? (
        <Note tone={outcome.tone} role={outcome.tone === 'good' ? 'status' : 'alert'}>
          {outcome.text}
        </Note>
      ) : null}
      {left > 0 ? (
        <span className="small dim">{t.wait(<span className="clock">{left}</span>)}</span>
      ) : (
        <button type="button" className="plain link" onClick={() => void resend()}>
          {t.again}
        </button>
      )}
    </>
  )
}
