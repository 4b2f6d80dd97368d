/** Texts of the sessions of a plan. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    kinds: { GRANT: 'Added with the period', EXPIRE: 'Expired', SPEND: 'Booked', RETURN: 'Returned' },
    /** More exactly than the kind of the entry. */
    reasons: {
      ORDER_ENDED: 'Expired with the plan',
      REDEEMED: 'Redeemed on site',
      PARTICIPANTS_CHANGED: 'Number of people changed',
      CANCELED_BY_CUSTOMER: 'Returned: client cancelled',
      CANCELED_BY_BUSINESS: 'Returned: cancelled by you',
      DECLINED: 'Returned: request declined',
      NOT_TAKEN_PLACE: 'Returned: session didn’t take place',
      GIVEN_BY_BUSINESS: 'Added manually',
      TAKEN_BY_BUSINESS: 'Removed manually',
    },
    title: (plan: string | undefined) => `Sessions of ${plan ?? 'the plan'}`,
    unlimited: 'Unlimited sessions',
    left: (count: number, name: string) => (count === 1 ? `1 session left for ${name}` : `${count} sessions left for ${name}`),
    history: 'History',
    nothing: 'Nothing yet.',
    historyOf: 'History of sessions',
    by: (who: string) => `by ${who}`,
    given: (count: number) => (count === 1 ? '1 session given.' : `${count} sessions given.`),
    taken: (count: number) => (count === 1 ? '1 session taken.' : `${count} sessions taken.`),
    change: 'Give or take sessions',
    direction: 'Give or take',
    give: 'Give',
    take: 'Take',
    count: 'Sessions',
    tooMany: (most: number, name: string, left: number) =>
      left === 1 ? `Choose from 1 to ${most}; ${name} has 1 session left.` : `Choose from 1 to ${most}; ${name} has ${left} sessions left.`,
    outOfRange: 'Choose from 1 to 1000.',
    reason: 'Reason',
    reasonAbout: 'Only your team sees it.',
    effect: (name: string, after: number, before: number) =>
      after === 1
        ? `${name} will have 1 session instead of ${before}. No email is sent; sessions expire with the period.`
        : `${name} will have ${after} sessions instead of ${before}. No email is sent; sessions expire with the period.`,
    /** Without a number as long as it cannot be used. */
    giveSome: (count: number | undefined) => (count === undefined ? 'Give sessions' : count === 1 ? 'Give 1 session' : `Give ${count} sessions`),
    takeSome: (count: number | undefined) => (count === undefined ? 'Take sessions' : count === 1 ? 'Take 1 session' : `Take ${count} sessions`),
  },
  {
    de: {
      kinds: { GRANT: 'Mit dem Zeitraum hinzugekommen', EXPIRE: 'Verfallen', SPEND: 'Gebucht', RETURN: 'Gutgeschrieben' },
      reasons: {
        ORDER_ENDED: 'Mit dem Tarif verfallen',
        REDEEMED: 'Vor Ort eingelöst',
        PARTICIPANTS_CHANGED: 'Andere Personenzahl',
        CANCELED_BY_CUSTOMER: 'Gutgeschrieben: von der Person abgesagt',
        CANCELED_BY_BUSINESS: 'Gutgeschrieben: von dir abgesagt',
        DECLINED: 'Gutgeschrieben: Anfrage abgelehnt',
        NOT_TAKEN_PLACE: 'Gutgeschrieben: Termin fand nicht statt',
        GIVEN_BY_BUSINESS: 'Von Hand gutgeschrieben',
        TAKEN_BY_BUSINESS: 'Von Hand abgezogen',
      },
      title: (plan) => (plan === undefined ? 'Besuche des Tarifs' : `Besuche mit „${plan}“`),
      unlimited: 'Unbegrenzte Besuche',
      left: (count, name) => (count === 1 ? `Noch 1 Besuch für ${name}` : `Noch ${count} Besuche für ${name}`),
      history: 'Verlauf',
      nothing: 'Noch nichts.',
      historyOf: 'Verlauf der Besuche',
      by: (who) => `von ${who}`,
      given: (count) => (count === 1 ? '1 Besuch gutgeschrieben.' : `${count} Besuche gutgeschrieben.`),
      taken: (count) => (count === 1 ? '1 Besuch abgezogen.' : `${count} Besuche abgezogen.`),
      change: 'Besuche gutschreiben oder abziehen',
      direction: 'Gutschreiben oder abziehen',
      give: 'Gutschreiben',
      take: 'Abziehen',
      count: 'Besuche',
      tooMany: (most, name, left) =>
        left === 1 ? `Wähle 1 bis ${most}; ${name} hat noch 1 Besuch.` : `Wähle 1 bis ${most}; ${name} hat noch ${left} Besuche.`,
      outOfRange: 'Wähle 1 bis 1000.',
      reason: 'Grund',
      reasonAbout: 'Nur dein Team sieht ihn.',
      effect: (name, after, before) =>
        after === 1
          ? `${name} hat dann 1 Besuch statt ${before}. Es wird keine E-Mail gesendet; Besuche verfallen mit dem Zeitraum.`
          : `${name} hat dann ${after} Besuche statt ${before}. Es wird keine E-Mail gesendet; Besuche verfallen mit dem Zeitraum.`,
      giveSome: (count) => (count === undefined ? 'Besuche gutschreiben' : count === 1 ? '1 Besuch gutschreiben' : `${count} Besuche gutschreiben`),
      takeSome: (count) => (count === undefined ? 'Besuche abziehen' : count === 1 ? '1 Besuch abziehen' : `${count} Besuche abziehen`),
    },
  },
)
