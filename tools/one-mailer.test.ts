import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Lines that put an email into the outbox themselves. */
const findQueueCalls = (text: string): string[] => text.split('\n').filter((line) => /\b\w+\.queueEmail\(/.test(line) && !/^\s*(\*|\/\/)/.test(line))

test('domains queue emails through the mailer of notifications, which alone fills the outbox', () => {
  const root = 'src/domains'
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const callers = files.filter((file) => findQueueCalls(readFileSync(join(root, file), 'utf8')).length > 0)
  expect(callers.map((file) => file.replaceAll('\\', '/'))).toEqual(['notifications/actions/mailer.ts'])
})

test('a call beside the mailer is seen', () => {
  expect(findQueueCalls("  // ctx.queueEmail(…)\n  work.queueEmail({ to, template: 'news', variables })\n  await queueEmail(ctx, to, email)")).toEqual([
    "  work.queueEmail({ to, template: 'news', variables })",
  ])
})
