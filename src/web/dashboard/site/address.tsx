import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useMemo, useState, type FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { countriesIn } from '../parts/countries.ts'
import { Card, Section } from '../parts/page.tsx'
import times from '../parts/times.module.css'

const none = { line: '', postalCode: '', city: '', country: '', subdivision: '', phone: '', email: '' }
/** Countries whose tax depends on the state or province. */
const hasStates = (country: string): boolean => country === 'US' || country === 'CA'

/** Address and contact details of the business: for the site, receipts, emails and tax. */
export function Address() {
  const site = useSite()
  const stored = { ...none, ...site.address }
  const [draft, setDraft] = useState(stored)
  const change = useApiMutation('setup.updateSiteSettings')
  const countries = useMemo(() => {
    const known = countriesIn(site.language)
    // An older address may name its country instead of its code.
    return known.some(({ value }) => value === stored.country) || !stored.country ? known : [{ value: stored.country, label: stored.country }, ...known]
  }, [site.language, stored.country])
  const changed = JSON.stringify(draft) !== JSON.stringify(stored)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { subdivision, ...rest } = draft
    const address = { ...rest, ...(hasStates(draft.country) && subdivision ? { subdivision } : {}) }
    void change.mutateAsync({ body: { address } }).then(
      () => toast('Address saved.'),
      () => undefined,
    )
  }
  const field = (name: keyof typeof none, label: string, more: { maxLength: number; type?: string }) => (
    <TextInput size="md" label={label} value={draft[name]} onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })} {...more} />
  )
  return (
    <Section title="Address and contact" about="Shown on your site, receipts and emails. May be used to calculate tax.">
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={620}>
            <SaveError error={change.error} />
            {field('line', 'Street address', { maxLength: 200 })}
            <div className={times.pair}>
              {field('postalCode', 'Postal code', { maxLength: 20 })}
              {field('city', 'City', { maxLength: 100 })}
            </div>
            <div className={times.pair}>
              <Select
                size="md"
                label="Country"
                placeholder="Select a country"
                searchable
                clearable
                limit={60}
                value={draft.country || null}
                onChange={(country) => setDraft({ ...draft, country: country ?? '' })}
                data={countries}
              />
              {hasStates(draft.country) && field('subdivision', draft.country === 'US' ? 'State' : 'Province', { maxLength: 100 })}
            </div>
            <div className={times.pair}>
              {field('phone', 'Phone', { maxLength: 50, type: 'tel' })}
              {field('email', 'Email', { maxLength: 254, type: 'email' })}
            </div>
            <div>
              <Button type="submit" size="md" disabled={!changed} loading={change.isPending}>
                Save address
              </Button>
            </div>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}
