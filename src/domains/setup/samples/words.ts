/** The shapes of the words of the samples: one file per business and language holds them. */
import type { AddOnKey, BadgeKey, CouponKey, FieldKey, PlanKey, RoomKey, ServiceFacts, ServiceKey, StaffKey } from './practice-facts.ts'

export interface People {
  firstNames: readonly string[]
  lastNames: readonly string[]
}
export interface Place {
  tagline: string
  street: string
  city: string
  /** Name of the location. */
  location: string
}
interface Offer {
  name: string
  tagLine: string
  description: string
}
export interface PracticeWords {
  siteName: string
  place: Place
  people: People
  staff: Record<StaffKey, { name: string; description: string }>
  roomType: string
  rooms: Record<RoomKey, string>
  categories: Record<ServiceFacts['category'], string>
  policies: Record<'usual' | 'strict', { name: string; text?: string }>
  services: Record<ServiceKey, Offer>
  /** What the client chooses at the facial. */
  facial: { option: string; choices: readonly [string, string, string] }
  addOns: Record<AddOnKey, string>
  addOnGroup: { name: string; prompt: string }
  plans: Record<PlanKey, { name: string; description: string; perks: readonly string[] }>
  coupons: Record<CouponKey, { name: string; code: string }>
  badges: Record<BadgeKey, string>
  fields: Record<FieldKey, { name: string; examples: readonly string[] }>
  /** Notes of the team about bookings, and of clients on the booking form. */
  notes: readonly string[]
  /** A booking form with questions and an intake form, as they are written in the language of the sample. */
  forms: {
    questions: { name: string; note: string; area: string; areas: readonly [string, string, string] }
    intake: { name: string; pain: string; where: string; medicine: string; consent: string; signature: string; yes: string; no: string }
  }
  home: {
    title: string
    text: string
    team: string
    about: { title: string; paragraphs: readonly string[] }
    questions: { title: string; list: readonly (readonly [question: string, answer: string])[] }
    contact: { title: string; text: string }
  }
}

/** Lists are in the order of the facts. */
export interface StudioWords {
  siteName: string
  place: Place
  people: People
  policy: string
  staff: readonly { name: string; description: string }[]
  roomType: string
  rooms: readonly string[]
  categories: Record<'classes' | 'appointments' | 'courses', string>
  classes: readonly Offer[]
  course: Offer
  appointments: readonly Offer[]
  plans: readonly { name: string; description: string; perks: readonly string[] }[]
  coupon: { name: string; code: string }
  badge: string
  /** A field that members have beside their name, and what they write there. */
  field: { name: string; examples: readonly string[] }
  /** What two members say of a third one. */
  reports: readonly [string, string]
}
