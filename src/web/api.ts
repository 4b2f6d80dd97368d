/** The typed client: `useApiQuery` reads, `useApiMutation` writes, `call` does both outside of React. Errors take one form. */
import { useMutation, type UseMutationOptions, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { authHeaders, getMode, isMember, onAuthChange, siteHeaders } from './auth.ts'
import { hasFirstReply, takeFirstReply } from './first-replies.ts'
import { currentMessages, defineMessages } from './kit/messages.ts'
import { pageLanguage } from './language.ts'
import { outdateOfflineCopy } from './offline-copy-age.ts'
import { resolveOperation } from './operation-url.ts'
import type { InputOf, OperationName, ReplyOf } from './operations.ts'
import { AppQueryClient } from './query-client.ts'
import { renderedPage } from './rendered-page.ts'
import { servedPage } from './served-page.ts'

const messages = defineMessages(
  {
    checkMarked: 'Please check the highlighted fields.',
    tooOften: 'Too many attempts. Please try again in a minute.',
    ourFault: 'Something went wrong on our side. Please try again.',
    unreachable: 'Can’t reach the server. Check your connection and try again.',
    notReady: 'This isn’t available yet.',
    failed: 'Something went wrong. Please try again.',
  },
  {
    de: {
      checkMarked: 'Bitte prüfe die markierten Felder.',
      tooOften: 'Zu viele Versuche. Bitte versuche es in einer Minute erneut.',
      ourFault: 'Bei uns ist etwas schiefgelaufen. Bitte versuche es erneut.',
      unreachable: 'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es erneut.',
      notReady: 'Das ist noch nicht verfügbar.',
      failed: 'Das hat nicht geklappt. Bitte versuche es erneut.',
    },
    fr: {
      checkMarked: 'Vérifiez les champs signalés.',
      tooOften: 'Trop de tentatives. Réessayez dans une minute.',
      ourFault: 'Un problème est survenu de notre côté. Veuillez réessayer.',
      unreachable: 'Serveur injoignable. Vérifiez votre connexion et réessayez.',
      notReady: 'Cette fonction n’est pas encore disponible.',
      failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
    },
    es: {
      checkMarked: 'Revisa los campos marcados.',
      tooOften: 'Demasiados intentos. Vuelve a intentarlo en un minuto.',
      ourFault: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
      unreachable: 'No se puede conectar con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
      notReady: 'Esto aún no está disponible.',
      failed: 'No ha funcionado. Inténtalo de nuevo.',
    },
  },
)

export interface FieldViolation {
  field: string
  description: string
  violatedRule?: string
  ruleName?: string
  data?: Record<string, unknown>
  /** What the field is called, in the language of the page; absent for what the page found itself. */
  name?: string
}

/** Every way in which a call fails: a refusal (code), a violation (fields), no connection (status 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly data: Record<string, unknown>
  readonly violations: readonly FieldViolation[]
  readonly requestId: string
  constructor(
    status: number,
    message: string,
    rest: { code?: string; data?: Record<string, unknown>; violations?: readonly FieldViolation[]; requestId?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = rest.code ?? ''
    this.data = rest.data ?? {}
    this.violations = rest.violations ?? []
    this.requestId = rest.requestId ?? ''
  }
}

/** Why something did not work, in one sentence for people. */
export const errorMessage = (error: unknown): string => (error instanceof ApiError ? error.message : currentMessages(messages).failed)

interface WireError {
  message?: string
  details?: {
    applicationError?: { code?: string | number; description?: string; data?: Record<string, unknown> }
    validationError?: { fieldViolations?: FieldViolation[] }
  }
}
/** Without its name a field is left out: what is wrong is said all the same. */
async function nameFields(violations: readonly FieldViolation[]): Promise<FieldViolation[]> {
  const nameField = await import('./kit/field-names.ts').then(
    (names) => names.nameField,
    () => undefined,
  )
  return violations.map((one) => ({ ...one, name: nameField?.(one.field ?? '') ?? '' }))
}

/** What a reply that is no success says. */
export async function readError(status: number, body: WireError | undefined, requestId: string): Promise<ApiError> {
  const refusal = body?.details?.applicationError
  // Some refusals carry violations of their own, for shapes that only the rules can judge.
  const violations = body?.details?.validationError?.fieldViolations ?? (refusal?.data?.violations as FieldViolation[] | undefined)
  if (violations?.length) return new ApiError(status, currentMessages(messages).checkMarked, { violations: await nameFields(violations), requestId })
  const message = refusal?.description || body?.message || (status === 429 ? currentMessages(messages).tooOften : currentMessages(messages).ourFault)
  return new ApiError(status, message, { code: String(refusal?.code ?? ''), data: refusal?.data, requestId })
}

async function sendRequest(
  method: string,
  url: string,
  body: unknown,
  who: 'me' | 'renewed' | 'anyone' = 'me',
  extraHeaders: Record<string, string> = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    ...extraHeaders,
    // Refusals come in the language of the page.
    'accept-language': pageLanguage(),
    ...siteHeaders(),
    ...(who === 'anyone' ? {} : await authHeaders(who === 'renewed')),
  }
  if (method === 'GET' || method === 'DELETE') return await fetch(url, { method, headers })
  const isFile = body instanceof Blob
  headers['content-type'] = isFile ? body.type : 'application/json'
  return await fetch(url, { method, headers, body: isFile ? body : JSON.stringify(body ?? {}) })
}

