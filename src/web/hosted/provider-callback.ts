/** Reads the result of an identity provider from the URL fragment of the sign-in page. */
import { currentMessages, defineMessages } from '../kit/messages.ts'

export interface ProviderCallback {
  state?: string
  stateToken?: string
  factors?: readonly string[]
  /** The error message when the sign-in failed. */
  problem?: string
}

const messages = defineMessages(
  {
    problems: {
      unknown_provider: 'This sign-in option is no longer available.',
      provider_unreachable: 'The sign-in provider isn’t responding. Please try again, or sign in with your email.',
      provider_refused: 'The sign-in provider couldn’t confirm your identity. Please try again, or sign in with your email.',
      sign_in_expired: 'This sign-in expired or was started in another browser. Please try again.',
      email_required: 'The sign-in provider didn’t share your email. Allow it there, or sign up with your email here.',
      account_exists: 'You already have an account with this email. Sign in with your password, then connect the provider under “Sign-in & security”.',
      connected_elsewhere: 'This account is already connected to another member.',
      blocked: 'Your account is blocked. Please contact us.',
      closed: 'Your account is closed. Please contact us.',
    } as Readonly<Record<string, string>>,
    failed: 'We couldn’t sign you in. Please try again.',
  },
  {
    de: {
      problems: {
        unknown_provider: 'Diese Anmeldung wird nicht mehr angeboten.',
        provider_unreachable: 'Der andere Dienst antwortet gerade nicht. Bitte versuche es noch einmal oder melde dich mit deiner E-Mail-Adresse an.',
        provider_refused: 'Der andere Dienst hat die Anmeldung abgelehnt. Bitte versuche es noch einmal oder melde dich mit deiner E-Mail-Adresse an.',
        sign_in_expired: 'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte versuche es noch einmal.',
        email_required:
          'Der andere Dienst hat uns deine E-Mail-Adresse nicht übermittelt. Erlaube es dort oder registriere dich hier mit deiner E-Mail-Adresse.',
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

/** Reads the fragment and removes it from the address, so that going back does not repeat it. */
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
