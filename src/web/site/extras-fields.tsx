/** Choosing option, length and add-ons of a service, each with what it adds to price and time. Loaded where there is something to choose. */
import { useId } from 'react'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { formatMoney } from '../kit/money.tsx'
import { formatDuration } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import type { Service } from './catalog.ts'
import { type ChosenAddOns, type Extras, isGroupFull, type Offer, type OfferedAddOn, type OfferedGroup, priceEach } from './extras.ts'

const messages = defineMessages(
  {
    length: 'Duration',
    option: 'Option',
    upTo: (count: number) => (count === 1 ? 'Choose one' : `Choose up to ${count}`),
    free: 'free',
    quantity: (name: string) => `Quantity of ${name}`,
  },
  {
    de: {
      length: 'Dauer',
      option: 'Auswahl',
      upTo: (count) => (count === 1 ? 'Wähle eins' : `Wähle bis zu ${count}`),
      free: 'kostenlos',
      quantity: (name) => `Anzahl ${name}`,
    },
    fr: {
      length: 'Durée',
      option: 'Option',
      upTo: (count) => (count < 2 ? '1 au choix' : `Jusqu’à ${count} au choix`),
      free: 'gratuit',
      quantity: (name) => `Quantité : ${name}`,
    },
    es: {
      length: 'Duración',
      option: 'Opción',
      upTo: (count) => (count === 1 ? 'Elige 1' : `Elige hasta ${count}`),
      free: 'gratis',
      quantity: (name) => `Cantidad: ${name}`,
    },
  },
)

interface ExtrasFieldsProps {
  service: Service
  offer: Offer
  extras: Extras
  onChange: (to: Extras) => void
  /** The add-ons that a time was chosen with: after that nothing may be added that makes an appointment longer. */
  chosenBefore?: ChosenAddOns
}
export function ExtrasFields({ service, offer, extras, onChange, chosenBefore }: ExtrasFieldsProps) {
  const t = useMessages(messages)
  const site = useSite()
  const money = (value: string) => formatMoney(value, site.currency, site.language)
  const formatPriceEach = (change: Partial<Extras>) => money(priceEach(service, offer, { ...extras, ...change }, undefined))
  const { option } = offer
  const isOffered = (addOn: OfferedAddOn) => !chosenBefore || service.type !== 'APPOINTMENT' || !addOn.minutes || (chosenBefore[addOn.id] ?? 0) > 0
  return (
    <>
      {option?.values.length ? (
        <Chips
          legend={option.name || t.option}
          values={option.values}
          chosen={extras.choice}
          describe={(value) => `${value} · ${formatPriceEach({ choice: value })}`}
          onChoose={(choice) => onChange({ ...extras, choice })}
        />
      ) : null}
      {offer.lengths.length > 1 && !chosenBefore ? (
        <Chips
          legend={t.length}
          values={offer.lengths}
          chosen={extras.minutes ?? offer.lengths[0]}
          describe={(minutes) => (option?.type === 'DURATION' ? `${formatDuration(minutes)} · ${formatPriceEach({ minutes })}` : formatDuration(minutes))}
          onChoose={(minutes) => onChange({ ...extras, minutes })}
        />
      ) : null}
      {offer.groups.map((group) => {
        const addOns = group.addOns.filter((addOn) => isOffered(addOn))
        return addOns.length > 0 ? <AddOnGroup key={group.id} group={{ ...group, addOns }} all={group} extras={extras} onChange={onChange} /> : null
      })}
    </>
  )
}

interface ChipsProps<V extends string | number> {
  legend: string
  values: readonly V[]
  chosen: V | undefined
  describe: (value: V) => string
  onChoose: (value: V) => void
}
function Chips<V extends string | number>({ legend, values, chosen, describe, onChoose }: ChipsProps<V>) {
  const id = useId()
  return (
    <div className="stack-s">
      <p className="field-label" id={id}>
        {legend}
      </p>
      <div className="chips" role="group" aria-labelledby={id}>
        {values.map((value) => (
          <button key={value} type="button" className="chip" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
            {describe(value)}
          </button>
        ))}
      </div>
    </div>
  )
}

interface AddOnGroupProps {
  group: OfferedGroup
  /** The group with those that are not offered here: they count, too. */
  all: OfferedGroup
  extras: Extras
  onChange: (to: Extras) => void
}
function AddOnGroup({ group, all, extras, onChange }: AddOnGroupProps) {
  const t = useMessages(messages)
  const site = useSite()
  const isFull = isGroupFull(all, extras.addOns)
  const setCount = (id: string, count: number) => onChange({ ...extras, addOns: { ...extras.addOns, [id]: count } })
  const hint = [group.prompt, group.max !== undefined && group.max < all.addOns.length ? t.upTo(group.max) : ''].filter(Boolean).join(' · ')
  return (
    <fieldset className="choices">
      <legend className="field-label">
        {group.name}
        {hint ? <span className="block small dim regular">{hint}</span> : null}
      </legend>
      {group.addOns.map((addOn) => {
        const count = extras.addOns[addOn.id] ?? 0
        const price = Number(addOn.price) > 0 ? `+${formatMoney(addOn.price, site.currency, site.language)}` : t.free
        return (
          <div key={addOn.id} className="row row-between">
            <label className="check grow">
              <input
                type="checkbox"
                checked={count > 0}
                disabled={isFull && count === 0}
                onChange={(event) => setCount(addOn.id, event.target.checked ? 1 : 0)}
              />
              <span>
                {addOn.name}
                <span className="dim small">
                  {' '}
                  · {price}
                  {addOn.minutes ? ` · +${formatDuration(addOn.minutes)}` : ''}
                </span>
              </span>
            </label>
            {count > 0 && addOn.maxQuantity > 1 ? (
              <select
                className="select extra-count"
                aria-label={t.quantity(addOn.name)}
                value={count}
                onChange={(event) => setCount(addOn.id, Number(event.target.value))}
              >
                {Array.from({ length: Math.min(addOn.maxQuantity, 20) }, (_, n) => (
                  <option key={n} value={n + 1}>
                    {n + 1}
                  </option>
                ))}
              </select>
            ) : null}
          </div>
        )
      })}
    </fieldset>
  )
}
