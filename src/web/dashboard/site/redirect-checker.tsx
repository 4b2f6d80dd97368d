import { Alert, Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError, toastError } from '../api-helpers.ts'
import type { ClientApp } from '../entities.ts'
import css from './site.module.css'

type Verdict = ReplyOf<'identity.checkRedirectAddress'>
const reasonTexts: Record<string, string> = {
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
}
const listNames: Record<string, string> = { allowedRedirectUris: 'URLs', allowedRedirectDomains: 'domains' }

/** Checks whether a storefront may use an address, and shows what to add otherwise. */
export function RedirectChecker({
  client,
  onAdd,
}: {
  client: ClientApp
  onAdd: (list: 'allowedRedirectUris' | 'allowedRedirectDomains', entry: string) => Promise<unknown>
}) {
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
        Test a URL
      </Text>
      <form className={css.add} onSubmit={(event) => void checkAddress(event)}>
        <TextInput
          size="md"
          required
          aria-label={`URL to test for ${client.name}`}
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
          Test
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
            <p>
              Sign-in redirect: <strong>{verdict.asRedirectUri ? 'allowed' : 'not allowed'}</strong>. Checkout and booking redirect:{' '}
              <strong>{verdict.asRedirectDomain ? 'allowed' : 'not allowed'}</strong>.
            </p>
            {verdict.reasons.length > 0 ? (
              <ul>
                {verdict.reasons.map((reason) => (
                  <li key={reason}>{reasonTexts[reason] ?? reason}</li>
                ))}
              </ul>
            ) : null}
            <div className={css.hints}>
              {verdict.suggestions.map(({ list, entry }) => (
                <Button
                  key={list}
                  variant="default"
                  onClick={() => void onAdd(list as 'allowedRedirectUris' | 'allowedRedirectDomains', entry).then(() => checkAddress(), toastError)}
                >{`Add ${entry} to ${listNames[list] ?? list}`}</Button>
              ))}
            </div>
          </Note>
        </div>
      ) : null}
    </div>
  )
}
