/** What the sample studio consists of, apart from its words: people, classes and appointments with prices and times, plans. In the order of the words. */

/** Sign-in names of the people at the addresses of the sample. */
export const STAFF = ['lena', 'tomas', 'aiko', 'samir'] as const

export interface ClassFacts {
  capacity: number
  level: 'BEGINNER' | 'INTERMEDIATE' | 'ALL'
  price: string
  /** Place among the staff. */
  staff: number
  /** ISO weekday and start. */
  at: readonly (readonly [weekday: number, time: string])[]
  minutes: number
}
export const CLASSES: readonly ClassFacts[] = [
  {
    capacity: 14,
    level: 'ALL',
    price: '16.00',
    staff: 0,
    at: [
      [1, '07:30'],
      [3, '07:30'],
      [5, '07:30'],
    ],
    minutes: 60,
  },
  {
    capacity: 10,
    level: 'INTERMEDIATE',
    price: '18.00',
    staff: 1,
    at: [
      [2, '18:00'],
      [4, '18:00'],
      [6, '10:00'],
    ],
    minutes: 60,
  },
  {
    capacity: 12,
    level: 'BEGINNER',
    price: '16.00',
    staff: 2,
    at: [
      [1, '19:30'],
      [4, '19:45'],
    ],
    minutes: 75,
  },
]
export const APPOINTMENTS = [
  { minutes: 60, price: '75.00', staff: [0, 2] },
  { minutes: 45, price: '60.00', staff: [1, 3] },
  { minutes: 30, price: '55.00', staff: [3] },
] as const
export const PLANS = [
  {
    pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '89.00' }, freeTrialDays: 7 },
    buyerCanCancel: true,
    credits: null,
    primary: true,
  },
  {
    pricing: { singlePaymentForDuration: { count: 6, unit: 'MONTH' }, price: { value: '139.00' } },
    buyerCanCancel: false,
    credits: 10,
    primary: false,
  },
  {
    pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '105.00' } },
    buyerCanCancel: false,
    credits: null,
    primary: false,
  },
  {
    pricing: { singlePaymentForDuration: { count: 2, unit: 'WEEK' }, price: { value: '0' } },
    buyerCanCancel: false,
    credits: 1,
    primary: false,
    maxPurchasesPerBuyer: 1,
  },
] as const
