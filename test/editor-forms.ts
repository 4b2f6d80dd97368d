/** Forms of the dashboard as an owner could fill them in, and single fields that they change. */
import fc from 'fast-check'
import { newServiceForm, withPriceKind, withType, type PriceKind, type ServiceForm } from '#web/dashboard/services/forms/service-form.ts'

/** What a site has for its services to use; ids, but for the people. */
export interface SiteParts {
  people: { id: string; resourceId: string }[]
  categories: string[]
  places: string[]
  policies: string[]
  plans: string[]
  rooms: { typeId: string; ids: string[] }
  addOns: string[]
}

export const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2))
export const words = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: 'grapheme-ascii' }).map((text) => text.trim() || 'x')
export const lines = fc.array(words(20), { minLength: 0, maxLength: 4 }).map((list) => list.join('\n'))
export const some = <T>(list: () => T[], minLength = 0) =>
  fc.array(fc.nat({ max: 9 }), { minLength, maxLength: 4 }).map((picks) => [...new Set(picks.map((at) => list()[at % list().length] as T))])
export const one = <T>(list: () => T[]) => fc.nat({ max: 9 }).map((at) => list()[at % list().length] as T)

/** Forms as an owner could fill them in, of every type and kind of price. */
export const createServiceForms = (parts: () => SiteParts): fc.Arbitrary<ServiceForm> =>
  fc
    .record({
      type: fc.constantFrom('APPOINTMENT' as const, 'CLASS' as const, 'COURSE' as const),
      priceKind: fc.constantFrom<PriceKind>('FIXED', 'LENGTH', 'PERSON', 'CHOICE', 'WORDS', 'FREE'),
      name: words(40),
      tagLine: lines,
      color: fc.constantFrom(null, 'pink' as const, 'teal' as const),
      description: lines,
      lengths: fc.uniqueArray(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 4 }),
      range: fc.boolean(),
      pause: fc.integer({ min: 0, max: 720 }),
      capacity: fc.integer({ min: 1, max: 1000 }),
      categoryId: fc.option(one(() => parts().categories)),
      staffIds: some(() => parts().people.map((person) => person.resourceId), 1),
      needsRoom: fc.boolean(),
      where: fc.constantFrom('BUSINESS' as const, 'CUSTOM' as const, 'CUSTOMER' as const),
      placeIds: some(() => parts().places, 1),
      address: words(40),
      meeting: fc.boolean(),
      price: fc.integer({ min: 5_000, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      priceWords: words(50),
      own: fc.array(amount, { minLength: 4, maxLength: 4 }),
      choiceNames: fc.uniqueArray(words(12), { minLength: 1, maxLength: 4 }),
      takesDeposit: fc.boolean(),
      deposit: amount.map((text) => (Number(text) < 50 ? text : '10.00')),
      mayPayInFull: fc.boolean(),
      payOnline: fc.boolean(),
      payByPlan: fc.boolean(),
      planIds: some(() => parts().plans),
      addOnOption: fc.constantFrom('', 'ONLINE', 'IN_PERSON'),
      isOpen: fc.boolean(),
      approval: fc.boolean(),
      allowsManyRequests: fc.boolean(),
      policyId: one(() => parts().policies),
      addOnGroups: fc.array(
        fc.record({ name: words(30), prompt: words(40), max: fc.option(fc.integer({ min: 1, max: 7 })), addOnIds: some(() => parts().addOns, 1) }),
        { maxLength: 3 },
      ),
      seoTitle: words(40),
      seoDescription: words(80),
      noIndex: fc.boolean(),
      picture: fc.constantFrom(undefined, { url: 'https://pictures.example/main.jpg' }),
      pictureAlt: words(40),
    })
    .map(({ range, needsRoom, own, choiceNames, approval, priceKind, type, ...rest }) => {
      const priced = withPriceKind(withType({ ...newServiceForm, ...rest }, type), priceKind)
      const usable = withType(priced, type)
      const appointment = type === 'APPOINTMENT'
      const isPriced = usable.priceKind !== 'FREE' && usable.priceKind !== 'WORDS'
      const takesDeposit = isPriced && rest.takesDeposit
      return {
        ...usable,
        pictureAlt: rest.picture ? rest.pictureAlt : '',
        lengthKind: range && usable.priceKind !== 'LENGTH' ? 'RANGE' : 'LIST',
        rooms: appointment && needsRoom ? [parts().rooms] : [],
        meetingLink: rest.meeting ? 'https://meet.example/room' : '',
        lengthPrices: Object.fromEntries(rest.lengths.map((minutes, at) => [String(minutes), own[at % 4] as string])),
        personPrices: Object.fromEntries(parts().people.map(({ resourceId }, at) => [resourceId, own[at % 4] as string])),
        choiceName: 'Kind',
        choices: choiceNames.map((name, at) => ({ name, price: own[at % 4] as string })),
        takesDeposit,
        payOnline: isPriced && (takesDeposit || rest.payOnline),
        payAtDesk: !takesDeposit,
        needsApproval: approval && !rest.payByPlan,
      } satisfies ServiceForm
    })

/** One field each, another value than it had, and what of the entity follows from it. */
export const createServiceMutations = (parts: () => SiteParts): [keyof ServiceForm, (form: ServiceForm) => Partial<ServiceForm> | undefined, string[]][] => [
  ['name', (form) => ({ name: `${form.name} anew` }), ['name', 'mainSlug', 'supportedSlugs', 'urls']],
  ['picture', (form) => ({ picture: form.picture ? undefined : { url: 'https://pictures.example/b.jpg' }, pictureAlt: '' }), ['media']],
  ['pictureAlt', (form) => (form.picture ? { pictureAlt: form.pictureAlt === 'Mats' ? 'Blocks' : 'Mats' } : undefined), ['media']],
  ['gallery', (form) => ({ gallery: [{ url: 'https://pictures.example/c.jpg', altText: 'A door' }, ...form.gallery] }), ['media']],
  [
    'addOnGroups',
    (form) => (form.addOnGroups.length > 0 ? { addOnGroups: form.addOnGroups.slice(1).toReversed() } : undefined),
    ['addOnGroups', 'addOnDetails'],
  ],
  ['addOnOption', (form) => ({ addOnOption: form.addOnOption === 'ONLINE' ? 'IN_PERSON' : 'ONLINE' }), ['payment']],
  ['slug', (form) => ({ slug: `${form.slug}-x` }), ['mainSlug', 'supportedSlugs', 'urls']],
  ['seoTitle', (form) => ({ seoTitle: form.seoTitle ? '' : 'Calm evenings' }), ['seoData']],
  ['noIndex', (form) => ({ noIndex: !form.noIndex }), ['seoData']],
  ['tagLine', (form) => ({ tagLine: form.tagLine ? '' : 'Soft light' }), ['tagLine']],
  ['color', (form) => ({ color: form.color === 'moss' ? null : 'moss' }), ['extendedFields']],
  ['description', (form) => ({ description: `${form.description}\n\nBring a towel.` }), ['description']],
  ['categoryId', (form) => ({ categoryId: form.categoryId ? null : (parts().categories[0] ?? null) }), ['category']],
  [
    'lengths',
    (form) => (form.type === 'APPOINTMENT' && form.lengthKind === 'LIST' && form.priceKind !== 'LENGTH' ? { lengths: [...form.lengths, 601] } : undefined),
    ['schedule'],
  ],
  ['shortest', (form) => (form.type === 'APPOINTMENT' && form.lengthKind === 'RANGE' ? { shortest: 30 } : undefined), ['schedule']],
  ['pause', (form) => (form.type === 'APPOINTMENT' ? { pause: (form.pause + 5) % 700 } : undefined), ['schedule']],
  ['capacity', (form) => (form.type === 'APPOINTMENT' ? undefined : { capacity: (form.capacity % 1000) + 1 }), ['defaultCapacity']],
  [
    'rooms',
    (form) =>
      form.type === 'APPOINTMENT' ? { rooms: form.rooms.length > 0 ? [] : [{ typeId: parts().rooms.typeId, ids: parts().rooms.ids.slice(0, 1) }] } : undefined,
    ['serviceResources'],
  ],
  ['address', (form) => (form.where === 'CUSTOM' ? { address: `${form.address} 7` } : undefined), ['locations']],
  ['meetingLink', (form) => (form.meeting ? { meetingLink: 'https://meet.example/other' } : undefined), ['conferencing']],
  ['price', (form) => (form.priceKind === 'FREE' || form.priceKind === 'WORDS' ? undefined : { price: `${Number(form.price) + 1}` }), ['payment']],
  ['priceWords', (form) => (form.priceKind === 'WORDS' ? { priceWords: 'Ask at the door' } : undefined), ['payment']],
  ['planIds', (form) => ({ planIds: form.planIds.length > 0 ? [] : parts().plans }), ['payment']],
  ['isOpen', (form) => ({ isOpen: !form.isOpen }), ['onlineBooking']],
  ['allowsManyRequests', (form) => ({ allowsManyRequests: !form.allowsManyRequests }), ['onlineBooking']],
  ['policyId', (form) => ({ policyId: parts().policies.find((id) => id !== form.policyId) ?? null }), ['bookingPolicy']],
  ['mayPayInFull', (form) => (form.priceKind === 'FREE' || form.priceKind === 'WORDS' ? undefined : { mayPayInFull: !form.mayPayInFull }), ['payment']],
]
