import { expect, test } from 'vitest'
import type { Service } from './catalog.ts'
import { addOnMinutes, calculateExtras, fitExtras, isGroupFull, nameExtras, noOffer, priceEach, readAddOns, toOffer, writeAddOns } from './extras.ts'
import { toBookedExtras } from './extras-body.ts'

const eur = (value: string) => ({ value, currency: 'EUR' })
const massage: Service = {
  id: 'massage',
  name: 'Massage',
  type: 'APPOINTMENT',
  payment: { rateType: 'VARIED', varied: { defaultPrice: eur('50') } },
  schedule: { availabilityConstraints: { sessionDurations: [60, 90] } },
}
const groups = [
  {
    groupId: 'care',
    groupName: 'Care',
    maxNumberOfAddOns: 2,
    addOns: [
      { addOnId: 'stones', name: 'Hot stones', price: eur('15.5'), durationInMinutes: 20 },
      { addOnId: 'towel', name: 'Towel', price: eur('2'), maxQuantity: 3 },
      { addOnId: 'tea', name: 'Tea', price: eur('4') },
    ],
  },
]
const oils = {
  options: { values: [{ id: 'oil', type: 'CUSTOM', customData: { name: 'Oil', choices: ['Almond', 'Lavender'] } }] },
  variants: { values: [{ choices: [{ custom: 'Lavender' }], price: eur('58') }] },
}
const offer = toOffer(massage, oils, groups)
const none = { choice: '', minutes: undefined, addOns: {} }

test('a chosen option has its own price, one without a price of its own costs the usual one', () => {
  expect(priceEach(massage, offer, { ...none, choice: 'Lavender' }, undefined)).toBe('58')
  expect(priceEach(massage, offer, { ...none, choice: 'Almond' }, undefined)).toBe('50')
})

test('a length and a person can each have a price', () => {
  const priced = (type: string, choices: object[]) =>
    toOffer(
      massage,
      { options: { values: [{ id: 'o', type }] }, variants: { values: choices.map((one, n) => ({ choices: [one], price: eur(String(60 + n)) })) } },
      [],
    )
  const byLength = priced('DURATION', [{ duration: { minutes: 60 } }, { duration: { minutes: 90 } }])
  expect(priceEach(massage, byLength, none, undefined)).toBe('60')
  expect(priceEach(massage, byLength, { ...none, minutes: 90 }, undefined)).toBe('61')
  expect(priceEach(massage, priced('STAFF_MEMBER', [{ staffMemberId: 'ana' }]), none, 'ana')).toBe('60')
  expect(priceEach(massage, priced('STAFF_MEMBER', [{ staffMemberId: 'ana' }]), none, 'ben')).toBe('50')
})

test('add-ons that take time are paid by each person, others by the piece', () => {
  const extras = { choice: 'Almond', minutes: undefined, addOns: { stones: 1, towel: 2 } }
  expect(calculateExtras(massage, offer, extras, { people: 3 })).toEqual({ each: 5000, addOns: 3 * 1550 + 2 * 200 })
  expect(addOnMinutes(offer, extras.addOns)).toBe(20)
})

test('only what is offered can be chosen, within the limits of add-on and group', () => {
  const fitted = fitExtras(offer, { choice: 'Rose', minutes: 45, addOns: { stones: 5, towel: 9, tea: 1, gone: 1 } })
  expect(fitted).toEqual({ choice: 'Almond', minutes: undefined, addOns: { stones: 1, towel: 3 } })
  expect(fitExtras(offer, { ...none, minutes: 90 }).minutes).toBe(90)
  const [group] = offer.groups
  expect(group && isGroupFull(group, { stones: 1 })).toBe(false)
  expect(group && isGroupFull(group, { stones: 1, towel: 2 })).toBe(true)
  expect(fitExtras(noOffer, { choice: 'Rose', minutes: 90, addOns: { tea: 1 } })).toEqual(none)
})

test('a booking request names option and add-ons; summaries say them in words', () => {
  const extras = { choice: 'Lavender', minutes: undefined, addOns: { stones: 1, towel: 2 } }
  expect(toBookedExtras(offer, extras, 1)).toEqual({
    participantsChoices: { serviceChoices: [{ numberOfParticipants: 1, choices: [{ optionId: 'oil', custom: 'Lavender' }] }] },
    bookedAddOns: [{ addOnId: 'stones' }, { addOnId: 'towel', quantity: 2 }],
  })
  expect(toBookedExtras(noOffer, none, 1)).toEqual({ totalParticipants: 1 })
  expect(nameExtras(offer, extras)).toEqual(['Lavender', 'Hot stones', '2 × Towel'])
})

test('a link carries add-ons with their numbers', () => {
  expect(writeAddOns({ stones: 1, towel: 2, tea: 0 })).toBe('stones.towel*2')
  expect(readAddOns('stones.towel*2')).toEqual({ stones: 1, towel: 2 })
  expect(readAddOns(undefined)).toEqual({})
})
