/** Whether members see each other, and which addresses of pages are kept. */
import { Button, Select, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useEdits } from '#web/kit/edits.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError, toastError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, CardSkeletons } from '../parts/query-view.tsx'
import { Card, Section } from '../parts/page.tsx'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    forMembers: 'Signed-in members',
    forAll: 'Everyone, including search engines',
    forNoOne: 'No one (all profiles are private)',
    allPrivateAsk: 'Make all profiles private?',
    allPrivateMeans: 'All public profiles become private and followers are removed. Switching back doesn’t make them public again; each member decides.',
    makePrivate: 'Make all private',
    allPrivate: 'All profiles are now private.',
    title: 'Profile privacy',
    about: 'Email, phone and bookings are never shown to other members.',
    visibleTo: 'Public profiles are visible to',
    startWith: 'New members start with',
    startHint: 'Doesn’t change existing members.',
    aPrivate: 'A private profile',
    aPublic: 'A public profile',
    reserved: 'Reserved URLs',
    reservedAbout: 'Words that members can’t use in their profile URL, such as the name of your business. Existing URLs aren’t affected.',
    words: 'Words',
    wordsHint: 'Separate words with commas. Letters, digits, dots, dashes and underscores only.',
  },
  {
    de: {
      forMembers: 'Angemeldete Mitglieder',
      forAll: 'Alle, auch Suchmaschinen',
      forNoOne: 'Niemand (alle Profile sind privat)',
      allPrivateAsk: 'Alle Profile privat machen?',
      allPrivateMeans:
        'Alle öffentlichen Profile werden privat, und niemand folgt mehr jemandem. Beim Zurückschalten werden sie nicht wieder öffentlich; das entscheidet jedes Mitglied selbst.',
      makePrivate: 'Alle privat machen',
      allPrivate: 'Alle Profile sind jetzt privat.',
      title: 'Sichtbarkeit der Profile',
      about: 'E-Mail-Adresse, Telefonnummer und Buchungen sehen andere Mitglieder nie.',
      visibleTo: 'Öffentliche Profile sehen',
      startWith: 'Profile neuer Mitglieder',
      startHint: 'Ändert nichts an vorhandenen Mitgliedern.',
      aPrivate: 'Zunächst privat',
      aPublic: 'Zunächst öffentlich',
      reserved: 'Reservierte URLs',
      reservedAbout:
        'Wörter, die Mitglieder nicht in der URL ihres Profils verwenden können, zum Beispiel den Namen deines Betriebs. Vorhandene URLs ändern sich nicht.',
      words: 'Wörter',
      wordsHint: 'Trenne Wörter mit Kommas. Nur Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',
    },
  },
)
const texts = currentMessages(messages)

