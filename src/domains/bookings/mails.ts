/** Texts of the letters about bookings. Source: guide: bookings 20.1. */
type Vars = Record<string, unknown>
interface Mail {
  subject: string
  paragraphs: string[]
  button?: { label: string; url: string }
}

const text = (vars: Vars, name: string): string => (vars[name] === undefined || vars[name] === null ? '' : String(vars[name]))
const hello = (vars: Vars): string => (text(vars, 'customerFirstName') ? `Hi ${text(vars, 'customerFirstName')},` : 'Hello,')
const when = (vars: Vars): string => `${text(vars, 'serviceName')}: ${text(vars, 'startText')} (${text(vars, 'timeZoneName')})`
const where = (vars: Vars): string =>
  [text(vars, 'locationText') && `Where: ${text(vars, 'locationText')}`, text(vars, 'staffName') && `With: ${text(vars, 'staffName')}`]
    .filter(Boolean)
    .join(' · ')
const letter =
  (subject: (vars: Vars) => string, lines: (vars: Vars) => string[], label = 'See your booking') =>
  (vars: Vars): Mail => ({
    subject: subject(vars),
    paragraphs: [hello(vars), ...lines(vars), text(vars, 'ownerMessage')].filter(Boolean),
    ...(text(vars, 'manageLink') && { button: { label, url: text(vars, 'manageLink') } }),
  })

export const bookingsMails: Record<string, (vars: Vars) => Mail> = {
  'booking-requested': letter(
    (v) => `We received your request: ${text(v, 'serviceName')}`,
    (v) => ['We received your request and will answer soon.', when(v), where(v)],
  ),
  'booking-confirmed': letter(
    (v) => `Confirmed: ${text(v, 'serviceName')}`,
    (v) => ['Your booking is confirmed.', when(v), where(v), text(v, 'paymentText')],
  ),
  'booking-declined': letter(
    (v) => `Not possible: ${text(v, 'serviceName')}`,
    (v) => ['Sorry, this booking could not be made.', when(v), text(v, 'reason'), text(v, 'refundText')],
  ),
  'booking-canceled': letter(
    (v) => `Cancelled: ${text(v, 'serviceName')}`,
    (v) => ['This booking is cancelled.', when(v), text(v, 'feeText'), text(v, 'refundText')],
  ),
  'booking-rescheduled': letter(
    (v) => `New time: ${text(v, 'serviceName')}`,
    (v) => ['Your booking has a new time.', when(v), text(v, 'oldStartText') && `Before: ${text(v, 'oldStartText')}`, where(v), text(v, 'statusText')],
  ),
  'booking-reminder': letter(
    (v) => `Reminder: ${text(v, 'serviceName')}`,
    (v) => ['We look forward to seeing you.', when(v), where(v)],
  ),
  'payment-receipt-booking': letter(
    (v) => `Receipt: ${text(v, 'serviceName')}`,
    (v) => [`We received ${text(v, 'paidText')}${text(v, 'cardLast4') ? ` from the card ending in ${text(v, 'cardLast4')}` : ''}.`, when(v)],
  ),
}
