/** What the sale of a plan says. */
import type { ReactNode } from 'react'
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    sold: 'Plan sold.',
    soldFree: 'Plan sold. There’s nothing to pay.',
    shareLink: 'Share payment link',
    title: 'Sell plan',
    done: 'Done',
    createLink: 'Create payment link',
    sellFor: (price: string) => `Sell for ${price}`,
    linkNow: (name: string) => `${name} signs in and pays with this link within 24 hours. The plan starts right away once it’s paid.`,
    linkLater: (name: string) => `${name} signs in and pays with this link within 24 hours. The plan starts on the date you chose once it’s paid.`,
    link: 'Payment link',
    copy: 'Copy link',
    member: 'Member',
    plan: 'Plan',
    free: 'free',
    payment: 'Payment',
    inPerson: 'In person',
    channel: 'Sales channel',
    channelHint: 'For your records.',
    byPhone: 'By phone or mail',
    start: 'Start date',
    startHint: 'Leave empty to start now.',
    coupon: 'Coupon',
    none: 'None',
    paid: 'Already paid',
    paidHint: 'Cash, card machine or bank transfer.',
    pays: (name: string, price: ReactNode) => (
      <>
        {name} pays {price}.
      </>
    ),
    paysAgain: (name: string, price: ReactNode) => (
      <>
        {name} pays {price}. They’ve already bought this plan and couldn’t buy it again online.
      </>
    ),
  },
  {
    de: {
      sold: 'Tarif verkauft.',
      soldFree: 'Tarif verkauft. Es gibt nichts zu zahlen.',
      shareLink: 'Zahlungslink weitergeben',
      title: 'Tarif verkaufen',
      done: 'Fertig',
      createLink: 'Zahlungslink erstellen',
      sellFor: (price) => `Für ${price} verkaufen`,
      linkNow: (name) => `${name} meldet sich an und zahlt mit diesem Link innerhalb von 24 Stunden. Der Tarif beginnt, sobald bezahlt ist.`,
      linkLater: (name) =>
        `${name} meldet sich an und zahlt mit diesem Link innerhalb von 24 Stunden. Wenn bezahlt ist, beginnt der Tarif an dem Tag, den du gewählt hast.`,
      link: 'Zahlungslink',
      copy: 'Link kopieren',
      member: 'Mitglied',
      plan: 'Tarif',
      free: 'kostenlos',
      payment: 'Zahlung',
      inPerson: 'Vor Ort',
      channel: 'Verkaufsweg',
      channelHint: 'Für deine Unterlagen.',
      byPhone: 'Per Telefon oder Post',
      start: 'Beginn',
      startHint: 'Leer lassen, um sofort zu beginnen.',
      coupon: 'Gutschein',
      none: 'Keiner',
      paid: 'Schon bezahlt',
      paidHint: 'Bar, Kartengerät oder Überweisung.',
      pays: (name, price) => (
        <>
          {name} zahlt {price}.
        </>
      ),
      paysAgain: (name, price) => (
        <>
          {name} zahlt {price}. Dieser Tarif wurde schon einmal gekauft und ließe sich online nicht noch einmal kaufen.
        </>
      ),
    },
  },
)