type Visibility = 'NO_ONE' | 'VISIBLE_TO_ALL' | 'VISIBLE_TO_MEMBERS_ONLY'
const visibilities: { value: Visibility; label: string }[] = [
  { value: 'VISIBLE_TO_MEMBERS_ONLY', label: texts.forMembers },
  { value: 'VISIBLE_TO_ALL', label: texts.forAll },
  { value: 'NO_ONE', label: texts.forNoOne },
]
export function Privacy() {
  const t = useMessages(messages)
  const settings = useApiQuery('members.getMemberPrivacySettings')
  const first = useApiQuery('members.getDefaultPrivacyStatus')
  const set = useApiMutation('members.setMemberPrivacySettings')
  const setFirst = useApiMutation('members.setDefaultPrivacyStatus')
  const openConfirm = useConfirm()
  const [isSaving, setSaving] = useState(false)
  const now = settings.data?.memberPrivacySettings
  const who = now?.publicMemberCandidates === 'NO_ONE' ? 'NO_ONE' : now?.publicMemberVisibility
  const change = (to: Visibility) => {
    if (!now) return
    const body = {
      memberPrivacySettings: {
        ...(to === 'NO_ONE' ? { publicMemberCandidates: to } : { publicMemberCandidates: 'ANYONE' as const, publicMemberVisibility: to }),
        revision: now.revision,
      },
    }
    const run = async () => {
      // New members can't begin with a public profile where no member may have one.
      if (to === 'NO_ONE' && first.data?.defaultPrivacy.defaultPrivacy === 'PUBLIC')
        await setFirst.mutateAsync({
          body: { defaultPrivacy: { defaultPrivacy: 'PRIVATE', revision: first.data.defaultPrivacy.revision } },
        })
      const fresh = (await settings.refetch()).data?.memberPrivacySettings.revision
      await set.mutateAsync({ body: { memberPrivacySettings: { ...body.memberPrivacySettings, revision: fresh ?? body.memberPrivacySettings.revision } } })
    }
    // Until the end no other choice is made: it would be one of the same state.
    const save = async () => {
      setSaving(true)
      await run().finally(() => setSaving(false))
    }
    if (to === 'NO_ONE')
      openConfirm({
        title: t.allPrivateAsk,
        description: t.allPrivateMeans,
        confirmLabel: t.makePrivate,
        cancelLabel: commonWords.cancel,
        danger: true,
        successMessage: t.allPrivate,
        onConfirm: save,
      })
    else void save().then(() => toast(commonWords.saved), toastError)
  }
  return (
    <Section title={t.title} about={t.about}>
      <QueryView query={settings} loading={<CardSkeletons cards={1} height={150} />}>
        {() => (
          <Card>
            <Stack maw={460}>
              <Select
                size="md"
                label={t.visibleTo}
                allowDeselect={false}
                disabled={isSaving}
                data={visibilities}
                value={visibilities.find(({ value }) => value === who)?.value ?? null}
                onChange={(value) => value && change(value)}
              />
              {who === 'NO_ONE' ? null : (
                <Select
                  size="md"
                  label={t.startWith}
                  description={t.startHint}
                  allowDeselect={false}
                  disabled={setFirst.isPending}
                  data={[
                    { value: 'PRIVATE', label: t.aPrivate },
                    { value: 'PUBLIC', label: t.aPublic },
                  ]}
                  value={first.data?.defaultPrivacy.defaultPrivacy ?? null}
                  onChange={(value) =>
                    value &&
                    first.data &&
                    void setFirst
                      .mutateAsync({
                        body: { defaultPrivacy: { defaultPrivacy: value, revision: first.data.defaultPrivacy.revision } },
                      })
                      .then(() => toast(commonWords.saved), toastError)
                  }
                />
              )}
            </Stack>
          </Card>
        )}
      </QueryView>
    </Section>
  )
}

/** Addresses of pages that members can't choose. */
export function ReservedSlugs() {
  const t = useMessages(messages)
  const reserved = useApiQuery('members.getReservedSlugs')
  return (
    <Section title={t.reserved} about={t.reservedAbout}>
      <QueryView query={reserved} loading={<CardSkeletons cards={1} height={110} />}>
        {({ words }) => <ReservedSlugsForm words={words} />}
      </QueryView>
    </Section>
  )
}
function ReservedSlugsForm({ words }: { words: readonly string[] }) {
  const t = useMessages(messages)
  const { values, edit, followSaved } = useEdits({ text: words.join(', ') })
  const { text } = values
  const set = useApiMutation('members.setReservedSlugs')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await set.mutateAsync({ body: { words: text.split(/[\s,;]+/).filter(Boolean) } }).catch(() => undefined)
    if (!saved) return
    toast(commonWords.saved)
    await followSaved({ text })
  }
  return (
    <Card>
      <form onSubmit={(event) => void save(event)}>
        <Stack maw={460}>
          <Textarea
            size="md"
            label={t.words}
            description={t.wordsHint}
            autosize
            minRows={2}
            value={text}
            error={set.error ? describeError(set.error) : undefined}
            onChange={(event) => edit({ text: event.currentTarget.value })}
          />
          <Button type="submit" variant="light" size="md" loading={set.isPending} style={{ alignSelf: 'flex-start' }}>
            {commonWords.save}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
