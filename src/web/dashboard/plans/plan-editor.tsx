import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatPriceSummary } from '#domains/orders/rules/price-summary.ts'
import { priceSpans } from '#domains/orders/rules/price.ts'
import { isAmount } from '#kit/pure/money.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '../../language.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import type { Plan } from '../entities.ts'
import { formatPrice } from '../parts/format-times.ts'
import { PlanCard } from './plan-card.tsx'
import type { PlanForm } from './plan-form.ts'
import css from './plans.module.css'
import { type PlanEditorProps, usePlanEditor } from './use-plan-editor.ts'
import { CoverageFields, PriceFields, RuleFields } from './plan-fields.tsx'
import { planMessages } from './plans.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    edit: (plan: string) => `Edit ${plan}`,
    save: 'Save changes',
    create: 'Create plan',
    description: 'Description',
    perks: 'What’s included',
    perksHint: 'One per line.',
    terms: 'Terms',
    termsHint: 'Shown at checkout.',
    preview: 'Preview',
    pays: (price: ReactNode, tax: { name: string; includedInPrice: boolean } | undefined) => (
      <>
        A customer buying today pays {price}
        {tax ? (tax.includedInPrice ? `, ${tax.name} included` : `, ${tax.name} included in these amounts`) : ''}.
      </>
    ),
  },
  {
    de: {
      edit: (plan) => `„${plan}“ bearbeiten`,
      save: 'Änderungen speichern',
      create: 'Tarif anlegen',
      description: 'Beschreibung',
      perks: 'Leistungen',
      perksHint: 'Eine pro Zeile.',
      terms: 'Bedingungen',
      termsHint: 'Werden beim Kauf gezeigt.',
      preview: 'Vorschau',
      pays: (price, tax) => (
        <>
          Wer heute kauft, zahlt {price}
          {tax ? (tax.includedInPrice ? `, ${tax.name} inbegriffen` : `, ${tax.name} in diesen Beträgen enthalten`) : ''}.
        </>
      ),
    },
  },
)

/** Edits a plan, with its card as customers see it beside the form. */
export function PlanEditor({ plan, onClose }: PlanEditorProps) {
  const t = useMessages(messages)
  const site = useSite()
  const editor = usePlanEditor({ plan, onClose })
  const { saved, draft, set, shown, tax, unsaved } = editor
  const text = (name: 'name' | 'description' | 'perks' | 'terms') => ({
    value: draft[name],
    error: editor.problems[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  return (
    <SidePanel
      open={plan !== undefined}
      onClose={unsaved.close}
      size={860}
      title={saved ? t.edit(saved.name) : currentMessages(planMessages).newPlan}
      footer={
        <Allowed operation="plans.updatePlan">
          <Button type="submit" form="plan" size="md" loading={editor.isSaving}>
            {saved ? t.save : t.create}
          </Button>
        </Allowed>
      }
    >
      <div className={css.editor}>
        <form id="plan" noValidate onSubmit={(event) => void editor.save(event)} onChange={unsaved.markDirty}>
          <AllowedFields operation="plans.updatePlan">
            <Stack gap="lg">
              <SaveError error={editor.problem} />
              <TextInput size="md" label={commonWords.name} required maxLength={50} {...text('name')} />
              <Textarea size="md" label={t.description} autosize minRows={2} maxLength={350} {...text('description')} />
              <Textarea size="md" label={t.perks} description={t.perksHint} autosize minRows={3} {...text('perks')} />
              <PriceFields editor={editor} />
              <CoverageFields editor={editor} />
              <RuleFields editor={editor} />
              <Textarea size="md" label={t.terms} description={t.termsHint} autosize minRows={2} {...text('terms')} />
            </Stack>
          </AllowedFields>
        </form>
        <aside className={css.preview} aria-label={t.preview}>
          <p>{t.preview}</p>
          <PlanCard plan={shown} />
          <p className={css.sentence} role="status">
            {t.pays(<strong>{describePrice(draft, shown.pricing, site, tax)}</strong>, tax)}
          </p>
        </aside>
      </div>
    </SidePanel>
  )
}

/** The price as the checkout shows it, with tax and fees. */
function describePrice(
  draft: PlanForm,
  pricing: Plan['pricing'],
  site: { currency: string; language: string },
  tax: { name: string; rate: string; includedInPrice: boolean } | undefined,
): string {
  const price = isAmount(draft.price) ? draft.price : '0'
  const fees = draft.fees.filter(({ amount }) => isAmount(amount))
  const spans = priceSpans({ price, currency: site.currency, fees, tax, cycleCount: draft.kind === 'recurring' ? draft.cycles : 1 })
  return formatPriceSummary(
    { model: pricing, spans, trialDays: draft.kind === 'recurring' ? draft.trial : 0 },
    (value, currency) => formatPrice({ value, currency }, site),
    pageLanguage(),
  )
}
