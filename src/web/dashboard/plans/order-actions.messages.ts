/** Texts of what is done to a subscription. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    pauseAsk: (plan: string) => `Pause ${plan}?`,
    pauseEffect: (name: string) => `${name} won’t be charged and can’t use the plan while it’s paused. The end date moves by the length of the pause.`,
    pause: 'Pause plan',
    paused: 'Plan paused.',
    resumeAsk: (plan: string) => `Resume ${plan}?`,
    resumeEffect: (name: string) => `${name} can use the plan again and payments resume.`,
    resume: 'Resume plan',
    resumed: 'Plan resumed.',
    markPaidAsk: 'Mark as paid?',
    markPaidEffect: (amount: string, name: string, plan: string) => `Confirms that you received ${amount} from ${name} for ${plan}. This can’t be undone.`,
    markedPaid: 'Marked as paid.',
    renewAsk: 'Resume renewal?',
    renewEffect: (name: string, plan: string, day: string | undefined) =>
      day
        ? `The cancellation is reversed. ${name} keeps ${plan} and is charged again on ${day}.`
        : `The cancellation is reversed. ${name} keeps ${plan} and is charged again.`,
    renewed: 'Renewal resumed.',
    startAsk: (plan: string) => `Change start date of ${plan}?`,
    startUnpaid: 'Not paid yet. It starts on the date you choose or when it’s paid, whichever is later.',
    startEffect: (day: string) => `Currently starts on ${day}. Upcoming payments and the end date move with it. Past payments don’t change.`,
    startChanged: 'Start date changed.',
    extendAsk: (plan: string) => `Extend ${plan}?`,
    extendEffect: (day: string) => `Currently ends on ${day}. The last period is extended at no charge.`,
    endChanged: 'End date changed.',
    newEnd: 'New end date',
    cancelAsk: (plan: string, name: string) => `Cancel ${plan} for ${name}?`,
    cancel: 'Cancel subscription',
    keep: 'Keep subscription',
    cancelled: 'Subscription cancelled.',
    cancelUnpaid: 'It hasn’t been paid. The payment link stops working.',
    cancelEffect: 'No further payments will be charged. Past payments are not refunded; you can refund them individually.',
  },
  {
    de: {
      pauseAsk: (plan) => `„${plan}“ pausieren?`,
      pauseEffect: (name) =>
        `Während der Pause wird bei ${name} nichts abgebucht, und der Tarif lässt sich nicht nutzen. Das Ende verschiebt sich um die Dauer der Pause.`,
      pause: 'Tarif pausieren',
      paused: 'Tarif pausiert.',
      resumeAsk: (plan) => `„${plan}“ fortsetzen?`,
      resumeEffect: (name) => `${name} kann den Tarif wieder nutzen, und die Zahlungen laufen weiter.`,
      resume: 'Tarif fortsetzen',
      resumed: 'Tarif fortgesetzt.',
      markPaidAsk: 'Als bezahlt markieren?',
      markPaidEffect: (amount, name, plan) =>
        `Du bestätigst, dass du ${amount} von ${name} für „${plan}“ erhalten hast. Das lässt sich nicht rückgängig machen.`,
      markedPaid: 'Als bezahlt markiert.',
      renewAsk: 'Wieder verlängern?',
      renewEffect: (name, plan, day) =>
        day
          ? `Die Kündigung wird zurückgenommen. ${name} behält „${plan}“; am ${day} wird wieder abgebucht.`
          : `Die Kündigung wird zurückgenommen. ${name} behält „${plan}“; es wird wieder abgebucht.`,
      renewed: 'Das Abo verlängert sich wieder.',
      startAsk: (plan) => `Beginn von „${plan}“ ändern?`,
      startUnpaid: 'Noch nicht bezahlt. Es beginnt am gewählten Tag oder mit der Zahlung, je nachdem, was später ist.',
      startEffect: (day) => `Beginnt bisher am ${day}. Künftige Zahlungen und das Ende verschieben sich mit. Bisherige Zahlungen bleiben, wie sie sind.`,
      startChanged: 'Beginn geändert.',
      extendAsk: (plan) => `„${plan}“ verlängern?`,
      extendEffect: (day) => `Endet bisher am ${day}. Der letzte Zeitraum wird kostenlos verlängert.`,
      endChanged: 'Ende geändert.',
      newEnd: 'Neues Ende',
      cancelAsk: (plan, name) => `„${plan}“ von ${name} kündigen?`,
      cancel: 'Abo kündigen',
      keep: 'Abo behalten',
      cancelled: 'Abo gekündigt.',
      cancelUnpaid: 'Es ist noch nicht bezahlt. Der Zahlungslink gilt dann nicht mehr.',
      cancelEffect: 'Es wird nichts mehr abgebucht. Bisherige Zahlungen werden nicht erstattet; du kannst sie einzeln erstatten.',
    },
  },
)
