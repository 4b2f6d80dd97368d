/** Writing makes what is on screen be read anew, also what no reply has come for yet. */
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppQueryClient } from './query-client.ts'

let client: AppQueryClient
beforeEach(() => {
  client = new AppQueryClient()
  client.mount()
})
afterEach(() => {
  client.clear()
  client.unmount()
})

/** Shows a list whose replies come when the test lets them. */
function show() {
  const asked: ((reply: string) => void)[] = []
  const observer = new QueryObserver<string>(client, {
    queryKey: ['rooms'],
    queryFn: () => new Promise((resolve) => asked.push(resolve)),
    retry: false,
  })
  return { asked, observer, leave: observer.subscribe(() => undefined) }
}
const answered = (observer: QueryObserver<string>) => expect.poll(() => observer.getCurrentResult().data, { timeout: 5_000 })

test('a first reply that is older than what was written is not kept', async () => {
  const { asked, observer, leave } = show()
  void client.invalidateQueries()
  expect(asked.length).toBe(2)
  asked[0]?.('before')
  asked[1]?.('after')
  await answered(observer).toBe('after')
  expect(observer.getCurrentResult()).toMatchObject({ isError: false, isFetching: false })
  leave()
})

test('who asked for it himself gets the later reply, and no error', async () => {
  const { asked, observer, leave } = show()
  const own = client.fetchQuery({ queryKey: ['rooms'], queryFn: async () => 'own' })
  void client.invalidateQueries()
  asked[1]?.('after')
  expect(await own).toBe('after')
  await answered(observer).toBe('after')
  leave()
})

test('what is not meant goes on, and who only waits begins nothing', async () => {
  const { asked, observer, leave } = show()
  void client.invalidateQueries({ queryKey: ['staff'] })
  void client.invalidateQueries({ refetchType: 'none' })
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'staff' })
  void client.invalidateQueries(undefined, { cancelRefetch: false })
  expect(asked.length).toBe(1)
  asked[0]?.('first')
  await answered(observer).toBe('first')
  leave()
})