async function isUnauthenticated(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => ({}))) as WireError
  return (body.details?.applicationError?.code ?? 'UNAUTHENTICATED') === 'UNAUTHENTICATED'
}

let answerRefusal: ((error: ApiError) => Promise<boolean>) | undefined
/** From now on a call that fails is repeated once when the answer says that it may work now. */
export const setRefusalAnswer = (answer: typeof answerRefusal): void => void (answerRefusal = answer)

/** Calls an address that the server named, such as the one of a captcha. `isPublic`: anyone may read it, so no token is sent. */
export async function callUrl<R>(...request: Parameters<typeof callOnce>): Promise<R> {
  try {
    return (await callOnce(...request)) as R
  } catch (error) {
    if (!(error instanceof ApiError) || !(await answerRefusal?.(error))) throw error
    return (await callOnce(...request)) as R
  }
}

async function callOnce(method: string, url: string, body?: unknown, isPublic = false, headers: Record<string, string> = {}): Promise<unknown> {
  const page = servedPage()
  if (page) return await page.ask(method, url, body)
  const first = getMode() === 'site' && isMember() ? undefined : takeFirstReply(method, url, body)
  if (first !== undefined) return first
  let response: Response
  try {
    response = await sendRequest(method, url, body, isPublic ? 'anyone' : 'me', headers)
    // A token that ran out is renewed once; a wrong password is refused with the same status and must not be tried twice.
    if (response.status === 401 && getMode() === 'site' && !isPublic && (await isUnauthenticated(response.clone())))
      response = await sendRequest(method, url, body, 'renewed', headers)
  } catch {
    throw new ApiError(0, currentMessages(messages).unreachable)
  }
  const text = await response.text()
  let parsed: unknown
  try {
    parsed = text ? JSON.parse(text) : {}
  } catch {
    parsed = undefined
  }
  if (!response.ok) throw await readError(response.status, parsed as WireError | undefined, response.headers.get('x-wix-request-id') ?? '')
  return parsed
}

/** Uploads a file of PNG, JPEG, WebP or AVIF, at most 10 MB; the reply is what entities take as their picture. */
export const uploadPicture = async (file: File): Promise<UploadedPicture> =>
  (await call('media.uploadPicture', { query: { filename: file.name.slice(-255) }, body: file })).image
export interface UploadedPicture {
  id: string
  url: string
  width: number
  height: number
}

