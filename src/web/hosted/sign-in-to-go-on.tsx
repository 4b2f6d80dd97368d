/** The sign-in in place of the booking form: for visitors who ask for it, and for members whose session has expired. */
import { defineMessages, useMessages } from '../kit/messages.ts'
import { SignIn } from './sign-in.tsx'

const messages = defineMessages(
  {
    signInToGoOn: 'Sign in to continue',
    ended: 'Your session has expired. Sign in again to continue. Your entries are saved.',
  },
  {
    de: {
      signInToGoOn: 'Anmelden und fortfahren',
      ended: 'Deine Sitzung ist abgelaufen. Bitte melde dich noch einmal an. Deine Eingaben bleiben erhalten.',
    },
    fr: {
      signInToGoOn: 'Se connecter pour continuer',
      ended: 'Votre session a expiré. Reconnectez-vous pour continuer. Votre saisie est conservée.',
    },
    es: {
      signInToGoOn: 'Iniciar sesión para continuar',
      ended: 'Tu sesión ha caducado. Inicia sesión de nuevo para continuar. Lo que has escrito se conserva.',
    },
  },
)

interface SignInToGoOnProps {
  rs: string | undefined
  isExpired: boolean
  onSignedIn: () => void
}
export function SignInToGoOn({ isExpired, ...props }: SignInToGoOnProps) {
  const t = useMessages(messages)
  return <SignIn {...props} title={t.signInToGoOn} note={isExpired ? t.ended : undefined} />
}
