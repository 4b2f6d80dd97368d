import { expect, test } from 'vitest'
import { describeNotification, toScreenLink, toWorkLink, type Notification } from './describe.ts'

const words = {
  nameOf: (id: string) => `Member ${id}`,
  formatMoney: (amount: string, currency: string) => `${amount} ${currency}`,
  formatDate: () => 'Mon 3 May',
}
const one = (more: Partial<Notification>): Notification => ({ key: 'k', kind: 'BOOKING', entityId: 'e', at: '2027-05-01T09:00:00Z', isRead: false, ...more })

test('a notification says who, what and when, and leads to its panel', () => {
  const booked = one({ who: 'Mia Weber', what: 'Yoga', startDate: '2027-05-03T09:00:00Z' })
  expect(describeNotification(booked, words)).toEqual({ title: 'New booking', about: 'Mia Weber · Yoga · Mon 3 May' })
  expect(toScreenLink(booked)).toEqual({ to: '/dashboard/bookings', search: { open: 'e' } })
})

test('codes of the server are not shown', () => {
  const failed = one({ kind: 'PAYMENT_FAILED', what: 'ORDER', memberId: 'm', amount: '40', currency: 'EUR' })
  expect(describeNotification(failed, words)).toEqual({ title: 'Payment failed', about: 'Member m · 40 EUR' })
  expect(toScreenLink(failed)).toEqual({ to: '/dashboard/plans', search: { tab: 'subscriptions', open: 'e' } })
  expect(toScreenLink(one({ kind: 'DISPUTE' }))).toEqual({ to: '/dashboard/money', search: { tab: 'disputes' } })
  expect(describeNotification(one({ kind: 'EMAIL_FAILED', who: 'mia@example.org', what: 'booking-confirmed' }), words).about).toBe('mia@example.org')
})

test('a change that was refused after its half minute says why', () => {
  const refused = one({ kind: 'BOOKING_CHANGE_FAILED', what: 'The booking has changed.' })
  expect(describeNotification(refused, words)).toEqual({ title: 'Your change of a booking was not made', about: 'The booking has changed.' })
  expect(toScreenLink(refused)).toEqual({ to: '/dashboard/bookings', search: { open: 'e' } })
})

test('work that goes on leads to where it is followed', () => {
  expect(toWorkLink('IMPORTED', 'i')).toEqual({ to: '/dashboard/settings', search: { tab: 'data', import: 'i' } })
  expect(toWorkLink('FORECAST', 'f')).toEqual({ to: '/dashboard/forecast', search: { copy: 'f' } })
  const ready = one({ kind: 'ARCHIVE_READY' })
  expect(describeNotification(ready, words)).toEqual({ title: 'Archive of the site is ready', about: '' })
  expect(toScreenLink(ready)).toEqual({ to: '/dashboard/settings', search: { tab: 'data' } })
})
