/** What the practice consists of, apart from its words: people and their hours, rooms, services with prices, the week, plans. */

export const weekdays = [1, 2, 3, 4, 5] as const
type Hours = readonly (readonly [days: readonly number[], start: string, end: string])[]

/** ISO weekdays, local times. */
export const openingHours: Hours = [
  [weekdays, '08:00', '20:00'],
  [[6], '09:00', '15:00'],
]
/** By the keys of the words. The first one is the head of the practice. */
export const staffHours = {
  hannah: [[[1, 2, 3, 4], '08:00', '16:00']],
  jonas: [
    [[1, 2, 4, 5], '11:00', '19:00'],
    [[3], '12:00', '20:00'],
  ],
  ben: [[[1, 2, 4], '11:00', '20:00']],
  priya: [
    [[2, 3, 4, 5], '09:00', '17:00'],
    [[6], '09:00', '15:00'],
  ],
  marta: [
    [[3, 4, 5], '10:00', '18:00'],
    [[6], '09:00', '14:00'],
  ],
} as const satisfies Record<string, Hours>
export type StaffKey = keyof typeof staffHours

export const rooms = ['first', 'second', 'massage', 'care', 'gym'] as const
export type RoomKey = (typeof rooms)[number]

/** Prices are decimal strings in the currency of the site. */
export interface ServiceFacts {
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  category: 'physio' | 'massage' | 'skin' | 'groups'
  price: string
  /** Prices by length in minutes, by staff member, or in the order of the choices in the words. */
  prices?: { lengths: Readonly<Record<number, string>> } | { staff: Readonly<Partial<Record<StaffKey, string>>> } | { choices: readonly string[] }
  minutes: readonly number[]
  /** Minutes kept free after each appointment. */
  buffer?: number
  staff: readonly StaffKey[]
  rooms: readonly RoomKey[]
  capacity?: number
  /** Decided by the practice, under the strict policy. */
  isStrict?: boolean
  /** Not online: quick to book, several in one visit. */
  isPaidOnSite?: boolean
  /** Paid online before; the rest on site. */
  deposit?: string
  hasAddOns?: boolean
  /** Can be paid with the card or the membership. */
  plan?: 'card' | 'membership'
  /** Weekly sessions: ISO weekday and start. */
  weekly?: readonly (readonly [weekday: number, start: string])[]
}

export const services = {
  physio: {
    type: 'APPOINTMENT',
    category: 'physio',
    price: '58.00',
    prices: { staff: { hannah: '72.00', jonas: '58.00', ben: '58.00' } },
    minutes: [30],
    buffer: 10,
    staff: ['hannah', 'jonas', 'ben'],
    rooms: ['first', 'second'],
  },
  assessment: {
    type: 'APPOINTMENT',
    category: 'physio',
    price: '95.00',
    minutes: [60],
    buffer: 15,
    staff: ['hannah'],
    rooms: ['first', 'second'],
    isStrict: true,
  },
  massage: {
    type: 'APPOINTMENT',
    category: 'massage',
    price: '42.00',
    prices: { lengths: { 30: '42.00', 60: '75.00', 90: '105.00' } },
    minutes: [30, 60, 90],
    buffer: 15,
    staff: ['priya', 'marta'],
    rooms: ['massage', 'care'],
    hasAddOns: true,
    plan: 'card',
  },
  back: {
    type: 'APPOINTMENT',
    category: 'massage',
    price: '32.00',
    minutes: [20],
    staff: ['priya', 'marta'],
    rooms: ['massage'],
    isPaidOnSite: true,
    plan: 'card',
  },
  feet: {
    type: 'APPOINTMENT',
    category: 'massage',
    price: '39.00',
    minutes: [30],
    staff: ['priya', 'marta'],
    rooms: ['massage'],
    isPaidOnSite: true,
    plan: 'card',
  },
  head: {
    type: 'APPOINTMENT',
    category: 'massage',
    price: '29.00',
    minutes: [20],
    staff: ['priya', 'marta'],
    rooms: ['massage'],
    isPaidOnSite: true,
    plan: 'card',
  },
  recovery: {
    type: 'APPOINTMENT',
    category: 'massage',
    price: '165.00',
    minutes: [120],
    buffer: 15,
    staff: ['priya'],
    rooms: ['massage', 'care'],
    deposit: '40.00',
  },
  facial: {
    type: 'APPOINTMENT',
    category: 'skin',
    price: '65.00',
    prices: { choices: ['65.00', '72.00', '85.00'] },
    minutes: [60],
    buffer: 15,
    staff: ['marta'],
    rooms: ['care'],
  },
  backClass: {
    type: 'CLASS',
    category: 'groups',
    price: '18.00',
    minutes: [60],
    staff: ['ben'],
    rooms: ['gym'],
    capacity: 6,
    plan: 'membership',
    weekly: [
      [2, '18:00'],
      [4, '18:30'],
    ],
  },
  course: { type: 'COURSE', category: 'groups', price: '160.00', minutes: [75], staff: ['jonas'], rooms: ['gym'], capacity: 10, weekly: [[3, '18:30']] },
} as const satisfies Record<string, ServiceFacts>
export type ServiceKey = keyof typeof services
/** Sessions of the course. */
export const COURSE_WEEKS = 8
/** Booked in this order in one visit. */
export const visit = ['back', 'feet', 'head'] as const satisfies readonly ServiceKey[]

