/** The port of text messages: what is handed over, and what comes back. The adapter is `text-message.ts`. */
import type { Language } from '../pure/languages.ts'

/** An account at a service of text messages. */
export interface TextMessageService {
  /** The address of its API. */
  baseUrl: string
  account: string
  secret: string
  /** The number that texts come from, in E.164. */
  from: string
}
export interface OutgoingTextMessage {
  /** Makes a repetition recognisable. */
  id: string
  kind: 'SMS' | 'CALL'
  to: string
  body: string
  language: Language
  /** Where the service reports what becomes of it. */
  statusUrl?: string | undefined
}
/** What the service says about a message that it took. */
export interface AcceptedTextMessage {
  /** The id under which the service knows it; empty when it names none. */
  providerId: string
  /** Parts that it is billed as; undefined when the service says nothing about it. */
  segments: number | undefined
}

/** The service answered with an error. */
export class TextMessageRefused extends Error {
  /** The error code of the service, such as 21211; undefined when it gave none. */
  readonly code: number | undefined
  /** Trying again later may help: the service is down, or asks for patience. */
  readonly isTemporary: boolean
  constructor(status: number, { code, message }: { code?: unknown; message?: unknown }) {
    super(typeof message === 'string' && message !== '' ? message.slice(0, 300) : `the text message service answered ${status}`)
    this.name = 'TextMessageRefused'
    this.code = typeof code === 'number' ? code : undefined
    this.isTemporary = status === 429 || status >= 500
  }
}
/** The recipient answered STOP: the service hands nothing over any more. */
export const RECIPIENT_STOPPED = 21610

/** Calls to the service. Both throw `TextMessageRefused`, or what kept it from being reached. */
export interface TextMessageCalls {
  check(service: TextMessageService): Promise<void>
  send(service: TextMessageService, message: OutgoingTextMessage): Promise<AcceptedTextMessage>
}
