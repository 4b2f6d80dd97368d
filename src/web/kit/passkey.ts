/** What a browser does about passkeys. The library behind it is loaded when somebody uses one. */
import { ApiError } from '#web/api.ts'
import { currentMessages, defineMessages } from './messages.ts'

export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential !== 'undefined'

/** Makes a passkey for the options of the server; what the server wants back. */
export async function createPasskey(options: unknown): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] })
}

/** Signs what the server asks with a passkey that the person picks. */
export async function signWithPasskey(options: unknown): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] })
}

/** What the browser itself says when no passkey came about. */
const messages = defineMessages(
  {
    refusals: {
      NotAllowedError: 'No passkey was used: the question was left, took too long, or there is none here.',
      InvalidStateError: 'This device has a passkey for your account already.',
      AbortError: 'No passkey was used.',
    } as Record<string, string>,
    unable: 'This browser could not use a passkey. Please try another way.',
  },
  {
    de: {
      refusals: {
        NotAllowedError: 'Es wurde kein Passkey benutzt: die Frage wurde geschlossen, hat zu lange gedauert, oder hier gibt es keinen.',
        InvalidStateError: 'Auf diesem Gerät gibt es schon einen Passkey für dein Konto.',
        AbortError: 'Es wurde kein Passkey benutzt.',
      },
      unable: 'Dieser Browser konnte keinen Passkey benutzen. Bitte versuche es auf einem anderen Weg.',
    },
  },
)
/** Why it did not work, in words for people. */
export const passkeyErrorMessage = (error: unknown): string =>
  (error instanceof ApiError ? error.message : error instanceof Error ? currentMessages(messages).refusals[error.name] : undefined) ??
  currentMessages(messages).unable
