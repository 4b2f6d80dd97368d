/** Addresses of the site of which it is not proved that they come to this server. Source: guide identity §2.1. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { Site } from '../entities.ts'

const messages = defineDashboardMessages(
  {
    title: 'Not in use yet',
    about: 'Point these names at this server and let your proxy pass the host name. Your site opens there, and can use them in links, once a check succeeds.',
    waiting: 'Not checked yet',
    problems: {
      NOT_CALLED: 'This server can’t check plain http or private addresses. Ask its operator to approve this one.',
      UNREACHABLE: 'No answer at this address. New names can take a few hours to work everywhere.',
      OTHER_SERVER: 'Another server answers there.',
      TAKEN: 'Another site on this server uses it.',
    },
    check: 'Check',
    again: 'Check again',
    checkOne: (address: string) => `Check ${address}`,
    failed: (reason: string) => `The check didn’t run: ${reason}`,
  },
  {
    de: {
      title: 'Noch nicht in Gebrauch',
      about:
        'Lass diese Namen auf diesen Server zeigen und deinen Proxy den Hostnamen weitergeben. Nach einer erfolgreichen Prüfung öffnet sich deine Website dort, und Links können sie nutzen.',
      waiting: 'Noch nicht geprüft',
      problems: {
        NOT_CALLED: 'Adressen mit http oder in privaten Netzen kann dieser Server nicht prüfen. Bitte seinen Betreiber, sie freizugeben.',
        UNREACHABLE: 'Unter dieser Adresse antwortet nichts. Neue Namen brauchen manchmal einige Stunden, bis sie überall funktionieren.',
        OTHER_SERVER: 'Dort antwortet ein anderer Server.',
        TAKEN: 'Eine andere Website auf diesem Server nutzt sie.',
      },
      check: 'Prüfen',
      again: 'Erneut prüfen',
      checkOne: (address) => `${address} prüfen`,
      failed: (reason) => `Die Prüfung fand nicht statt: ${reason}`,
    },
  },
)

export function UnprovedAddresses({ addresses }: { addresses: Site['addresses']['unchecked'] }) {
  const t = useMessages(messages)
  const check = useApiMutation('setup.checkSiteAddress')
  if (addresses.length === 0) return null
  const checked = check.isPending ? check.variables.body.address : undefined
  return (
    <Stack gap="sm" role="group" aria-label={t.title}>
      <div>
        <Text fw={600}>{t.title}</Text>
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
      </div>
      {addresses.map(({ address, problem }) => (
        <Group key={address} justify="space-between" gap="sm" align="flex-start">
          <div style={{ flex: '1 1 14rem' }}>
            <Text style={{ overflowWrap: 'anywhere' }}>{address}</Text>
            <Text size="sm" c={problem ? 'red' : 'dimmed'} role="status">
              {problem ? t.problems[problem] : t.waiting}
            </Text>
          </div>
          <Button
            type="button"
            variant="default"
            aria-label={t.checkOne(address)}
            loading={checked === address}
            disabled={check.isPending && checked !== address}
            onClick={() => check.mutate({ body: { address } })}
          >
            {problem ? t.again : t.check}
          </Button>
        </Group>
      ))}
      {check.isError && (
        <Text size="sm" c="red" role="alert">
          {t.failed(check.error.message)}
        </Text>
      )}
    </Stack>
  )
}
