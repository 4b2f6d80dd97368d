import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useMemo, useState, type FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { countriesIn } from '../parts/countries.ts'
import { Card, Section } from '../parts/page.tsx'
import { commonWords } from '../parts/common-words.ts'
import times from '../parts/times.module.css'

const messages = defineDashboardMessages(
  {
    saved: 'Address saved.',
    title: 'Address and contact',
    about: 'Shown on your site, receipts and emails. May be used to calculate tax.',
    street: 'Street address',
    postalCode: 'Postal code',
    city: 'City',
    country: 'Country',
    chooseCountry: 'Select a country',
    state: 'State',
    province: 'Province',
    save: 'Save address',
  },
  {
    de: {
      saved: 'Adresse gespeichert.',
      title: 'Adresse und Kontakt',
      about: 'Steht auf deiner Website, auf Belegen und in E-Mails. Kann für die Berechnung der Steuer dienen.',
      street: 'Straße und Hausnummer',
      postalCode: 'Postleitzahl',
      city: 'Ort',
      country: 'Land',
      chooseCountry: 'Land auswählen',
      state: 'Bundesstaat',
      province: 'Provinz',
      save: 'Adresse speichern',
    },
  },
)

const none = { line: '', postalCode: '', city: '', country: '', subdivision: '', phone: '', email: '' }
/** Countries whose tax depends on the state or province. */
const hasStates = (country: string): boolean => country === 'US' || country === 'CA'

/** Address and contact details of the business: for the site, receipts, emails and tax. */
export function Address() {
  const t = useMessages(messages)
  const site = useSite()
  const stored = { ...none, ...site.address }
  const [draft, setDraft] = useState(stored)
  const change = useApiMutation('setup.updateSiteSettings')
  const countries = useMemo(() => {
    const known = countriesIn(pageLanguage())
    // An older address may name its country instead of its code.
    return known.some(({ value }) => value === stored.country) || !stored.country ? known : [{ value: stored.country, label: stored.country }, ...known]
  }, [stored.country])
  const changed = JSON.stringify(draft) !== JSON.stringify(stored)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { subdivision, ...rest } = draft
    const address = { ...rest, ...(hasStates(draft.country) && subdivision ? { subdivision } : {}) }
    void change.mutateAsync({ body: { address } }).then(
      () => toast(t.saved),
      () => undefined,
    )
  }
  const field = (name: keyof typeof none, label: string, more: { maxLength: number; type?: string }) => (
    <TextInput size="md" label={label} value={draft[name]} onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })} {...more} />
  )
  return (
    <Section title={t.title} about={t.about}>
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={620}>
            <SaveError error={change.error} />
            {field('line', t.street, { maxLength: 200 })}
            <div className={times.pair}>
              {field('postalCode', t.postalCode, { maxLength: 20 })}
              {field('city', t.city, { maxLength: 100 })}
            </div>
            <div className={times.pair}>
              <Select
                size="md"
                label={t.country}
                placeholder={t.chooseCountry}
                searchable
                clearable
                limit={60}
                value={draft.country || null}
                onChange={(country) => setDraft({ ...draft, country: country ?? '' })}
                data={countries}
              />
              {hasStates(draft.country) && field('subdivision', draft.country === 'US' ? t.state : t.province, { maxLength: 100 })}
            </div>
            <div className={times.pair}>
              {field('phone', commonWords.phone, { maxLength: 50, type: 'tel' })}
              {field('email', commonWords.email, { maxLength: 254, type: 'email' })}
            </div>
            <div>
              <Button type="submit" size="md" disabled={!changed} loading={change.isPending}>
                {t.save}
              </Button>
            </div>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}
