/** The methods of two-step verification of an owner. */
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const messages = defineDashboardMessages(
  {
    kinds: {
      TOTP: {
        name: 'Authenticator app',
        what: 'Get codes from an app on your phone.',
        setUp: 'Set up app',
        happens: 'You’ll enter a code from the app when you sign in.',
        form: 'Set up authenticator app',
        setUpAsk: 'Set up authenticator app?',
        off: 'Turn off authenticator app',
        offAsk: 'Turn off authenticator app?',
        isOn: 'Authenticator app turned on.',
      },
      EMAIL: {
        name: 'Email codes',
        what: 'Get codes by email when you sign in.',
        setUp: 'Set up email',
        happens: 'We’ll email you a code now, and again each time you sign in.',
        form: 'Set up email codes',
        setUpAsk: 'Set up email codes?',
        off: 'Turn off email codes',
        offAsk: 'Turn off email codes?',
        isOn: 'Email codes turned on.',
      },
    } as Record<Kind, KindTexts>,
  },
  {
    de: {
      kinds: {
        TOTP: {
          name: 'Authenticator-App',
          what: 'Eine App auf deinem Handy zeigt dir Codes.',
          setUp: 'App einrichten',
          happens: 'Beim Anmelden gibst du dann einen Code aus der App ein.',
          form: 'Authenticator-App einrichten',
          setUpAsk: 'Authenticator-App einrichten?',
          off: 'Authenticator-App ausschalten',
          offAsk: 'Authenticator-App ausschalten?',
          isOn: 'Authenticator-App eingeschaltet.',
        },
        EMAIL: {
          name: 'Codes per E-Mail',
          what: 'Beim Anmelden bekommst du einen Code per E-Mail.',
          setUp: 'E-Mail einrichten',
          happens: 'Wir senden dir jetzt einen Code per E-Mail, und dann bei jeder Anmeldung.',
          form: 'Codes per E-Mail einrichten',
          setUpAsk: 'Codes per E-Mail einrichten?',
          off: 'Codes per E-Mail ausschalten',
          offAsk: 'Codes per E-Mail ausschalten?',
          isOn: 'Codes per E-Mail eingeschaltet.',
        },
      },
    },
  },
)

export type Security = ReplyOf<'collaborators.getOwnerSecurity'>
export type Kind = Security['factors'][number]['type']
interface KindTexts {
  name: string
  what: string
  setUp: string
  happens: string
  form: string
  setUpAsk: string
  off: string
  offAsk: string
  isOn: string
}
export const kinds = currentMessages(messages).kinds
