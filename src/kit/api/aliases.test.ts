import { describe, expect, test } from 'vitest'
import { listAliases, resolveAlias } from './aliases.ts'

const fillPath = (path: string) => {
  let n = 0
  return path.replace(/\{[^}]+\}/g, () => `id-${++n}`)
}
const all = [...listAliases()]

describe('public spellings of a path', () => {
  test('every one leads to the path of its operation, query string included', () => {
    for (const { method, path, alias } of all) expect(resolveAlias(method, `${fillPath(alias)}?a=1`), `${method} ${alias}`).toBe(`${fillPath(path)}?a=1`)
  })

  test('the path of an operation is never taken for a spelling of another one', () => {
    for (const { method, path } of all) expect(resolveAlias(method, fillPath(path))).toBe(fillPath(path))
  })

  test.each([
    ['POST', '/_api/iam/recovery/v1/activation-email', '/v1/activation-email'],
    ['POST', '/bookings/v2/confirmation/b-1:confirmOrDecline', '/v2/confirmation/b-1:confirmOrDecline'],
    ['POST', '/_api/pricing-plans/v3/plans/query', '/v3/plans/query'],
    ['GET', '/_api/pricing-plans/v3/plans/query?.r=e30', '/v3/plans/query?.r=e30'],
    ['GET', '/members/v1/members/my', '/v1/members/my'],
    ['GET', '/members/v1/members/a%2Fb', '/v1/members/a%2Fb'],
  ])('%s %s → %s', (method, url, path) => {
    expect(resolveAlias(method, url)).toBe(path)
  })

  test.each(['/', '/dashboard/members', '/members/v1/nothing', '/members/v1/members/', '//', '/assets/main.js?v=1', ''])('%j is no alias and stays', (url) => {
    expect(resolveAlias('GET', url)).toBe(url)
  })

  test('the method decides as well: only declared pairs are rewritten', () => {
    expect(resolveAlias('DELETE', '/_api/iam/recovery/v1/activation-email')).toBe('/_api/iam/recovery/v1/activation-email')
  })
})
