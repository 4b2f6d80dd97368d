import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ApiError, useApiMutation } from '#web/api.ts'
import { setApiReply } from '#web/api-reply.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Notice } from '../parts/notice.tsx'
import { Card, Section } from '../parts/page.tsx'
import { UnprovedAddresses } from './unproved-addresses.tsx'

const messages = defineDashboardMessages(
  {
    ask: 'Change web address?',
    askMain: (address: string) => `Links in emails will point to ${address}. Make sure your site opens there, otherwise members can’t reset their password.`,
    askOthers: 'Your site opens at these addresses only. Removed addresses stop working.',
    change: 'Change address',
    saved: 'Web address saved.',
    invalid: 'One of the addresses is invalid. Check the form.',
    title: 'Web address',
    about: 'Where your site opens and where links in emails point. Unlisted addresses don’t work when the server hosts several sites.',
    unset: 'No address set',
    unsetHint: (address: string) => `Links in emails point to ${address}, which only works on this machine. Enter the address your members use.`,
    site: 'Site address',
    fixed: 'Set on the server (PUBLIC_URL).',
    example: 'For example, https://studio.example',
    others: 'Other addresses',
    othersHint: 'Your site also opens at these. Separate them with spaces. Keep a former address here while links to it are still in use.',
    save: 'Save web address',
    viewing: (address: string) => `You’re viewing it at ${address}.`,
  },
  {
    de: {
      ask: 'Webadresse ändern?',
      askMain: (address) =>
        `Links in E-Mails führen dann zu ${address}. Stelle sicher, dass sich deine Website dort öffnet. Sonst können Mitglieder ihr Passwort nicht zurücksetzen.`,
      askOthers: 'Deine Website öffnet sich nur unter diesen Adressen. Entfernte Adressen funktionieren nicht mehr.',
      change: 'Adresse ändern',
      saved: 'Webadresse gespeichert.',
      invalid: 'Eine der Adressen ist ungültig. Prüfe deine Eingaben.',
      title: 'Webadresse',
      about: 'Wo sich deine Website öffnet und wohin Links in E-Mails führen. Betreibt der Server mehrere Websites, funktionieren nur eingetragene Adressen.',
      unset: 'Noch keine Adresse',
      unsetHint: (address) =>
        `Links in E-Mails führen zu ${address}. Das funktioniert nur auf diesem Rechner. Gib die Adresse ein, die deine Mitglieder nutzen.`,
      site: 'Adresse der Website',
      fixed: 'Auf dem Server festgelegt (PUBLIC_URL).',
      example: 'Zum Beispiel https://studio.example',
      others: 'Weitere Adressen',
      othersHint:
        'Auch hier öffnet sich deine Website. Trenne Adressen mit Leerzeichen. Behalte eine frühere Adresse, solange Links zu ihr noch genutzt werden.',
      save: 'Webadresse speichern',
      viewing: (address) => `Du siehst sie gerade unter ${address}.`,
    },
  },
)

/** Where the site is reached: links in emails lead to the first address, the others show the site as well. */
export function WebAddress() {
  const t = useMessages(messages)
  const { addresses } = useSite()
  const { main, others, isFixed, isUnset } = addresses
  const [draft, setDraft] = useState({ main, others: others.join('\n') })
  const [errors, setErrors] = useState<{ main?: string; others?: string }>({})
  const openConfirm = useConfirm()
  const change = useApiMutation('setup.updateSiteSettings')
  const isChanged = draft.main.trim() !== main || draft.others.trim() !== others.join('\n')
  const list = draft.others
    .split(/[\s,]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    const changesMain = main !== draft.main.trim()
    openConfirm({
      title: t.ask,
      description: changesMain ? t.askMain(draft.main.trim()) : t.askOthers,
      confirmLabel: t.change,
      successMessage: t.saved,
      onConfirm: async () => {
        // The former address keeps working until it is removed from the list.
        const otherAddresses = changesMain && !isUnset && !list.includes(main) ? [...list, main] : list
        try {
          const saved = await change.mutateAsync({
            body: { ...(isFixed || (isUnset && !changesMain) ? {} : { siteAddress: draft.main.trim() }), otherAddresses },
          })
          // The next change keeps the address that this one set, also before the site is read anew.
          setApiReply('setup.getSiteSettings', undefined, saved)
          setDraft({ main: saved.addresses.main, others: saved.addresses.others.join('\n') })
        } catch (error) {
          if (!(error instanceof ApiError) || error.violations.length === 0) throw error
          const about = (field: string) => error.violations.find((one) => one.field.startsWith(field))?.description
          setErrors({ ...withText('main', about('siteAddress')), ...withText('others', about('otherAddresses')) })
          throw new Error(t.invalid, { cause: error })
        }
      },
    })
  }
  return (
    <Section title={t.title} about={t.about}>
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={620}>
            {isUnset && (
              <Notice tone="wait" title={t.unset}>
                {t.unsetHint(main)}
              </Notice>
            )}
            <TextInput
              size="md"
              label={t.site}
              description={isFixed ? t.fixed : t.example}
              required
              readOnly={isFixed}
              inputMode="url"
              autoComplete="off"
              maxLength={300}
              value={draft.main}
              error={errors.main}
              onChange={(event) => setDraft({ ...draft, main: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              label={t.others}
              description={t.othersHint}
              inputMode="url"
              autoComplete="off"
              value={draft.others.replaceAll('\n', ' ')}
              error={errors.others}
              onChange={(event) => setDraft({ ...draft, others: event.currentTarget.value.replaceAll(' ', '\n') })}
            />
            <UnprovedAddresses addresses={addresses.unchecked} />
            <Group gap="md">
              <Button type="submit" size="md" disabled={!isChanged || draft.main.trim() === ''} loading={change.isPending}>
                {t.save}
              </Button>
              {location.origin !== main && !others.includes(location.origin) && (
                <Text size="sm" c="dimmed">
                  {t.viewing(location.origin)}
                </Text>
              )}
            </Group>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

const withText = <K extends string>(key: K, text: string | undefined): { [P in K]?: string } => (text ? ({ [key]: text } as { [P in K]: string }) : {})
