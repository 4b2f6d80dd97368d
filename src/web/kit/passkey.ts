/** Passkeys in the browser. The library is loaded on first use. */
import { ApiError } from '#web/api.ts'
import { currentMessages, defineMessages } from './messages.ts'

export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential !== 'undefined'

/** Creates a passkey from the options of the server; returns the response for it. */
export async function createPasskey(options: unknown): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] })
}

/** Signs the challenge of the server with a passkey that the person picks. */
export async function signWithPasskey(options: unknown): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] })
}

const messages = defineMessages(
  {
    refusals: {
      NotAllowedError: 'The passkey prompt was closed, timed out, or there is no passkey on this device.',
      InvalidStateError: 'This device already has a passkey for your account.',
      AbortError: 'No passkey was used.',
    } as Record<string, string>,
    unable: 'Passkeys don’t work in this browser. Please try another way.',
  },
  {
    de: {
      refusals: {
        NotAllowedError: 'Die Passkey-Abfrage wurde abgebrochen, oder auf diesem Gerät gibt es keinen Passkey.',
        InvalidStateError: 'Auf diesem Gerät gibt es schon einen Passkey für dein Konto.',
        AbortError: 'Es wurde kein Passkey verwendet.',
      },
      unable: 'Dieser Browser unterstützt keine Passkeys. Bitte wähle einen anderen Weg.',
    },
    fr: {
      refusals: {
        NotAllowedError: 'La demande a été fermée ou a expiré, ou cet appareil n’a pas de clé d’accès.',
        InvalidStateError: 'Cet appareil a déjà une clé d’accès pour votre compte.',
        AbortError: 'Aucune clé d’accès n’a été utilisée.',
      },
      unable: 'Les clés d’accès ne fonctionnent pas dans ce navigateur. Essayez un autre moyen.',
    },
    es: {
      refusals: {
        NotAllowedError: 'La solicitud se cerró o caducó, o no hay ninguna clave de acceso en este dispositivo.',
        InvalidStateError: 'Este dispositivo ya tiene una clave de acceso para tu cuenta.',
        AbortError: 'No se ha usado ninguna clave de acceso.',
      },
      unable: 'Las claves de acceso no funcionan en este navegador. Prueba otra opción.',
    },
  },
)
/** The message to show for a failed passkey operation. */
export const passkeyErrorMessage = (error: unknown): string =>
  (error instanceof ApiError ? error.message : error instanceof Error ? currentMessages(messages).refusals[error.name] : undefined) ??
  currentMessages(messages).unable
