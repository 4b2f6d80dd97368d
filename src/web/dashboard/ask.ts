/** How the dashboard asks and acts: the typed client, with what every screen here wants from it. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, callPath } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { Call } from './calls.ts'

export interface Given {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

function addressOf(path: string, given: Given | undefined): string {
  const filled = path.replace(/\{([\w.]+)\}/g, (_, key: string) => encodeURIComponent(given?.params?.[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(given?.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== '') query.append(key, String(one))
  return query.size ? `${filled}?${query}` : filled
}
export async function send<R>(call: Call<R>, given?: Given): Promise<R> {
  const [method, path] = call.line.split(' ') as [string, string]
  return await callPath<R>(method, addressOf(path, given), given?.body)
}

/** Reads. The last page stays on screen while the next one is fetched. */
export const useAsk = <R>(call: Call<R>, given?: Given, options: { enabled?: boolean; keep?: boolean; refetchInterval?: number } = {}) =>
  useQuery<R, ApiError>({
    queryKey: ['dashboard', call.line, given ?? null],
    queryFn: () => send(call, given),
    enabled: options.enabled ?? true,
    ...(options.refetchInterval ? { refetchInterval: options.refetchInterval } : {}),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })

/** Acts; afterwards everything on screen is read again. */
export function useDo<R>(call: Call<R>) {
  const client = useQueryClient()
  return useMutation<R, ApiError, Given>({ mutationFn: (given) => send(call, given), retry: false, onSettled: () => void client.invalidateQueries() })
}

/** What went wrong, in a sentence for people. */
export function said(error: unknown): string {
  if (error instanceof ApiError)
    return error.violations.length > 0 ? error.violations.map((one) => `${one.field}: ${one.description}`).join('. ') : error.message
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.'
}
export { toast }
export const toastProblem = (error: unknown): void => toast(`That did not work. ${said(error)}`)

export const totalOf = (
  reply: { pagingMetadata?: { total?: number; count?: number }; metadata?: { total?: number; count?: number }; total?: number },
  shown: number,
): number => reply.total ?? reply.pagingMetadata?.total ?? reply.metadata?.total ?? shown