interface CallOptions {
  /** Anyone may read it, so no token is sent. */
  isPublic?: boolean
  /** The same key gives the same reply: the change is made once, however often it is sent. */
  idempotencyKey?: string
}
/** Calls an operation by its name. */
export async function call<N extends OperationName>(name: N, input?: InputOf<N>, { isPublic = false, idempotencyKey }: CallOptions = {}): Promise<ReplyOf<N>> {
  const operation = resolveOperation(name, input)
  if (!operation) throw new ApiError(501, currentMessages(messages).notReady, { code: 'UNIMPLEMENTED' })
  const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}
  const reply = await callUrl<ReplyOf<N>>(operation.method, operation.url, (input as { body?: unknown } | undefined)?.body, isPublic, headers)
  if (operation.method !== 'GET' && !readVerb.test(name) && isMember()) outdateOfflineCopy()
  return reply
}
/** Operations that change nothing, though they are not sent with GET. */
const readVerb = /\.(calculate|get|list|preview|query)/

const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500
export const queryClient = new AppQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 3 && !isClientError(error),
    },
  },
})

/** Takes over what the server rendered the page with. A member asks for it again: under a key of their own, or because it counts as old. */
export function takeRenderedQueries(): void {
  const member = isMember()
  for (const [key, data] of renderedPage?.queries ?? []) queryClient.setQueryData(key, data, member && key[0] !== OPERATION ? { updatedAt: 0 } : {})
}

let readGuard: ((name: OperationName) => ApiError | undefined) | undefined
/** From now on a read that the guard refuses fails with its error, and nothing is sent. */
export const setReadGuard = (guard: NonNullable<typeof readGuard>): void => void (readGuard = guard)
async function read<N extends OperationName>(name: N, input?: InputOf<N>): Promise<ReplyOf<N>> {
  const refusal = readGuard?.(name)
  if (refusal) throw refusal
  return await call(name, input)
}

/** Reads: `useApiQuery('plans.listPublicPlans', { query: { limit: 20 } })`. Visitor, member and owner have separate cache entries. */
export function useApiQuery<N extends OperationName>(
  name: N,
  input?: InputOf<N>,
  options: Partial<Omit<UseQueryOptions<ReplyOf<N>, ApiError>, 'queryKey' | 'queryFn'>> = {},
) {
  const member = useIsMember()
  // What the page came with stays in view until a member has their own.
  const placeholder = useQueryClient().getQueryData<ReplyOf<N>>(toQueryKey(name, input, false))
  return useQuery<ReplyOf<N>, ApiError>({
    queryKey: toQueryKey(name, input, member),
    queryFn: () => read(name, input),
    ...(member && placeholder !== undefined ? { placeholderData: placeholder as never } : {}),
    ...options,
  })
}
/** Begins the keys that say for whom they are. */
const OPERATION = 'operation'
export const toQueryKey = (name: OperationName, input: unknown, member: boolean) => [
  OPERATION,
  name,
  getMode() === 'dashboard' ? 'owner' : member,
  input ?? null,
]
/** Asks what a page will ask with the same name and input, before the page is there. */
export const prefetchApiQuery = <N extends OperationName>(name: N, input?: InputOf<N>): void =>
  void queryClient.prefetchQuery({ queryKey: toQueryKey(name, input, isMember()), queryFn: () => read(name, input) })
/** Takes what came with the page for a question without input; the page asks later what did not. */
export function takeFirstApiQuery(name: OperationName): void {
  const operation = resolveOperation(name)
  if (operation && hasFirstReply(operation.method, operation.url, undefined)) prefetchApiQuery(name)
}

/** Writes: `const cancel = useApiMutation('orders.cancelOrder')`, then `cancel.mutate({...})`. All active queries are refetched afterwards. */
export function useApiMutation<N extends OperationName>(name: N, options: Partial<UseMutationOptions<ReplyOf<N>, ApiError, InputOf<N>>> = {}) {
  const client = useQueryClient()
  return useMutation<ReplyOf<N>, ApiError, InputOf<N>>({
    mutationFn: (input) => call(name, input),
    ...options,
    // Refetching everything on screen is cheap and never shows stale data beside new data.
    onSettled: async (...given) => {
      void client.invalidateQueries()
      await options.onSettled?.(...given)
    },
  })
}

export const useIsMember = (): boolean => useSyncExternalStore(onAuthChange, isMember, () => false)
