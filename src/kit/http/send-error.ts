/** Errors as their callers read them: status, wire form, language. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../api/context.ts'
import { Refusal, standardRefusals, type Violation, Violations } from '../api/refusal.ts'
import { translateDescription, translateViolations } from '../api/violation-messages.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import { findRoute } from '../observability/observe.ts'
import { type Language, matchLanguage, translate } from '../pure/languages.ts'
import { describeHttpError, toErrorBody } from './client-errors.ts'

export interface ErrorDeps {
  /** The language of a caller's profile; undefined when it has none. */
  findPreferredLanguage(caller: Caller): Promise<string | undefined>
  /** Logs a bug. */
  report(problem: string, error: unknown): void
}

const callers = new WeakMap<FastifyRequest, Caller>()
/** Notes who makes a request, once that is known: when it is refused, it is answered in their language. */
export const setCaller = (request: FastifyRequest, caller: Caller): void => void callers.set(request, caller)

/** A value that passed its schema and that no column can hold: an id that is none, a NUL character, a number out of range (SQLSTATE class 22). */
const isUnstorable = (error: unknown): boolean => /^22[0-9P]/.test(String((error as { code?: unknown } | undefined)?.code ?? ''))

/** The language of a reply: that of the request, else of the caller's profile, else English. */
async function detectLanguage(request: FastifyRequest, deps: ErrorDeps): Promise<Language> {
  const requested = matchLanguage(request.headers['accept-language'])
  const caller = callers.get(request)
  if (requested || !caller) return requested ?? 'en'
  try {
    return matchLanguage(await deps.findPreferredLanguage(caller)) ?? 'en'
  } catch (error) {
    // What went wrong first is what the caller has to hear.
    deps.report(`request ${String(request.id)}: the language of its caller cannot be read`, error)
    return 'en'
  }
}

/** Seconds after which a call may be worth repeating while the database is away. */
const RETRY_AFTER_SECONDS = 1
const inDoubtMessage = {
  message: 'The connection broke while this was being saved. Please look whether it was done before you try again.',
  de: 'Die Verbindung brach beim Speichern ab. Bitte prüfe das Ergebnis, bevor du es noch einmal versuchst.',
  fr: 'La connexion a été interrompue pendant l’enregistrement. Vérifiez le résultat avant de réessayer.',
  es: 'La conexión se cortó mientras se guardaba. Comprueba el resultado antes de volver a intentarlo.',
}
const toUnavailableRefusal = (error: DatabaseUnavailable): Refusal =>
  new Refusal(
    'UNAVAILABLE',
    standardRefusals.UNAVAILABLE,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    error.inDoubt ? inDoubtMessage : standardRefusals.UNAVAILABLE,
  )

/** The wire form of an error, in the language of the caller. Bugs are logged with the request id; their reply has no details. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, deps: ErrorDeps): Promise<FastifyReply> {
  // The caller's profile is in the database, too.
  if (error instanceof DatabaseUnavailable) return sendEarlyError(error, request, reply, deps)
  return sendTranslatedError(await detectLanguage(request, deps), error, request, reply, deps)
}

/** As `sendError`, before the caller is known: only the language of the request counts. */
export const sendEarlyError = (error: unknown, request: FastifyRequest, reply: FastifyReply, deps: ErrorDeps): FastifyReply =>
  sendTranslatedError(matchLanguage(request.headers['accept-language']) ?? 'en', error, request, reply, deps)

function sendTranslatedError(language: Language, error: unknown, request: FastifyRequest, reply: FastifyReply, deps: ErrorDeps): FastifyReply {
  const vary = reply.getHeader('vary')
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .header('vary', [vary, 'accept-language'].flat().filter(Boolean).join(', '))
  if (error instanceof Refusal) {
    if (typeof error.data.retryAfterSeconds === 'number') reply.header('retry-after', String(error.data.retryAfterSeconds))
    return reply.code(error.status).send(toErrorBody(error.code, error.toText(language), translateData(error.data, language)))
  }
  if (error instanceof Violations) {
    const fieldViolations = translateViolations(error.violations, language).map((violation) => ({ ruleName: '', data: {}, ...violation }))
    return reply.code(400).send({ message: translateDescription(error.message, language), details: { validationError: { fieldViolations } } })
  }
  // The database reports its outage itself, once for all calls.
  if (error instanceof DatabaseUnavailable) return sendTranslatedError(language, toUnavailableRefusal(error), request, reply, deps)
  if (isUnstorable(error)) return sendTranslatedError(language, new Violations([]), request, reply, deps)
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode < 500) {
    const { code, localizedText } = describeHttpError(statusCode, message)
    return reply.code(statusCode).send(toErrorBody(code, translate(localizedText, language)))
  }
  // The client disconnected in the middle of a reply: there is nothing to send.
  if ((error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') return reply
  deps.report(`request ${String(request.id)} ${request.method} ${findRoute(request)} failed`, error)
  return reply.code(500).send({ message: '', details: {} })
}

/** Some refusals name broken fields in their data; those are read by people, too. */
const translateData = (data: Readonly<Record<string, unknown>>, language: Language): Readonly<Record<string, unknown>> =>
  Array.isArray(data.violations) ? { ...data, violations: translateViolations(data.violations as Violation[], language) } : data
