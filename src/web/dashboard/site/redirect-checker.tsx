import { Alert, Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError, toastError } from '../api-helpers.ts'
import type { ClientApp } from '../entities.ts'
import css from './site.module.css'

const messages = defineDashboardMessages(
  {
    reasons: {
      NOT_AN_ADDRESS: 'Enter a full URL that starts with https://.',
      FORBIDDEN_SCHEME: 'This type of URL isn’t allowed.',
      HAS_USER_NAME: 'URLs can’t contain a user name or password.',
      HAS_FRAGMENT: 'URLs can’t contain a fragment (#). Remove that part.',
      LOCALHOST_SWITCHED_OFF: '“Allow localhost” is off.',
      DIFFERS_BY_TRAILING_SLASH: 'A listed URL differs only by the trailing slash. URLs must match exactly.',
      DIFFERS_BY_QUERY: 'A listed URL differs only by its query string.',
      DIFFERS_BY_CASE: 'A listed URL differs only by letter case.',
      DIFFERS_BY_SCHEME: 'A listed URL differs only by http or https.',
      DIFFERS_BY_PATH: 'A listed URL has the same host but a different path.',
      SUBDOMAIN_NOT_LISTED: 'Subdomains of a listed domain aren’t included. Add *.domain to allow them.',
      NOT_LISTED: 'Not in either list.',
    } as Record<string, string>,
    test: 'Test a URL',
    label: (app: string) => `URL to test for ${app}`,
    run: 'Test',
    verdict: (isForSignIn: boolean, isForCheckout: boolean) => (
      <>
        Sign-in redirect: <strong>{isForSignIn ? 'allowed' : 'not allowed'}</strong>. Checkout and booking redirect:{' '}
        <strong>{isForCheckout ? 'allowed' : 'not allowed'}</strong>.
      </>
    ),
    addTo: { allowedRedirectUris: (entry) => `Add ${entry} to URLs`, allowedRedirectDomains: (entry) => `Add ${entry} to domains` } as Record<
      string,
      (entry: string) => string
    >,
  },
  {
    de: {
      reasons: {
        NOT_AN_ADDRESS: 'Gib eine vollständige URL ein, die mit https:// beginnt.',
        FORBIDDEN_SCHEME: 'Diese Art von URL ist nicht erlaubt.',
        HAS_USER_NAME: 'URLs dürfen weder Benutzernamen noch Passwort enthalten.',
        HAS_FRAGMENT: 'URLs dürfen kein Fragment (#) enthalten. Entferne diesen Teil.',
        LOCALHOST_SWITCHED_OFF: '„localhost erlauben“ ist ausgeschaltet.',
        DIFFERS_BY_TRAILING_SLASH: 'Eine URL der Liste unterscheidet sich nur durch den Schrägstrich am Ende. URLs müssen genau übereinstimmen.',
        DIFFERS_BY_QUERY: 'Eine URL der Liste unterscheidet sich nur durch ihre Parameter (hinter dem ?).',
        DIFFERS_BY_CASE: 'Eine URL der Liste unterscheidet sich nur durch Groß- und Kleinschreibung.',
        DIFFERS_BY_SCHEME: 'Eine URL der Liste unterscheidet sich nur durch http oder https.',
        DIFFERS_BY_PATH: 'Eine URL der Liste hat denselben Host, aber einen anderen Pfad.',
        SUBDOMAIN_NOT_LISTED: 'Subdomains einer Domain der Liste gehören nicht dazu. Mit *.domain erlaubst du sie.',
        NOT_LISTED: 'Steht in keiner der beiden Listen.',
      },
      test: 'URL prüfen',
      label: (app) => `URL, die für ${app} geprüft wird`,
      run: 'Prüfen',
      verdict: (isForSignIn, isForCheckout) => (
        <>
          Weiterleitung nach dem Anmelden: <strong>{isForSignIn ? 'erlaubt' : 'nicht erlaubt'}</strong>. Weiterleitung nach dem Bezahlen und Buchen:{' '}
          <strong>{isForCheckout ? 'erlaubt' : 'nicht erlaubt'}</strong>.
        </>
      ),
      addTo: { allowedRedirectUris: (entry) => `${entry} zu den URLs hinzufügen`, allowedRedirectDomains: (entry) => `${entry} zu den Domains hinzufügen` },
    },
  },
)

type Verdict = ReplyOf<'identity.checkRedirectAddress'>
/** Checks whether a storefront may use an address, and shows what to add otherwise. */
export function RedirectChecker({
  client,
  onAdd,
}: {
  client: ClientApp
  onAdd: (list: 'allowedRedirectUris' | 'allowedRedirectDomains', entry: string) => Promise<unknown>
}) {
  const t = useMessages(messages)
  const check = useApiMutation('identity.checkRedirectAddress')
  const [address, setAddress] = useState('')
  const [verdict, setVerdict] = useState<Verdict>()
  const checkAddress = async (event?: FormEvent) => {
    event?.preventDefault()
    setVerdict(await check.mutateAsync({ params: { id: client.id }, body: { address: address.trim() } }).catch(() => undefined))
  }
  return (
    <div>
      <Text fw={600} mb={4}>
        {t.test}
      </Text>
      <form className={css.add} onSubmit={(event) => void checkAddress(event)}>
        <TextInput
          size="md"
          required
          aria-label={t.label(client.name)}
          placeholder="https://www.example.org/callback"
          autoComplete="off"
          maxLength={2048}
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setVerdict(undefined)
          }}
        />
        <Button type="submit" variant="default" loading={check.isPending}>
          {t.run}
        </Button>
      </form>
      {check.error ? (
        <Alert mt="sm" color="red" role="alert">
          {describeError(check.error)}
        </Alert>
      ) : null}
      {verdict ? (
        <div style={{ marginTop: 12 }}>
          <Note tone={verdict.asRedirectUri && verdict.asRedirectDomain ? 'good' : 'warn'} role="status">
            <p>{t.verdict(verdict.asRedirectUri, verdict.asRedirectDomain)}</p>
            {verdict.reasons.length > 0 ? (
              <ul>
                {verdict.reasons.map((reason) => (
                  <li key={reason}>{t.reasons[reason] ?? reason}</li>
                ))}
              </ul>
            ) : null}
            <div className={css.hints}>
              {verdict.suggestions.map(({ list, entry }) => (
                <Button
                  key={list}
                  variant="default"
                  onClick={() => void onAdd(list as 'allowedRedirectUris' | 'allowedRedirectDomains', entry).then(() => checkAddress(), toastError)}
                >
                  {t.addTo[list]?.(entry) ?? entry}
                </Button>
              ))}
            </div>
          </Note>
        </div>
      ) : null}
    </div>
  )
}
