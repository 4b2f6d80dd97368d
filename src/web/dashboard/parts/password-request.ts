/** The dialog that asks for the password again. Loaded when a call is refused without it. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

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

/** What a confirmation dialog shows; its file loads this one's caller, so that its type is not named here. */
export interface PasswordRequest {
  title: string
  description: string
  confirmLabel: string
  needsPassword: true
  onConfirm: () => Promise<unknown>
  onCancel: () => void
}

let asked: Promise<boolean> | undefined

/** Whether the password was given. Calls that are refused together are answered together. */
export function askForPassword(show: (request: PasswordRequest) => void): Promise<boolean> {
  const t = currentMessages(messages)
  asked ??= new Promise<boolean>((resolve) => {
    const answer = (isGiven: boolean) => {
      asked = undefined
      resolve(isGiven)
    }
    show({
      title: t.title,
      description: t.about,
      confirmLabel: t.goOn,
      needsPassword: true,
      onConfirm: async () => answer(true),
      onCancel: () => answer(false),
    })
  })
  return asked
}
