/** What the sample studio consists of, and how it is made: names, staff, services and plans. */
import type { Temporal } from 'temporal-polyfill'

/** Calls an operation as the owner; throws when it is refused. */
export type CallAsOwner = (method: string, path: string, body?: unknown) => Promise<unknown>

export interface When {
  now: Temporal.Instant
  timeZone: string
}
/** What was made, by its id. */
export interface Made {
  id: string
}
export interface MadeStaff extends Made {
  resourceId: string
}
export interface MadeClass extends Made {
  scheduleId: string
}

const FIRST_NAMES = [
  'Ava',
  'Noah',
  'Mila',
  'Jonas',
  'Sofia',
  'Leo',
  'Nina',
  'Theo',
  'Ida',
  'Marek',
  'Lucia',
  'Owen',
  'Freya',
  'Hugo',
  'Amara',
  'Felix',
  'Yuki',
  'Elias',
  'Rosa',
  'Milan',
]
const LAST_NAMES = ['Berg', 'Costa', 'Dahl', 'Evans', 'Fischer', 'Garcia', 'Haas', 'Ito', 'Jansen', 'Kaya']
export const STAFF = [
  { name: 'Lena Brandt', email: 'lena@sample.example', description: 'Vinyasa and breath. Teaches slowly and laughs often.' },
  { name: 'Tomas Reyes', email: 'tomas@sample.example', description: 'Strength and mobility for people who sit all day.' },
  { name: 'Aiko Mori', email: 'aiko@sample.example', description: 'Yin, restorative and pre-natal yoga.' },
  { name: 'Samir Haddad', email: 'samir@sample.example', description: 'Physiotherapist; looks after backs, hips and knees.' },
]
export const CLASSES = [
  {
    name: 'Morning Flow',
    tagLine: 'Wake up with an hour of easy movement',
    description: 'A gentle vinyasa class for all levels. Mats are there; bring a bottle of water.',
    capacity: 14,
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
    name: 'Strength & Mobility',
    tagLine: 'Build strength that lasts',
    description: 'Body weight, bands and kettlebells in a small group.',
    capacity: 10,
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
    name: 'Yin & Rest',
    tagLine: 'Long holds, deep rest',
    description: 'Quiet floor postures to end the day.',
    capacity: 12,
    price: '16.00',
    staff: 2,
    at: [
      [1, '19:30'],
      [4, '19:45'],
    ],
    minutes: 75,
  },
] as const
export const APPOINTMENTS = [
  {
    name: 'Private Yoga Lesson',
    tagLine: 'One teacher, your pace',
    description: 'An hour with a teacher of your choice, shaped around what your body needs.',
    minutes: 60,
    price: '75.00',
    staff: [0, 2],
  },
  {
    name: 'Movement Check-up',
    tagLine: 'Know where you stand',
    description: 'Posture, mobility and strength in 45 minutes, with a plan to take home.',
    minutes: 45,
    price: '60.00',
    staff: [1, 3],
  },
  { name: 'Physiotherapy', tagLine: 'Hands that know', description: 'Treatment for backs, hips and knees.', minutes: 30, price: '55.00', staff: [3] },
]
export const PLANS = [
  {
    name: 'Unlimited Monthly',
    description: 'Every class, every week.',
    perks: ['All classes', 'One guest a month', 'Cancel any time'],
    pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '89.00' }, freeTrialDays: 7 },
    buyerCanCancel: true,
    credits: null,
    primary: true,
  },
  {
    name: '10-Class Pass',
    description: 'Ten classes, valid half a year.',
    perks: ['Any class', 'Valid 6 months'],
    pricing: { singlePaymentForDuration: { count: 6, unit: 'MONTH' }, price: { value: '139.00' } },
    buyerCanCancel: false,
    credits: 10,
    primary: false,
  },
  {
    name: 'Single Month',
    description: 'A month without a contract.',
    perks: ['All classes for a month'],
    pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '105.00' } },
    buyerCanCancel: false,
    credits: null,
    primary: false,
  },
  {
    name: 'Free Intro',
    description: 'Come once, on us.',
    perks: ['One class', 'Tea afterwards'],
    pricing: { singlePaymentForDuration: { count: 2, unit: 'WEEK' }, price: { value: '0' } },
    buyerCanCancel: false,
    credits: 1,
    primary: false,
    maxPurchasesPerBuyer: 1,
  },
]

/** The person with this number, always the same. */
export function getSamplePerson(at: number): { firstName: string; lastName: string; email: string } {
  const firstName = FIRST_NAMES[at % FIRST_NAMES.length] as string
  const lastName = LAST_NAMES[(at * 7 + Math.floor(at / FIRST_NAMES.length)) % LAST_NAMES.length] as string
  return { firstName, lastName, email: `${firstName}.${lastName}.${at + 1}@sample.example`.toLowerCase() }
}
