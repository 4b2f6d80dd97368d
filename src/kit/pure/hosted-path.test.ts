import { expect, test } from 'vitest'
import { isHostedPath } from './hosted-path.ts'

test.each(['/hosted/login', '/booking/abc', '/checkout/pay/abc', '/thank-you', '/setup', '/email-preferences/abc'])('%s is a hosted page', (path) =>
  expect(isHostedPath(path)).toBe(true),
)
test.each(['/', '/bookings', '/service/hosted', '/account', '/embed/schedule', '/visitors', '/booking-calendar/yoga'])('%s is none', (path) =>
  expect(isHostedPath(path)).toBe(false),
)
