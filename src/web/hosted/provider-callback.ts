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
    fr: {
      problems: {
        unknown_provider: 'Ce mode de connexion n’est plus proposé.',
        provider_unreachable: 'Le service de connexion ne répond pas. Réessayez ou connectez-vous avec votre e-mail.',
        provider_refused: 'Le service de connexion n’a pas pu confirmer votre identité. Réessayez ou connectez-vous avec votre e-mail.',
        sign_in_expired: 'Cette connexion a expiré ou a été commencée dans un autre navigateur. Réessayez.',
        email_required: 'Le service de connexion ne nous a pas transmis votre e-mail. Autorisez-le là-bas ou inscrivez-vous ici avec votre e-mail.',
        account_exists:
          'Un compte existe déjà avec cette adresse e-mail. Connectez-vous avec votre mot de passe, puis associez le service sous « Connexion et sécurité ».',
        connected_elsewhere: 'Ce compte est déjà associé à un autre membre.',
        blocked: 'Votre compte est bloqué. Contactez-nous.',
        closed: 'Votre compte est fermé. Contactez-nous.',
      },
      failed: 'La connexion a échoué. Réessayez.',
    },
    es: {
      problems: {
        unknown_provider: 'Esta forma de iniciar sesión ya no está disponible.',
        provider_unreachable: 'El servicio de inicio de sesión no responde. Inténtalo de nuevo o inicia sesión con tu correo.',
        provider_refused: 'El servicio de inicio de sesión no ha podido confirmar tu identidad. Inténtalo de nuevo o inicia sesión con tu correo.',
        sign_in_expired: 'Este inicio de sesión ha caducado o se empezó en otro navegador. Inténtalo de nuevo.',
        email_required: 'El servicio de inicio de sesión no nos ha dado tu correo. Permítelo allí o regístrate aquí con tu correo.',
        account_exists: 'Ya tienes una cuenta con este correo. Inicia sesión con tu contraseña y vincula el servicio en «Inicio de sesión y seguridad».',
        connected_elsewhere: 'Esta cuenta ya está vinculada a otro miembro.',
        blocked: 'Tu cuenta está bloqueada. Contáctanos.',
        closed: 'Tu cuenta está cerrada. Contáctanos.',
      },
      failed: 'No hemos podido iniciar tu sesión. Inténtalo de nuevo.',
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
