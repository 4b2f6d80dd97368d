import { expect, test } from 'vitest'
import { createLogger, type LogLevel } from './logger.ts'
import { createObserver } from './observe.ts'

async function startLog(level: LogLevel) {
  const lines: Record<string, unknown>[] = []
  const logger = await createLogger({ level, format: 'json' }, { write: (line) => void lines.push(JSON.parse(line)) })
  return { lines, observe: createObserver(logger) }
}
const siteId = '00000000-0000-4000-8000-000000000001'

test('a job is one line: kind, site, attempt, outcome, time and statements', async () => {
  const { lines, observe } = await startLog('info')
  const failing = observe({ kind: 'job', name: 'emails.deliver', siteId, attempt: 2 }, async () => {
    throw new Error('the mail server is away')
  })
  await expect(failing).rejects.toThrow('the mail server is away')
  await observe({ kind: 'job', name: 'emails.deliver', siteId, attempt: 3 }, async () => 'sent')
  const line = { level: 'info', job: 'emails.deliver', siteId, milliseconds: expect.any(Number), statements: 0 }
  expect(lines).toEqual([
    expect.objectContaining({ ...line, attempt: 2, outcome: 'failed', msg: 'job failed' }),
    expect.objectContaining({ ...line, attempt: 3, outcome: 'done', msg: 'job done' }),
  ])
})

test.each([
  ['info', 0],
  ['debug', 1],
] as const)('with LOG_LEVEL=%s a schedule that ran quickly is logged %i times', async (level, count) => {
  const { lines, observe } = await startLog(level)
  await observe({ kind: 'schedule', name: 'bookings.reminders', siteId }, async () => 0)
  expect(lines).toHaveLength(count)
})

test('with LOG_LEVEL=warn a job that is done leaves no line', async () => {
  const { lines, observe } = await startLog('warn')
  await observe({ kind: 'job', name: 'emails.deliver', siteId }, async () => undefined)
  expect(lines).toEqual([])
})
