/** The first minute of a new house: who owns it, what it is called, where and when it lives. */
import { useState } from 'react'
import { call, useAsk } from '../api.ts'
import { Form, FormField } from '../kit/form.tsx'
import { Scene } from '../kit/picture.tsx'
import { useTitle } from '../kit/page.tsx'
import { visitorZone } from '../kit/when.tsx'

const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'CAD', 'AUD', 'NZD', 'JPY', 'ILS', 'BRL', 'MXN', 'INR', 'ZAR']
const zones = (): string[] => {
  const all = Intl.supportedValuesOf?.('timeZone') ?? []
  const mine = visitorZone()
  return [...new Set([mine, 'UTC', ...all])]
}
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export function SetUp() {
  useTitle('Set up your site')
  const state = useAsk('house.getSetup')
  const [draft, setDraft] = useState({
    ownerName: '',
    email: '',
    password: '',
    siteName: '',
    timeZone: visitorZone(),
    currency: 'EUR',
    weekStartsOn: '1',
    sample: 'true',
  })
  const field = (key: keyof typeof draft) => ({ name: key, value: draft[key], onChange: (value: string) => setDraft((old) => ({ ...old, [key]: value })) })
  const create = async () => {
    await call('house.setUp', {
      body: {
        ...draft,
        ownerName: draft.ownerName.trim(),
        email: draft.email.trim(),
        siteName: draft.siteName.trim(),
        weekStartsOn: Number(draft.weekStartsOn),
        sample: draft.sample === 'true',
      },
    })
    // Whoever has just made the account is its owner: no need to say so twice.
    await call('identity.signInOwner', { body: { email: draft.email.trim(), password: draft.password } }).catch(() => undefined)
    location.assign('/dashboard')
  }
  return (
    <main className="page page-narrow">
      <div style={{ borderRadius: 26, overflow: 'hidden', marginBottom: 28 }}>
        <Scene seed={draft.siteName || 'Atrium'} ratio="16 / 5" />
      </div>
      {state.data?.needed === false ? (
        <div className="card stack">
          <h1>This site is set up already</h1>
          <p>
            <a href="/dashboard">Go to the dashboard</a>
          </p>
        </div>
      ) : (
        <>
          <h1>Welcome. Let’s open your place.</h1>
          <p className="lead" style={{ marginBottom: 24 }}>
            One minute now; everything can be changed later.
          </p>
          <Form label="Set up" submit="Create my site" onSubmit={create}>
            <div className="card stack">
              <h2 style={{ fontSize: '1.2rem' }}>You</h2>
              <FormField {...field('ownerName')} label="Your name" autoComplete="name" required maxLength={100} />
              <FormField {...field('email')} label="E-mail" type="email" autoComplete="username" inputMode="email" required maxLength={254} />
              <FormField
                {...field('password')}
                label="Password"
                hint="At least 8 characters."
                type="password"
                autoComplete="new-password"
                required
                maxLength={128}
              />
            </div>
            <div className="card stack">
              <h2 style={{ fontSize: '1.2rem' }}>Your business</h2>
              <FormField {...field('siteName')} label="Name" placeholder="Studio Linden" autoComplete="organization" required maxLength={100} />
              <div className="grid-2">
                <FormField
                  {...field('timeZone')}
                  label="Time zone"
                  type="select"
                  required
                  options={zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
                />
                <FormField {...field('currency')} label="Currency" type="select" required options={currencies.map((one) => ({ value: one, label: one }))} />
                <FormField
                  {...field('weekStartsOn')}
                  label="Week starts on"
                  type="select"
                  required
                  options={days.map((day, index) => ({ value: String(index), label: day }))}
                />
              </div>
            </div>
            <fieldset className="card" style={{ border: 0, margin: 0 }}>
              <legend className="sr">How to start</legend>
              {[
                ['true', 'Start with a sample studio', 'Services, classes, plans and a few people to look around with.'],
                ['false', 'Start empty', 'Nothing but your name on the door.'],
              ].map(([value, label, hint]) => (
                <label className="check" key={value}>
                  <input type="radio" name="sample" checked={draft.sample === value} onChange={() => setDraft((old) => ({ ...old, sample: value ?? '' }))} />
                  <span>
                    <span className="strong">{label}</span>
                    <br />
                    <span className="dim small">{hint}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          </Form>
        </>
      )}
    </main>
  )
}
