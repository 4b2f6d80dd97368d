/** The typed client: `useAsk` reads, `useDo` acts, `call` is both without React. One record per operation, one way to fail. */
import { QueryClient, useMutation, type UseMutationOptions, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import known from 'virtual:operations'
import { authHeaders, getMode, isMember, onAuthChange, siteHeaders } from './auth.ts'
import { currentMessages, defineMessages } from './kit/messages.ts'
import { pageLanguage } from './language.ts'
import type { InputOf, OperationName, ReplyOf } from './operations.ts'

const messages = defineMessages(
  {
    checkMarked: 'Please check the marked fields.',
    tooOften: 'Too many attempts. Please wait a minute and try again.',
    ourFault: 'Something went wrong on our side. Please try again.',
    unreachable: 'We could not reach the server. Check your connection and try again.',
    notReady: 'This part of the site is not ready yet.',
    failed: 'That did not work. Please try again.',
  },
  {
    de: {
      checkMarked: 'Bitte sieh dir die markierten Felder an.',
      tooOften: 'Das waren zu viele Versuche. Bitte warte eine Minute und versuche es noch einmal.',
      ourFault: 'Bei uns ist etwas schiefgegangen. Bitte versuche es noch einmal.',
      unreachable: 'Der Server ist nicht zu erreichen. Sieh nach deiner Verbindung und versuche es noch einmal.',
      notReady: 'Dieser Teil der Seite ist noch nicht fertig.',
      failed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',
    },
  },
)

const operations = { ...known }
/** The dashboard brings the operations that visitors do not need. */
export const registerOperations = (entries: typeof known): void => void Object.assign(operations, entries)

export interface FieldViolation {
  field: string
  description: string
  violatedRule?: string
  ruleName?: string
  data?: Record<string, unknown>
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
function readError(status: number, body: WireError | undefined, requestId: string): ApiError {
  const refusal = body?.details?.applicationError
  // Some refusals carry violations of their own, for shapes that only the rules can judge.
  const violations = body?.details?.validationError?.fieldViolations ?? (refusal?.data?.violations as FieldViolation[] | undefined)
  if (violations?.length) return new ApiError(status, currentMessages(messages).checkMarked, { violations, requestId })
  const message = refusal?.description || body?.message || (status === 429 ? currentMessages(messages).tooOften : currentMessages(messages).ourFault)
  return new ApiError(status, message, { code: String(refusal?.code ?? ''), data: refusal?.data, requestId })
}

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
/** Objects in a query become dotted keys, lists repeat their key. */
function addQuery(search: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return
  if (Array.isArray(value)) {
    for (const item of value) addQuery(search, key, item)
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) addQuery(search, `${key}.${name}`, inner)
  } else search.append(key, String(value))
}

async function sendRequest(method: string, url: string, body: unknown, who: 'me' | 'renewed' | 'anyone' = 'me'): Promise<Response> {
  const headers: Record<string, string> = {
    // Refusals come in the language of the page.
    'accept-language': pageLanguage(),
    ...siteHeaders(),
    ...(who === 'anyone' ? {} : await authHeaders(who === 'renewed')),
    ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
  }
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const payload = body instanceof Blob ? body : JSON.stringify(body ?? {})
  return await fetch(url, { method, headers, credentials: 'same-origin', ...(hasBody ? { body: payload } : {}) })
}

async function isUnauthenticated(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => ({}))) as WireError
  return (body.details?.applicationError?.code ?? 'UNAUTHENTICATED') === 'UNAUTHENTICATED'
}

/**
 * Calls by method and address; for the few addresses that are not operations. `open` reads what anyone may read and is
 * the same for all: it needs no token.
 */
export async function callPath<R>(method: string, url: string, body?: unknown, open = false): Promise<R> {
  let response: Response
  try {
    response = await sendRequest(method, url, body, open ? 'anyone' : 'me')
    // A token that ran out is renewed once; a wrong password is refused with the same status and must not be tried twice.
    if (response.status === 401 && getMode() === 'site' && !open && (await isUnauthenticated(response.clone())))
      response = await sendRequest(method, url, body, 'renewed')
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
  if (!response.ok) throw readError(response.status, parsed as WireError | undefined, response.headers.get('x-wix-request-id') ?? '')
  return parsed as R
}

/** Uploads a file of PNG, JPEG, WebP or AVIF, at most 10 MB; the reply is what entities take as their picture. */
export const uploadPicture = async (file: File): Promise<UploadedPicture> =>
  (await callPath<{ image: UploadedPicture }>('POST', `/api/media?filename=${encodeURIComponent(file.name.slice(-255))}`, file)).image
export interface UploadedPicture {
  id: string
  url: string
  width: number
  height: number
}

/** Calls an operation by its name. */
export async function call<N extends OperationName>(name: N, input?: InputOf<N>): Promise<ReplyOf<N>> {
  const record = operations[name]
  if (!record) throw new ApiError(501, currentMessages(messages).notReady, { code: 'UNIMPLEMENTED' })
  const { params, query, body } = (input ?? {}) as LooseInput
  const path = record[1].replace(/\{([\w.]+)\}/g, (_, key: string) => encodeURIComponent(String(params?.[key] ?? '')))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) addQuery(search, key, value)
  const queryString = search.toString()
  return await callPath<ReplyOf<N>>(record[0], queryString ? `${path}?${queryString}` : path, body)
}

const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 300_000,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 3 && !isClientError(error),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
    },
    mutations: { retry: false },
  },
})

/** Reads: `useAsk('plans.listPublicPlans', { query: { limit: 20 } })`. The cache is kept apart for visitor, member and owner. */
export function useApiQuery<N extends OperationName>(
  name: N,
  input?: InputOf<N>,
  options: Partial<Omit<UseQueryOptions<ReplyOf<N>, ApiError>, 'queryKey' | 'queryFn'>> = {},
) {
  const member = useIsMember()
  return useQuery<ReplyOf<N>, ApiError>({
    queryKey: ['operation', name, getMode() === 'dashboard' ? 'owner' : member, input ?? null],
    queryFn: () => call(name, input),
    ...options,
  })
}

/** Acts: `const cancel = useDo('orders.cancelOrder')`, then `cancel.mutate({...})`. What is about the same thing is read again. */
export function useApiMutation<N extends OperationName>(name: N, options: Partial<UseMutationOptions<ReplyOf<N>, ApiError, InputOf<N>>> = {}) {
  const client = useQueryClient()
  return useMutation<ReplyOf<N>, ApiError, InputOf<N>>({
    mutationFn: (input) => call(name, input),
    ...options,
    // Reading everything on screen again is cheap and never shows an old truth beside a new one.
    onSettled: async (...given) => {
      void client.invalidateQueries()
      await options.onSettled?.(...given)
    },
  })
}

export const useIsMember = (): boolean => useSyncExternalStore(onAuthChange, isMember)
