/** What several parts of this folder say. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

export const common = currentMessages(
  defineDashboardMessages(
    {
      signIn: 'Sign in',
      backToSignIn: 'Back to sign in',
      usePasskey: 'Use a passkey',
    },
    {
      de: {
        signIn: 'Anmelden',
        backToSignIn: 'Zurück zur Anmeldung',
        usePasskey: 'Passkey verwenden',
      },
    },
  ),
)
