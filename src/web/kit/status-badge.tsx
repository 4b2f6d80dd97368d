/** A status as a word in a colour; the word alone is enough. */
type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'accent'
const known: Record<string, [string, Tone]> = {
  ACTIVE: ['Active', 'good'],
  APPROVED: ['Approved', 'good'],
  CONFIRMED: ['Confirmed', 'good'],
  PAID: ['Paid', 'good'],
  ATTENDED: ['Attended', 'good'],
  CONNECTED: ['Connected', 'good'],
  SENT: ['Sent', 'good'],
  SUCCEEDED: ['Paid', 'good'],
  PENDING: ['Waiting', 'warn'],
  CREATED: ['Not finished', 'warn'],
  DRAFT: ['Draft', 'warn'],
  PAUSED: ['Paused', 'warn'],
  UNPAID: ['Not paid', 'warn'],
  NOT_PAID: ['Not paid', 'warn'],
  PARTIALLY_PAID: ['Partly paid', 'warn'],
  WAITING_LIST: ['Waitlist', 'warn'],
  NOTHING_DUE: ['Nothing due', 'calm'],
  QUEUED: ['Queued', 'warn'],
  BLOCKED: ['Blocked', 'bad'],
  FAILED: ['Failed', 'bad'],
  DECLINED: ['Declined', 'bad'],
  NOT_ATTENDED: ['No-show', 'bad'],
  CANCELED: ['Cancelled', 'calm'],
  CANCELLED: ['Cancelled', 'calm'],
  ENDED: ['Ended', 'calm'],
  OFFLINE: ['Left', 'calm'],
  ARCHIVED: ['Archived', 'calm'],
  HIDDEN: ['Hidden', 'calm'],
  REFUNDED: ['Refunded', 'calm'],
  EXEMPT: ['Nothing to pay', 'calm'],
  NOT_SET: ['Not marked', 'calm'],
  NOT_APPLICABLE: ['Free', 'calm'],
  MUTED: ['Muted', 'calm'],
  PRIMARY: ['Most loved', 'accent'],
  TRIAL: ['Free trial', 'accent'],
}
export function StatusBadge({ status, tone, children }: { status?: string | undefined; tone?: Tone; children?: string }) {
  const [word, own] = known[status ?? ''] ?? [
    (status ?? '')
      .toLowerCase()
      .replaceAll('_', ' ')
      .replace(/^./, (letter) => letter.toUpperCase()),
    'calm',
  ]
  return (
    <span className="badge" data-tone={tone ?? own}>
      {children ?? word}
    </span>
  )
}
