/** Letters that people may do without: what they are called, when they come, and both within a sentence. */
export const letterWords = {
  BOOKING_REMINDERS: ['Reminders of my bookings', 'A day before each session.', 'reminders of bookings'],
  PLAN_REMINDERS: ['Reminders about my plans', 'Before a trial ends, a long plan renews, a plan runs out or a card expires.', 'reminders about plans'],
  PLAN_NEWS: ['News of my plans', 'When a plan begins, is paused, goes on, is extended or has ended.', 'news of plans'],
} as const
export type LetterKind = keyof typeof letterWords
export const alwaysSent = 'Confirmations, changes and cancellations, receipts, payments that fail, and everything about your sign-in always reach you.'
