/** Calls that are refused until something is done about it are repeated. */
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, callUrl, setRefusalAnswer } from './api.ts'

const refusal = { message: 'no', details: { applicationError: { code: 'REAUTHENTICATION_REQUIRED', description: 'Confirm your current password.' } } }
/** Refuses so many times, then answers. */
function refuseTimes(times: number): { sent: string[] } {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return sent.length > times ? Response.json({ done: true }) : Response.json(refusal, { status: 403 })
  })
  return { sent }
}
afterEach(() => {
  vi.unstubAllGlobals()
  setRefusalAnswer(undefined)
})

test('a refused call is repeated once after the answer', async () => {
  const { sent } = refuseTimes(1)
  const codes: string[] = []
  setRefusalAnswer(async ({ code }) => codes.push(code) > 0)
  expect(await callUrl('POST', '/api/api-keys', {})).toEqual({ done: true })
  expect([sent, codes]).toEqual([['/api/api-keys', '/api/api-keys'], ['REAUTHENTICATION_REQUIRED']])
})

test('it fails as it was refused when the answer is no, and when it is refused again', async () => {
  for (const [answer, calls] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const { sent } = refuseTimes(5)
    setRefusalAnswer(async () => answer)
    const error: unknown = await callUrl('GET', '/api/members/1/data').catch((thrown: unknown) => thrown)
    expect(error instanceof ApiError && error.code).toBe('REAUTHENTICATION_REQUIRED')
    expect(sent.length).toBe(calls)
  }
})
