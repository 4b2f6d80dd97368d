/** What the emails that time sends are called. */
export const automationNames: Readonly<Record<string, string>> = {
  BEFORE_BOOKING: 'Reminder',
  AFTER_BOOKING: 'Thank you',
  NO_SHOW: 'Missed booking',
  LAPSED: 'Not seen for a while',
  BIRTHDAY: 'Birthday',
  PLAN_ENDING: 'Plan ends',
}
