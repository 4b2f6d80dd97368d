import { expect, test } from 'vitest'
import { describeCancellation, type Service } from './catalog.ts'
import { describePolicy } from './policy-text.ts'

type Policy = NonNullable<Service['bookingPolicy']>
const describeWith = (bookingPolicy: Policy, type: Service['type'] = 'CLASS'): string[] =>
  describePolicy({ id: 'yoga', name: 'Yoga', type, bookingPolicy }, (value) => `€${Number(value)}`)
const day = 1440
const fees = (...cancellationWindows: NonNullable<NonNullable<Policy['cancellationFeePolicy']>['cancellationWindows']>): Policy => ({
  cancellationFeePolicy: { enabled: true, cancellationWindows },
})

test.each<[what: string, Policy, string[]]>([
  ['no rules', {}, []],
  [
    'rescheduled until a day before',
    { reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: day } },
    ['Reschedule up to 1 day before.'],
  ],
  ['rescheduled until it starts', { reschedulePolicy: { enabled: true } }, ['Reschedule any time before it starts.']],
  ['not rescheduled', { reschedulePolicy: { enabled: false } }, ['Can’t be rescheduled online.']],
  ['one fee', fees({ amount: { value: '20.00' }, startInMinutes: 90 }), ['Cancelling less than 90 minutes before costs €20.', 'A missed booking costs €20.']],
  [
    // The windows of the example in guide bookings §14.
    'a fee that grows',
    fees({ percentage: '100', startInMinutes: day }, { percentage: '50', startInMinutes: 2 * day }),
    [
      'Cancelling less than 2 days before costs 50% of the price.',
      'Cancelling less than 1 day before costs 100% of the price.',
      'A missed booking costs 100% of the price.',
    ],
  ],
  ['a fee for missing it alone', fees({ percentage: '25.00' }), ['A missed booking costs 25% of the price.']],
  ['fees that are off', { cancellationFeePolicy: { enabled: false, cancellationWindows: [{ percentage: '50', startInMinutes: day }] } }, []],
  ['words of the business', { customPolicyDescription: { enabled: true, description: ' Bring a towel. ' } }, ['Bring a towel.']],
  ['words that are off', { customPolicyDescription: { enabled: false, description: 'Bring a towel.' } }, []],
])('%s', (_what, policy, sentences) => {
  expect(describeWith(policy)).toEqual(sentences)
})

test('a course says nothing of rescheduling: it has one set of dates', () => {
  expect(describeWith({ reschedulePolicy: { enabled: true } }, 'COURSE')).toEqual([])
})

test('a start that is nearer than the last instant for changes says so', () => {
  const bookingPolicy: Policy = {
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: day },
    reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: day },
  }
  const service: Service = { id: 'yoga', name: 'Yoga', type: 'CLASS', bookingPolicy }
  const describeAt = (minutes: number) => {
    const start = new Date(Date.now() + minutes * 60_000).toISOString()
    return [describeCancellation(service, start), ...describePolicy(service, String, start)]
  }
  expect(describeAt(day + 5)).toEqual(['Cancel up to 1 day before', 'Reschedule up to 1 day before.'])
  expect(describeAt(day - 5)).toEqual(['It’s too late to cancel online', 'It’s too late to reschedule online.'])
  expect(describeCancellation(service)).toBe('Cancel up to 1 day before')
})
