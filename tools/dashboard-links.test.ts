/** Emails lead owners to places of the dashboard: each address that the server writes is one that the dashboard has. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync('src/domains', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const links = sources.flatMap((name) =>
  [...readFileSync(join('src/domains', name), 'utf8').matchAll(/[oO]rigin\}(\/dashboard[^`]*)`/g)].map(([, link]) => [link ?? '']),
)

const routes = readFileSync('src/web/dashboard/routes.tsx', 'utf8')
const beside = [...routes.matchAll(/'(\/dashboard\/[\w-]+)'/g)].map(([, path]) => path)
const screens = [...routes.matchAll(/screen\(\s*'\/([\w-]*)'/g)].map(([, name]) => (name ? `/dashboard/${name}` : '/dashboard'))

test.each(links)('%s', (link) => {
  const [path, query = ''] = link.replace(/\$\{[^}]*\}/g, 'x').split('?')
  expect([...beside, ...screens]).toContain(path)
  // What is opened beside a list is `open`, everywhere; the other two choose a list and prove an invitation.
  expect(['open', 'tab', 'token']).toEqual(expect.arrayContaining([...new URLSearchParams(query).keys()]))
})
test('there are such links', () => expect(links.length).toBeGreaterThan(7))
