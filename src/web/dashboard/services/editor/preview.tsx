/** How the card and the page of a service look while it is written. */
import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { toLocalUrl } from '#kit/pure/picture-sources.ts'
import { Picture } from '#web/kit/picture.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import { formatPrice } from '../../parts/format-times.ts'
import { toAmount } from '../../parts/amounts.ts'
import type { ServiceForm } from '../forms/service-form.ts'
import css from '../services.module.css'
import { Part } from './part.tsx'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    from: (price: string) => `From ${price}`,
    range: (shortest: number, longest: number) => `${shortest} to ${longest} min`,
    serviceName: 'Name of the service',
    about: 'As visitors will see it. It changes while you type.',
    previewOf: 'Preview of',
    card: 'Card',
    page: 'Page',
  },
  {
    de: {
      from: (price) => `ab ${price}`,
      range: (shortest, longest) => `${shortest} bis ${longest} Min.`,
      serviceName: 'Name des Angebots',
      about: 'So sehen es Besucher. Die Vorschau ändert sich, während du tippst.',
      previewOf: 'Vorschau von',
      card: 'Karte',
      page: 'Seite',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(words)

/** The price in a word: as on the card of the site. */
function priceText(form: ServiceForm, format: (value: string) => string): string {
  const t = currentMessages(messages)
  const w = currentMessages(words)
  if (form.priceKind === 'FREE') return w.free
  if (form.priceKind === 'WORDS') return form.priceWords
  const amounts = [form.price, ...ownPrices(form)].map(toAmount).filter((amount) => amount !== undefined)
  const [least] = amounts.toSorted((a, b) => Number(a) - Number(b))
  if (least === undefined) return ''
  return form.priceKind === 'FIXED' ? format(least) : t.from(format(least))
}
function ownPrices(form: ServiceForm): string[] {
  if (form.priceKind === 'LENGTH') return form.lengths.map((minutes) => form.lengthPrices[minutes] ?? '')
  if (form.priceKind === 'PERSON') return Object.values(form.personPrices)
  return form.priceKind === 'CHOICE' ? form.choices.map(({ price }) => price) : []
}
const lengthText = ({ type, lengthKind, lengths, shortest, longest }: ServiceForm): string =>
  type !== 'APPOINTMENT' ? '' : lengthKind === 'RANGE' ? text.range(shortest, longest) : lengths.length === 0 ? '' : wordText.minutesShort(lengths.join(', '))

export function ServicePreview({ form }: { form: ServiceForm }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const [view, setView] = useState<'card' | 'page'>('card')
  const name = form.name.trim() || t.serviceName
  const price = priceText(form, (value) => formatPrice({ value, currency: site.currency }, site))
  return (
    <Part name="preview" title={w.preview} about={t.about}>
      <SegmentedControl
        aria-label={t.previewOf}
        value={view}
        onChange={(next) => setView(next as typeof view)}
        data={[
          { value: 'card', label: t.card },
          { value: 'page', label: t.page },
        ]}
      />
      <article className={view === 'card' ? css.previewCard : css.previewPage} aria-label={w.preview}>
        <Picture src={form.picture?.url} seed={form.name.trim()} isService alt={form.pictureAlt} ratio={view === 'card' ? '16 / 10' : '16 / 8'} />
        <div className={css.previewText}>
          <Text fw={650} size={view === 'card' ? 'lg' : 'xl'} component="h4">
            {name}
          </Text>
          {form.tagLine && <Text c="dimmed">{form.tagLine}</Text>}
          <Text size="sm">{[lengthText(form), price].filter(Boolean).join(' · ')}</Text>
          {view === 'page' && form.description && <p className={css.previewWords}>{form.description}</p>}
        </div>
        {view === 'page' && form.gallery.length > 0 && (
          <div className={css.previewGallery}>
            {form.gallery.map((image, at) => (
              // A picture may be there twice.
              <img key={`${at} ${image.url}`} src={toLocalUrl(image.url)} alt={image.altText ?? ''} loading="lazy" />
            ))}
          </div>
        )}
      </article>
    </Part>
  )
}
