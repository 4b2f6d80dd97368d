/** What an identity provider's answer left behind the `#` of our sign-in page, where no server reads it. */
import { currentMessages, defineMessages } from '../kit/messages.ts'

export interface ProviderCallback {
  state?: string
  stateToken?: string
  factors?: readonly string[]
  /** Why nobody is signed in, in a sentence. */
  problem?: string
}

const messages = defineMessages(
  {
    problems: {
      unknown_provider: 'This way to sign in is no longer offered here.',
      provider_unreachable: 'The other house does not answer at the moment. Please try again, or sign in with your e-mail.',
      provider_refused: 'The other house did not confirm who you are. Please try again, or sign in with your e-mail.',
      sign_in_expired: 'This sign-in took too long or was begun in another browser. Please try again.',
      email_required: 'The other house did not tell us your e-mail. Allow it there, or sign up with your e-mail here.',
      account_exists: 'There is already an account with this e-mail. Sign in with your password, then connect the other house under “Sign-in & security”.',
      connected_elsewhere: 'This account of the other house belongs to another member already.',
      blocked: 'This account is blocked. Please contact us.',
      closed: 'This account was closed. Please contact us.',
    } as Readonly<Record<string, string>>,
    failed: 'Signing in did not work. Please try again.',
  },
  {
    de: {
      problems: {
        unknown_provider: 'Dieser Weg zur Anmeldung wird hier nicht mehr angeboten.',
        provider_unreachable: 'Der andere Dienst antwortet gerade nicht. Bitte versuche es noch einmal, oder melde dich mit deiner E-Mail-Adresse an.',
        provider_refused: 'Der andere Dienst hat dich nicht bestätigt. Bitte versuche es noch einmal, oder melde dich mit deiner E-Mail-Adresse an.',
        sign_in_expired: 'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte versuche es noch einmal.',
        email_required: 'Der andere Dienst hat uns deine E-Mail-Adresse nicht genannt. Erlaube es dort, oder registriere dich hier mit deiner E-Mail-Adresse.',
        account_exists:
          'Für diese E-Mail-Adresse gibt es schon ein Konto. Melde dich mit deinem Passwort an und verbinde den anderen Dienst unter „Anmeldung & Sicherheit“.',
        connected_elsewhere: 'Dieses Konto des anderen Dienstes gehört schon zu einem anderen Mitglied.',
        blocked: 'Dieses Konto ist gesperrt. Bitte melde dich bei uns.',
        closed: 'Dieses Konto wurde geschlossen. Bitte melde dich bei uns.',
      },
      failed: 'Die Anmeldung hat nicht geklappt. Bitte versuche es noch einmal.',
    },
  },
)

/** Reads the part behind `#` and takes it out of the address, so that going back does not repeat it. */
export function takeProviderCallback(): ProviderCallback | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [state, error] = [fragment.get('state'), fragment.get('error')]
  if (!state && !error) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  if (error) return { problem: currentMessages(messages).problems[error] ?? currentMessages(messages).failed }
  return {
    state: state ?? '',
    stateToken: fragment.get('stateToken') ?? '',
    factors: (fragment.get('factors') ?? '').split(',').filter(Boolean),
  }
}
