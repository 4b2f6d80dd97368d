/** The form state of an add-on: read from the entity, and written back as the fields that changed. Pure. */
import type { InputOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { AddOn } from '../../entities.ts'
import { isSameAmount, toAmount } from '../../parts/amounts.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    enterPrice: 'Enter an amount such as 2.50, or 0.',
  },
  {
    de: {
      enterPrice: 'Gib einen Betrag wie 2,50 oder 0 ein.',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

export interface AddOnForm {
  name: string
  price: string
  /** Several of it, or more time: never both. */
  kind: 'QUANTITY' | 'DURATION'
  quantity: number
  minutes: number
  picture: { id?: string | undefined; url: string } | undefined
}
type AddOnInput = InputOf<'addOns.createAddOn'>['body']['addOn']

export const newAddOnForm: AddOnForm = { name: '', price: '', kind: 'QUANTITY', quantity: 1, minutes: 10, picture: undefined }

export const toAddOnForm = ({ name, price, durationInMinutes, maxQuantity, mainMedia }: AddOn): AddOnForm => ({
  name,
  price: price.value,
  kind: durationInMinutes ? 'DURATION' : 'QUANTITY',
  quantity: maxQuantity ?? newAddOnForm.quantity,
  minutes: durationInMinutes ?? newAddOnForm.minutes,
  picture: (mainMedia as { image?: { id?: string; url: string } } | undefined)?.image,
})

export const addOnProblems = ({ name, price }: AddOnForm): { name?: string; price?: string } => ({
  ...(name.trim() === '' ? { name: sharedText.enterName } : {}),
  ...(toAmount(price) === undefined ? { price: text.enterPrice } : {}),
})

/** All fields of a new add-on, or those that differ from `before`. */
export function toAddOnInput(form: AddOnForm, before?: AddOnForm): AddOnInput {
  const changed = (...fields: (keyof AddOnForm)[]) => !before || fields.some((field) => JSON.stringify(form[field]) !== JSON.stringify(before[field]))
  return {
    ...(changed('name') ? { name: form.name.trim() } : {}),
    ...(before && isSameAmount(form.price, before.price) ? {} : { price: { value: toAmount(form.price) ?? form.price } }),
    ...(changed('kind', form.kind === 'DURATION' ? 'minutes' : 'quantity')
      ? form.kind === 'DURATION'
        ? { durationInMinutes: form.minutes }
        : { maxQuantity: form.quantity }
      : {}),
    ...(changed('picture') && (form.picture || before?.picture) ? { mainMedia: form.picture ? { image: form.picture } : null } : {}),
  }
}