export const addOns = { oil: { price: '6.00' }, stones: { price: '18.00', durationInMinutes: 15 }, compress: { price: '9.00' } } as const
export type AddOnKey = keyof typeof addOns

/** An appointment of the week; people and rooms suffice for all of them, in any order. `minutes` where the service has several lengths. */
export interface WeekEntry {
  day: number
  time: string
  service: Exclude<ServiceKey, 'backClass' | 'course' | 'recovery'>
  staff: StaffKey
  minutes: number
}
const entry = (day: number, time: string, service: WeekEntry['service'], staff: StaffKey, minutes: number): WeekEntry => ({
  day,
  time,
  service,
  staff,
  minutes,
})
/** A quiet week; each week of the past takes some of it. */
export const week: readonly WeekEntry[] = [
  entry(1, '09:00', 'physio', 'hannah', 30),
  entry(2, '10:00', 'massage', 'priya', 60),
  entry(3, '14:00', 'facial', 'marta', 60),
  entry(4, '13:00', 'physio', 'ben', 30),
  entry(5, '10:00', 'back', 'priya', 20),
  entry(1, '13:00', 'physio', 'jonas', 30),
  entry(3, '10:00', 'massage', 'priya', 90),
  entry(4, '08:30', 'assessment', 'hannah', 60),
  entry(5, '12:00', 'physio', 'jonas', 30),
  entry(2, '09:00', 'physio', 'hannah', 30),
  entry(6, '10:00', 'massage', 'marta', 60),
  entry(4, '15:00', 'facial', 'marta', 60),
  entry(1, '15:30', 'physio', 'ben', 30),
  entry(3, '09:00', 'physio', 'hannah', 30),
  entry(5, '13:00', 'feet', 'marta', 30),
  entry(2, '14:00', 'physio', 'jonas', 30),
  entry(4, '10:00', 'massage', 'priya', 30),
  entry(6, '12:00', 'head', 'priya', 20),
]

/** What comes on top from this week on. */
export const busyWeek: readonly WeekEntry[] = [
  ...week,
  entry(1, '10:00', 'physio', 'hannah', 30),
  entry(1, '11:00', 'physio', 'ben', 30),
  entry(1, '14:30', 'physio', 'hannah', 30),
  entry(1, '17:00', 'physio', 'jonas', 30),
  entry(2, '11:00', 'physio', 'jonas', 30),
  entry(2, '11:30', 'assessment', 'hannah', 60),
  entry(2, '12:30', 'massage', 'priya', 60),
  entry(2, '15:00', 'physio', 'ben', 30),
  entry(2, '15:15', 'back', 'priya', 20),
  entry(3, '12:30', 'massage', 'priya', 60),
  entry(3, '15:30', 'physio', 'hannah', 30),
  entry(3, '16:00', 'massage', 'marta', 60),
  entry(4, '10:30', 'physio', 'hannah', 30),
  entry(4, '12:00', 'massage', 'priya', 30),
  entry(4, '16:00', 'physio', 'jonas', 30),
  entry(5, '11:30', 'massage', 'priya', 60),
  entry(5, '15:00', 'facial', 'marta', 60),
  entry(5, '16:00', 'physio', 'jonas', 30),
  entry(6, '09:00', 'back', 'priya', 20),
]

export const plans = {
  card: {
    pricing: { singlePaymentForDuration: { count: 1, unit: 'YEAR' }, price: { value: '360.00' } },
    credits: 10,
    isPrimary: true,
    buyerCanCancel: false,
  },
  membership: {
    pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '54.00' } },
    credits: null,
    isPrimary: false,
    buyerCanCancel: true,
  },
} as const
export type PlanKey = keyof typeof plans

/** Percent off, how often and for what, by the key of the words; what the public scope cannot say, `appliesTo` says. */
export const coupons = {
  welcome: { percentOffRate: 15, limitPerCustomer: 1, appliesTo: 'BOTH' },
  autumn: { moneyOffAmount: 20, usageLimit: 50 },
} as const
export type CouponKey = keyof typeof coupons

export const badges = { regular: '#2f6f73', referred: '#8a5a1f' } as const
export type BadgeKey = keyof typeof badges
export const memberFields = ['insurance', 'doctor'] as const
export type FieldKey = (typeof memberFields)[number]

export const ACCENT = '#2f6f73'
