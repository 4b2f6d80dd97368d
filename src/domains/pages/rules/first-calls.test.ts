import { expect, test } from 'vitest'
import { parsePage } from './addresses.ts'
import { listFirstCalls } from './first-calls.ts'

const listCalls = (url: string, blocks?: { type: string; count?: number }[]) =>
  listFirstCalls(parsePage(url), url.split('?')[0] ?? '', blocks).map(({ method, url: address }) => `${method} ${address}`)
const services = 'POST /v2/services/query'

test.each([
  ['/services', [services, 'GET /api/next-times?perService=1']],
  ['/services/?type=CLASS', [services, 'GET /api/next-times?perService=1']],
  ['/embed/services', [services, 'GET /api/next-times?perService=1']],
  ['/service/yin-rest', [services, 'GET /api/next-times?perService=1']],
  ['/schedule?view=week', [services]],
  ['/plans', ['GET /v2/plans/public?limit=100']],
  ['/team', ['GET /api/team']],
  ['/account', []],
  ['/hosted/login', []],
  ['/dashboard/services', []],
])('%s asks for %j', (url, calls) => expect(listCalls(url)).toEqual(calls))

test('a page of blocks asks for what its lists show, and for times once', () => {
  expect(listCalls('/', [{ type: 'hero' }, { type: 'classes' }, { type: 'services', count: 6 }, { type: 'plans' }, { type: 'team', count: 4 }])).toEqual([
    services,
    'GET /api/next-times?perService=5',
    'GET /v2/plans/public?limit=3',
    'GET /api/team?limit=4',
  ])
  expect(listCalls('/', [{ type: 'classes', count: 8 }])).toEqual([services, 'GET /api/next-times?perService=8'])
  expect(listCalls('/about', [{ type: 'text' }])).toEqual([])
})
