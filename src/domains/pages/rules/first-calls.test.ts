import { expect, test } from 'vitest'
import { contracts } from '../../../contracts.ts'
import { parsePage } from './addresses.ts'
import { listDashboardCalls, listFirstCalls } from './first-calls.ts'

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

const frame = ['/api/owner/me', '/api/site-settings', '/api/dashboard/notifications']
test.each([
  ['/dashboard', [...frame, '/api/dashboard/today']],
  ['/dashboard/?lang=de', [...frame, '/api/dashboard/today']],
  ['/dashboard/calendar?view=week', frame],
  ['/dashboard/sign-in?to=%2Fdashboard', []],
  ['/dashboard/invitation?token=abc', []],
  ['/dashboards', undefined],
  ['/', undefined],
])('the dashboard at %s asks for %j', (url, calls) => expect(listDashboardCalls(url)?.map((call) => call.url)).toEqual(calls))
test('all that the dashboard asks is read by an operation of the API', () => {
  const reads = new Set(Object.values(contracts).flatMap((operations) => Object.values(operations).map(({ method, path }) => `${method} ${path}`)))
  expect(listDashboardCalls('/dashboard')?.filter(({ method, url }) => !reads.has(`${method} ${url}`))).toEqual([])
})

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
