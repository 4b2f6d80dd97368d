/** What the operator of the server allows the site, and how much of it is used; nothing where there is no limit. Source: guide identity §2.1. */
import { Stack, Text } from '@mantine/core'
import { pageLanguage } from '#web/language.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Site } from '../entities.ts'
import { Meter } from '../parts/meter.tsx'
import { Card, Section } from '../parts/page.tsx'

const messages = defineDashboardMessages(
  {
    title: 'Limits',
    about: 'Set by the operator of the server. Ask them for more room before you need it.',
    members: (used: string, allowed: string) => `${used} of ${allowed} members`,
    pictureBytes: (used: string, allowed: string) => `${used} of ${allowed} MB for pictures`,
    requestsPerMinute: (allowed: string) => `${allowed} API requests a minute`,
    full: 'No room left',
  },
  {
    de: {
      title: 'Grenzen',
      about: 'Der Betreiber des Servers legt sie fest. Bitte ihn rechtzeitig um mehr Platz.',
      members: (used, allowed) => `${used} von ${allowed} Mitgliedern`,
      pictureBytes: (used, allowed) => `${used} von ${allowed} MB für Bilder`,
      requestsPerMinute: (allowed) => `${allowed} API-Anfragen pro Minute`,
      full: 'Kein Platz mehr',
    },
  },
)

type Limit = NonNullable<Site['limits']>[number]

function useLimitText() {
  const t = useMessages(messages)
  const format = new Intl.NumberFormat(pageLanguage(), { maximumFractionDigits: 1 })
  return ({ limit, used = 0, allowed }: Limit): string =>
    ({
      members: t.members(format.format(Math.min(used, allowed)), format.format(allowed)),
      pictureBytes: t.pictureBytes(format.format(used / 1_000_000), format.format(allowed / 1_000_000)),
      requestsPerMinute: t.requestsPerMinute(format.format(allowed)),
    })[limit]
}

export function SiteLimits() {
  const t = useMessages(messages)
  const toText = useLimitText()
  const { limits } = useSite()
  if (!limits) return null
  return (
    <Section title={t.title} about={t.about}>
      <Card>
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {limits.map((one) => (
            <Stack component="li" key={one.limit} gap={6} maw={420}>
              <span>
                {toText(one)}
                {one.used !== undefined && one.used >= one.allowed && (
                  <Text span c="red" fw={600} ml="sm">
                    {t.full}
                  </Text>
                )}
              </span>
              {one.used !== undefined && <Meter value={Math.min(one.used, one.allowed)} of={one.allowed} label={toText(one)} />}
            </Stack>
          ))}
        </Stack>
      </Card>
    </Section>
  )
}
