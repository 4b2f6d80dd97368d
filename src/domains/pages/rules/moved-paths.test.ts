import { expect, test } from 'vitest'
import { findMovedPage, resolveMovedCall } from './moved-paths.ts'

test.each([
  ['/letters/abc-_1?kind=PLAN_NEWS', '/email-preferences/abc-_1?kind=PLAN_NEWS'],
  ['/letters/abc', '/email-preferences/abc'],
  ['/letters', undefined],
  ['/letters/abc/more', undefined],
  ['/account?tab=letters', '/account?tab=emails'],
  ['/account?tab=bookings', undefined],
  ['/account', undefined],
  ['/dashboard/messages?open=1', '/dashboard/emails?open=1'],
  ['/dashboard/rehearsal/', '/dashboard/forecast'],
  ['/dashboard/emails', undefined],
])('the page %s is now at %s', (url, expected) => expect(findMovedPage(url)).toBe(expected))

test.each([
  ['/api/letters/by-link/abc/stop/PLAN_NEWS', '/api/email-preferences/abc/unsubscribe/PLAN_NEWS'],
  ['/api/letters/by-link/abc/stop/PLAN_NEWS?x=1', '/api/email-preferences/abc/unsubscribe/PLAN_NEWS?x=1'],
  ['/api/letters/by-link/abc', '/api/letters/by-link/abc'],
  ['/v1/members', '/v1/members'],
])('the call %s is served as %s', (url, expected) => expect(resolveMovedCall(url)).toBe(expected))
